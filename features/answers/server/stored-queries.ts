import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import type { ChoiceDifference } from '../domain.ts'
import { Correction, correctionRow } from './corrections/queries.ts'

/** A stored choice, the visit it belongs to, and when it was made. */
export type StoredChoice = Columns<
  'answers',
  | 'visitId'
  | 'questionId'
  | 'optionId'
  | 'formId'
  | 'formVersion'
  | 'text'
  | 'isFlagged'
  | 'receivedAt'
>

/** What is stored of a visit, to compare with a new report: choices, and what staff corrected. */
export type Stored = {
  readonly choices: readonly StoredChoice[]
  readonly corrections: readonly Correction[]
}

/** The stored choices for the questions on the visits, and the visits' corrections, by visit. */
export async function listStored(
  tx: Tx,
  electionId: Id<'elections'>,
  keys: readonly { readonly visitId: number; readonly questionId: number }[],
): Promise<ReadonlyMap<number, Stored>> {
  const visitIds = [...new Set(keys.map(({ visitId }) => visitId))]
  // One statement: another round trip would cost reports more than looking up the few corrections by visit.
  const { rows } = await sql<StoredChoice & { readonly correction: unknown }>`
    select n.visit_id as "visitId", n.question_id as "questionId", n.option_id as "optionId",
           n.form_id as "formId", n.form_version as "formVersion", n.text,
           n.is_flagged as "isFlagged", n.received_at as "receivedAt", null as correction
      from unnest(${columnOf(keys, 'visitId')}::integer[],
                  ${columnOf(keys, 'questionId')}::integer[])
           as a (visit_id, question_id)
     cross join lateral (
       select s.visit_id, s.question_id, s.option_id, s.form_id, s.form_version, s.text,
              s.is_flagged, s.received_at
         from answers s
        where s.election_id = ${electionId}
          and s.visit_id = a.visit_id and s.question_id = a.question_id
       offset 0) n
     union all
    select c.visit_id, c.question_id, 0, 0, 0, null, false, c.corrected_at, ${correctionRow}
      from unnest(${arrayOf(visitIds)}::integer[]) as a (visit_id)
     cross join lateral (
       select s.visit_id, s.question_id, s.own, s.corrected, s.reason, s.corrected_at, s.corrected_by,
              s.revision, s.ended_at
         from corrections s
        where s.election_id = ${electionId} and s.visit_id = a.visit_id and s.ended_at is null
       offset 0) c`.execute(tx)
  return new Map(
    [...groupBy(rows, ({ visitId }) => visitId)].map(([visitId, own]) => [
      visitId,
      {
        choices: own.flatMap(({ correction, ...choice }) => (correction ? [] : [choice])),
        corrections: own.flatMap(({ correction }) =>
          correction ? [Correction.parse(correction)] : [],
        ),
      },
    ]),
  )
}

/** The change of a visit, with its observer and time. */
export type VisitChange = ChoiceDifference & {
  readonly who: ObserverActor
  readonly now: Date
  readonly visit: HeldVisit
  /** The corrections by staff that this change ends. */
  readonly ended: readonly Correction[]
  /** The previous choices of the questions that change; for history. */
  readonly stored: readonly StoredChoice[]
}
