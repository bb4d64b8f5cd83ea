import type { Tx } from '#database/open.ts'
import { listCompletedIn, reportKey } from '#features/answers/server/filled-queries.ts'
import { stations } from '#features/places/server/subjects.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { announcing } from '#kit/server/live/announce.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { FollowUp } from '#kit/server/projections/projection.ts'
import { differencesChanged } from '../differences-contract.ts'
import { listDifferences } from '../domain.ts'
import {
  type ComparedVisit,
  deleteDifferences,
  getOrganiser,
  listCompared,
  listStored,
  noteUncompared,
  putDifferences,
  type StoredDifference,
  takeUncompared,
} from './compare-queries.ts'
import { digestOf } from './queries.ts'
import { comparing } from './subjects.ts'

type ElectionId = Id<'elections'>
type StationId = Id<'pollingStations'>

/** Stations compared together: few, because comparing blocks the event loop. */
const atOnce = 10
/** A pass starts no further comparison after this time: all other figures wait for its end. */
const budgetMs = 50
const key = 0

const noteStations: FollowUp = {
  name: 'uncompared_stations',
  of: stations,
  run: async (tx, slice) => {
    if (await noteUncompared(tx, slice)) await mark(tx, slice.electionId, comparing, [key])
    return false
  },
}

/** Compares as many stations as fit into a pass; the next pass continues. */
const compareStations: FollowUp = {
  name: 'differences',
  of: comparing,
  run: async (tx, slice) => {
    const electionId = slice.electionId as ElectionId
    const until = performance.now() + budgetMs
    const changed = new Set<number>()
    let some: readonly StationId[]
    do {
      some = await takeUncompared(tx, electionId, atOnce)
      for (const ngoId of await compare(tx, electionId, some)) changed.add(ngoId)
    } while (some.length === atOnce && performance.now() < until)
    if (some.length === atOnce) await mark(tx, electionId, comparing, [key])
    if (changed.size > 0) await announce(tx, electionId, changed)
    return changed.size > 0
  },
}

export const stationProjections: readonly FollowUp[] = [noteStations, compareStations]

/**
 * Stores the differences at some stations.
 *
 * @returns the organisations whose differences have changed; 0: the organiser's.
 */
async function compare(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<number[]> {
  const are = await judge(tx, electionId, await listCompared(tx, electionId, stationIds))
  const were = await listStored(tx, electionId, stationIds)
  const gone = without(were, are, keyOf)
  const put = without(are, were, contentOf)
  await deleteDifferences(tx, electionId, gone)
  await putDifferences(tx, electionId, put)
  return [...gone, ...put].map(({ ngoId }) => ngoId)
}

async function judge(
  tx: Tx,
  electionId: ElectionId,
  visits: readonly ComparedVisit[],
): Promise<StoredDifference[]> {
  const ids = visits.map(({ visitId }) => visitId)
  const completed = await listCompletedIn(tx, { electionId }, ids)
  const reports = visits.map((visit) => ({
    ...visit,
    completed: completed.get(reportKey(visit)) ?? [],
  }))
  return [...groupBy(reports, ({ countedAs }) => countedAs)].flatMap(([stationId, own]) =>
    listDifferences(own).map(({ compared, ngoId, ...one }) => ({
      ...{ ...one, stationId, ngoId: ngoId ?? 0, answers: digestOf(compared) },
    })),
  )
}

const keyOf = ({ stationId, ngoId, questionId }: StoredDifference) =>
  [stationId, ngoId, questionId].join()
const contentOf = (one: StoredDifference) =>
  [keyOf(one), one.formId, one.formVersion, one.answers, one.saidAt.getTime(), one.isFlagged].join()

function without(
  some: readonly StoredDifference[],
  others: readonly StoredDifference[],
  by: (one: StoredDifference) => string,
): StoredDifference[] {
  const known = new Set(others.map(by))
  return some.filter((one) => !known.has(by(one)))
}

/** Announces changed differences to the organisations concerned; 0 is the organiser. */
async function announce(
  tx: Tx,
  electionId: ElectionId,
  ngoIds: ReadonlySet<number>,
): Promise<void> {
  const organiser = await getOrganiser(tx)
  const hearing = new Set([...ngoIds].map((id) => (id === 0 ? organiser : (id as Id<'ngos'>))))
  const audiences = [...hearing].map((ngoId) => ({ audience: { electionId, ngoId }, payload: {} }))
  await announcing(differencesChanged, audiences).execute(tx)
}
