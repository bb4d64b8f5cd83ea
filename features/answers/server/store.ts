import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import { holdVisits, type Visiting } from '#features/visits/server/queries.ts'
import { type DatedVisitQuestion, sayingOf } from '#features/visits/server/said-queries.ts'
import type { IncomingReport } from '#features/visits/server/store.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { AnswerDraft } from '../contract.ts'
import { compare, type ResolvedAnswer } from '../domain.ts'
import { writingOf } from './report-queries.ts'
import { listStored, type StoredChoice, type VisitChange } from './stored-queries.ts'

/** What one observer now reports from some stations. */
export type Report = Visiting &
  Pick<IncomingReport, 'unplacedId'> & {
    readonly settled: readonly ResolvedAnswer[]
  }

/** The published forms' definitions of all that the answers name. */
export const findPublished = (
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
 * The statement that stores reports, idempotently: what is stored already stays. No two reports of a batch may
 * be by one observer, because each is compared with what was stored before the batch.
 */
export async function storingOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<RawBuilder<unknown>[]> {
  const { changes, again } = await changesOf(tx, electionId, reports)
  if (changes.length > 0) return [writingOf(electionId, changes, again)]
  return again.length > 0 ? [sayingOf(electionId, again)] : []
}

export async function storeReports(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<void> {
  for (const one of await storingOf(tx, electionId, reports)) await one.execute(tx)
}

/** The answers about one visit. */
type VisitAnswers = Pick<Report, 'who' | 'now' | 'unplacedId'> & {
  readonly pollingStationId: number
  readonly settled: readonly ResolvedAnswer[]
}

/**
 * The differences from what is stored, visit by visit; visits without any are left out. Also the questions
 * whose time no answer records.
 */
async function changesOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<{ changes: VisitChange[]; again: DatedVisitQuestion[] }> {
  const named = reports.map(onlyNamed)
  const said = named.flatMap(saidOf)
  if (said.length === 0) return { changes: [], again: [] }
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
  const compared = placed.map((one) => ({
    one,
    change: changeOf(one, stored.get(one.visit.id) ?? []),
  }))
  return {
    changes: compared
      .map(({ change }) => change)
      .filter(({ gone, added, reworded }) => gone.length + added.length + reworded.length > 0),
    again: compared.flatMap(({ one, change }) => unrecordedOf(one, change)),
  }
}

/** The report with only those of its stations that it says anything of. */
function onlyNamed(report: Report): Report {
  const named = new Set(report.settled.map(({ stationId }) => stationId))
  return { ...report, stations: report.stations.filter(({ id }) => named.has(id)) }
}

const saidOf = ({ who, now, unplacedId, settled, stations }: Report): VisitAnswers[] =>
  stations.map(({ id }) => ({
    who,
    now,
    pollingStationId: id,
    settled: settled.filter(({ stationId }) => stationId === id),
    ...(unplacedId !== undefined && { unplacedId }),
  }))

function changeOf(
  { who, now, visit, settled }: VisitAnswers & Pick<VisitChange, 'visit'>,
  stored: readonly StoredChoice[],
): VisitChange {
  return { who, now, visit, stored, ...compare(stored, settled) }
}

/**
 * Questions whose time no answer will record: nothing is added to what is stored, because they were repeated,
 * narrowed or retracted. For unplaced items it is always recorded, with the report they came in.
 */
const unrecordedOf = (
  { who, now, pollingStationId, settled, unplacedId = 0 }: VisitAnswers,
  { added, reworded }: VisitChange,
): DatedVisitQuestion[] => {
  const told = new Set([...added, ...reworded].map(({ questionId }) => questionId))
  return settled
    .filter(({ questionId }) => unplacedId !== 0 || !told.has(questionId))
    .map(({ questionId }) => ({
      observerId: who.id,
      pollingStationId,
      questionId,
      now,
      unplacedId,
    }))
}
