import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { columnOf } from '#database/values/array.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import type { ChoiceDifference } from '../domain.ts'

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

/** The stored choices for the questions on the visits, to compare with the new report. */
export async function listStored(
  tx: Tx,
  electionId: Id<'elections'>,
  asked: readonly { readonly visitId: number; readonly questionId: number }[],
): Promise<StoredChoice[]> {
  const { rows } = await sql<StoredChoice>`
    select n.visit_id as "visitId", n.question_id as "questionId", n.option_id as "optionId",
           n.form_id as "formId", n.form_version as "formVersion", n.text,
           n.is_flagged as "isFlagged", n.received_at as "receivedAt"
      from unnest(${columnOf(asked, 'visitId')}::integer[],
                  ${columnOf(asked, 'questionId')}::integer[])
           as a (visit_id, question_id)
     cross join lateral (
       select s.visit_id, s.question_id, s.option_id, s.form_id, s.form_version, s.text,
              s.is_flagged, s.received_at
         from answers s
        where s.election_id = ${electionId}
          and s.visit_id = a.visit_id and s.question_id = a.question_id
       offset 0) n`.execute(tx)
  return rows
}

/** The change of a visit, with its observer and time. */
export type VisitChange = ChoiceDifference & {
  readonly who: ObserverActor
  readonly now: Date
  readonly visit: HeldVisit
  /** The previous choices of the questions that change; for history. */
  readonly stored: readonly StoredChoice[]
}
