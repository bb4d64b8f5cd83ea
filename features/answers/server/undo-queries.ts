import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import type { Asked } from '#features/forms/kind-contract.ts'
import { readValue } from '#features/forms/value-domain.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { TakeBackHook } from '#kit/server/election.ts'
import type { DatedChoice } from '../domain.ts'

/** All current choices of a visit. */
export async function listChoices(
  tx: Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
): Promise<DatedChoice[]> {
  return tx
    .selectFrom('answers')
    .select(['questionId', 'optionId', 'formId', 'formVersion', 'text', 'isFlagged', 'receivedAt'])
    .where('electionId', '=', electionId)
    .where('visitId', '=', visitId)
    .execute()
}

/** Replaces the choices of some questions of a visit, each with the moment it carries. */
export async function putChoices(
  tx: Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
  {
    questionIds,
    is,
  }: { readonly questionIds: readonly number[]; readonly is: readonly DatedChoice[] },
): Promise<void> {
  await sql`
    delete from answers
     where election_id = ${electionId} and visit_id = ${visitId}
       and question_id = any(${arrayOf(questionIds)}::integer[])`.execute(tx)
  if (is.length === 0) return
  const values = await readValues(tx, electionId, is)
  await sql`
    insert into answers
      (election_id, visit_id, question_id, option_id, form_id, form_version, text, is_flagged,
       received_at, value)
    select ${electionId}, ${visitId}, a.question, a.option, a.form, a.version, a.text, a.is_flagged,
           a.at, a.value
      from unnest(${columnOf(is, 'questionId')}::integer[], ${columnOf(is, 'optionId')}::integer[],
                  ${columnOf(is, 'formId')}::integer[], ${columnOf(is, 'formVersion')}::integer[],
                  ${is.map(({ text }) => text)}::text[], ${columnOf(is, 'isFlagged')}::boolean[],
                  ${columnOf(is, 'receivedAt')}::timestamptz[], ${values}::text[])
           as a (question, option, form, version, text, is_flagged, at, value)`.execute(tx)
}

/** The values of choices, each as its version is read. */
async function readValues(
  tx: Tx,
  electionId: Id<'elections'>,
  choices: readonly DatedChoice[],
): Promise<(string | null)[]> {
  const { rows } = await sql<
    Columns<'publishedOptions', 'optionId' | 'formVersion' | 'unit'> & Pick<Asked, 'kind'>
  >`
    select option_id, form_version, kind, unit from published_options
     where election_id = ${electionId} and kind <> 'choice'
       and option_id = any(${columnOf(choices, 'optionId')}::integer[])`.execute(tx)
  return choices.map(({ optionId, formVersion, text }) => {
    const chosen = rows.find((one) => one.optionId === optionId && one.formVersion === formVersion)
    return (chosen && readValue(chosen, text)) ?? null
  })
}

/** Deletes the answers of some observers. */
export const deleteAnswersOf: TakeBackHook = async (tx, electionId, observerIds) => {
  await sql`
    delete from answers
     where election_id = ${electionId}
       and visit_id = any(array(select v.id from visits v
                                 where v.election_id = ${electionId}
                                   and v.observer_id = any(${observerIds}::integer[])))`.execute(tx)
}
