import type { Db } from '#database/open.ts'
import { logicOf } from '#features/forms/logic-domain.ts'
import type { VersionContent } from '#features/forms/server/queries.ts'
import { listVoters } from '#features/places/server/station-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { CompletedAnswer } from '../../contract.ts'
import { type FormLogic, judged } from '../../judged-domain.ts'

/**
 * Marks in reports the answers to hidden questions, and those that fail a check. Reads of their stations what checks may
 * name; nothing, where no form has any logic.
 */
export async function judging(
  db: Db,
  { electionId }: Pick<Scope, 'electionId'>,
  versions: Iterable<VersionContent>,
  stationIds: readonly Id<'pollingStations'>[],
) {
  const logics: FormLogic[] = [...versions].flatMap(({ formId, formVersion, sections }) => {
    const logic = logicOf(sections)
    return logic ? [{ formId, formVersion, logic }] : []
  })
  const voters =
    logics.length > 0 ? await listVoters(db, electionId, stationIds) : new Map<number, number>()
  return (stationId: number | undefined, report: readonly CompletedAnswer[]): CompletedAnswer[] =>
    judged(report, logics, { 'station.voters': voters.get(stationId ?? 0) ?? null })
}
