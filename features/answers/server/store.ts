import type { Db, Tx } from '#database/open.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import { holdVisits, type Visiting } from '#features/visits/server/queries.ts'
import type { Arriving } from '#features/visits/server/store.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/id.ts'
import type { AnswerDraft } from '../contract.ts'
import { compare, type Settled } from '../domain.ts'
import { listStored, type StoredChoice, type VisitChange, writeReports } from './report-queries.ts'

/** What one observer now says at some stations. */
export type Report = Visiting &
  Pick<Arriving, 'isLate'> & {
    readonly settled: readonly Settled[]
  }

/** What the forms say of all that the answers name. */
export const findAsked = (
  db: Db | Tx,
  electionId: Id<'elections'>,
  drafts: readonly AnswerDraft[],
): ReturnType<typeof findKnown> =>
  findKnown(
    db,
    electionId,
    drafts.map(({ questionId }) => questionId),
    drafts.flatMap(({ options }) => options.map(({ optionId }) => optionId)),
  )

/**
 * Stores what observers now say at stations; what is stored like that already is left alone. No two
 * of the reports may be of one observer: each is compared with what was stored before.
 */
export async function storeReports(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<void> {
  const changes = await changesOf(tx, electionId, reports)
  if (changes.length > 0) await writeReports(tx, electionId, changes)
}

/** What is said of one visit. */
type Said = Pick<Report, 'who' | 'now' | 'isLate'> & {
  readonly pollingStationId: number
  readonly settled: readonly Settled[]
}

/** Visit by visit, what differs from what is stored; visits on which nothing does are left out. */
async function changesOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<VisitChange[]> {
  const named = reports.map(onlyNamed)
  const said = named.flatMap(saidOf)
  if (said.length === 0) return []
  const visits = new Map(
    (await holdVisits(tx, electionId, named)).map((visit) => [
      `${visit.observerId}/${visit.pollingStationId}`,
      visit,
    ]),
  )
  const placed = said.flatMap((one) => {
    const visit = visits.get(`${one.who.id}/${one.pollingStationId}`)
    return visit ? [{ visit, ...one }] : []
  })
  const asked = placed.flatMap(({ visit, settled }) =>
    visit.isNew ? [] : settled.map(({ questionId }) => ({ visitId: visit.id, questionId })),
  )
  const stored = groupBy(
    asked.length > 0 ? await listStored(tx, electionId, asked) : [],
    ({ visitId }) => visitId,
  )
  return placed
    .map((one) => changeOf(one, stored.get(one.visit.id) ?? []))
    .filter(({ gone, added, reworded }) => gone.length + added.length + reworded.length > 0)
}

/** The report with those of its stations that anything is said of. */
function onlyNamed(report: Report): Report {
  const named = new Set(report.settled.map(({ stationId }) => stationId))
  return { ...report, stations: report.stations.filter(({ id }) => named.has(id)) }
}

const saidOf = ({ who, now, isLate, settled, stations }: Report): Said[] =>
  stations.map(({ id }) => ({
    who,
    now,
    pollingStationId: id,
    settled: settled.filter(({ stationId }) => stationId === id),
    ...(isLate && { isLate }),
  }))

function changeOf(
  said: Said & Pick<VisitChange, 'visit'>,
  choices: readonly StoredChoice[],
): VisitChange {
  const { who, now, visit } = said
  const outdated = answeredSince(said, choices)
  const stored = choices.filter(({ questionId }) => !outdated.has(questionId))
  const settled = said.settled.filter(({ questionId }) => !outdated.has(questionId))
  return { who, now, visit, stored, ...compare(stored, settled) }
}

/**
 * The questions that were answered after a report that only now finds its place. A phone's own
 * report is never compared by time: the clocks of two servers may differ.
 */
const answeredSince = ({ now, isLate }: Said, stored: readonly StoredChoice[]) =>
  new Set(
    stored
      .filter(({ receivedAt }) => isLate === true && receivedAt > now)
      .map(({ questionId }) => questionId),
  )
