import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { columnOf } from '#database/values/array.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import { visits } from '#features/visits/server/subjects.ts'
import { countedAnew } from '#features/visits/server/undo-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { marking } from '#kit/server/projections/mark.ts'
import { compare, type DatedChoice } from '../domain.ts'

/** A rollback of one question at a visit: its current choices, and those to restore. */
export type Rewriting = {
  readonly questionId: number
  readonly was: readonly DatedChoice[]
  readonly is: readonly DatedChoice[]
}

/** Restores the choices of a question, each with its original moment, and what the visit shows of them. */
export async function rewriteAnswers(
  tx: Tx,
  electionId: Id<'elections'>,
  visit: HeldVisit,
  { questionId, was, is }: Rewriting,
): Promise<void> {
  await sql`
    delete from answers
     where election_id = ${electionId} and visit_id = ${visit.id} and question_id = ${questionId}`.execute(
    tx,
  )
  const choices = is.map((choice) => ({ ...choice, alikeIn: [choice.formVersion] }))
  const { tallies } = compare(was, [{ stationId: visit.pollingStationId, questionId, choices }])
  const sum = (what: 'answered' | 'flagged') =>
    tallies.reduce((total, tally) => total + tally[what], 0)
  await sql`
    with visited as (
      ${countedAnew(electionId, visit.id, { answered: sum('answered'), flagged: sum('flagged') })}
    ), marked as (${marking(electionId, visits, [visit.id])})
    insert into answers
      (election_id, visit_id, question_id, option_id, form_id, form_version, text, is_flagged,
       received_at)
    select ${electionId}, ${visit.id}, a.question, a.option, a.form, a.version, a.text, a.is_flagged,
           a.at
      from unnest(${columnOf(is, 'questionId')}::integer[], ${columnOf(is, 'optionId')}::integer[],
                  ${columnOf(is, 'formId')}::integer[], ${columnOf(is, 'formVersion')}::integer[],
                  ${is.map(({ text }) => text)}::text[], ${columnOf(is, 'isFlagged')}::boolean[],
                  ${columnOf(is, 'receivedAt')}::timestamptz[])
           as a (question, option, form, version, text, is_flagged, at)`.execute(tx)
}
