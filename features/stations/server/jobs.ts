import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '#database/open.ts'
import { listCompletedIn, reportKey } from '#features/answers/server/filled-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import { announcing } from '#kit/server/live/announce.ts'
import { differencesChanged } from '../differences-contract.ts'
import { listDifferences } from '../domain.ts'
import {
  type ComparedVisit,
  getOrganiser,
  type KeptDifference,
  listChanged,
  listElections,
  listKept,
  lockComparing,
  putCompared,
  replaceKept,
} from './compare-queries.ts'
import { digestOf } from './queries.ts'

/** The pause between two looks, in milliseconds: so long a difference may be missing in the list. */
const lookMs = 3_000
/** To look for changes takes at most this share of the time, however large the election. */
const share = 40
/** What is archived changes hardly ever, once all of it is compared: it rests for so many turns. */
const rarely = 100
/** Stations compared in one transaction: few, because in a process that also serves everybody waits meanwhile. */
const batch = 25
/**
 * After a batch it rests so many times as long as that took: on a busy evening nearly every report changes a station with
 * two visits, and to compare them all at once takes more than a processor.
 */
const restTimes = 19

type ElectionId = Id<'elections'>
type StationId = Id<'pollingStations'>
type Dependencies = { readonly database: Database; readonly logger: Logger }

/** Compares what observers say, in this process, until stopped. Any number of processes may: one does at a time. */
export function startComparing({ database, logger }: Dependencies): Stoppable {
  const resting = new Set<ElectionId>()
  let restUntil = 0
  let turn = 0
  return repeat({ job: 'stations.compare', restMs: lookMs, logger }, async (signal) => {
    if (performance.now() < restUntil) return
    if (turn++ % rarely === 0) resting.clear()
    const all = await listElections(database.primary)
    const due = all.filter(({ id, isArchived }) => !isArchived || !resting.has(id))
    let lookedMs = 0
    for (const { id, isArchived } of due) {
      const { changed, ms } = await look(database, id)
      lookedMs += ms
      if (isArchived && changed.length === 0) resting.add(id)
      await compareChanged(database, id, changed, { signal, restTimes })
    }
    restUntil = performance.now() + lookedMs * share
  })
}

/** The stations where something has changed, and how long it took to find them. */
async function look({ primary }: Database, id: ElectionId) {
  const begun = performance.now()
  const changed = await listChanged(primary, id)
  return { changed, ms: performance.now() - begun }
}

/** Compares some stations of an election, a batch at a time; without `restTimes` one after the other. */
export async function compareChanged(
  database: Database,
  electionId: ElectionId,
  changed: readonly StationId[],
  { signal, restTimes: times = 0 }: { signal?: AbortSignal; restTimes?: number } = {},
): Promise<void> {
  for (let from = 0; from < changed.length && !signal?.aborted; from += batch) {
    const begun = performance.now()
    const some = changed.slice(from, from + batch)
    const isOurs = await database.write((tx) => compareStations(tx, electionId, some), 'export')
    if (!isOurs || from + batch >= changed.length) return
    await rest((performance.now() - begun) * times, signal)
  }
}

/** Pauses for so many milliseconds, or until stopped. */
const rest = (ms: number, signal: AbortSignal | undefined) =>
  wait(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)

/** In one transaction what was read, and what follows from it. False: another process does it. */
async function compareStations(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<boolean> {
  await lockElectionShared(tx, electionId)
  if (!(await lockComparing(tx, electionId))) return false
  const visits = await putCompared(tx, electionId, stationIds)
  const are = await judge(tx, electionId, visits)
  const were = await listKept(tx, electionId, stationIds)
  const changed = changedOf(are, were)
  if (changed.length === 0) return true
  const at = new Set(changed.map(({ stationId }) => stationId))
  const now = are.filter(({ stationId }) => at.has(stationId))
  await replaceKept(tx, electionId, [...at], now)
  await tell(tx, electionId, new Set(changed.map(({ ngoId }) => ngoId)))
  return true
}

/** What there is and was not, or was and is not. */
function changedOf(are: readonly KeptDifference[], were: readonly KeptDifference[]) {
  const keyOf = ({ stationId, ngoId, questionId, formVersion, answers, saidAt }: KeptDifference) =>
    [stationId, ngoId, questionId, formVersion, answers, saidAt.getTime()].join()
  const [now, before] = [new Set(are.map(keyOf)), new Set(were.map(keyOf))]
  return [
    ...are.filter((one) => !before.has(keyOf(one))),
    ...were.filter((one) => !now.has(keyOf(one))),
  ]
}

/** Tells the organisations among whose observers something has changed; of all, the organiser. */
async function tell(tx: Tx, electionId: ElectionId, ngoIds: ReadonlySet<number>): Promise<void> {
  const organiser = await getOrganiser(tx)
  const hearing = new Set([...ngoIds].map((id) => (id === 0 ? organiser : (id as Id<'ngos'>))))
  const audiences = [...hearing].map((ngoId) => ({ audience: { electionId, ngoId }, payload: {} }))
  await announcing(differencesChanged, audiences).execute(tx)
}

async function judge(
  tx: Tx,
  electionId: ElectionId,
  visits: readonly ComparedVisit[],
): Promise<KeptDifference[]> {
  const ids = visits.map(({ visitId }) => visitId)
  const completed = await listCompletedIn(tx, { electionId }, ids)
  const reports = visits.map((visit) => ({
    ...{ ...visit, completed: [], saidAt: new Map<number, Date>() },
    ...completed.get(reportKey(visit)),
  }))
  return [...groupBy(reports, ({ countedAs }) => countedAs)].flatMap(([stationId, own]) =>
    listDifferences(own)
      .map(({ compared, ngoId, ...one }) => ({
        ...{ ...one, stationId, ngoId: ngoId ?? 0, answers: digestOf(compared) },
      }))
      .toSorted((one, other) => one.ngoId - other.ngoId || one.questionId - other.questionId),
  )
}
