import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { Loss } from '../contract.ts'
import { codeIsTaken } from './save-queries.ts'
import { forms } from './subjects.ts'

type ReferencedParts = {
  readonly questions: readonly number[]
  readonly options: readonly number[]
}

/** Answered questions and options that would not be kept. */
export async function countAnswersOf(
  tx: Tx,
  electionId: Id<'elections'>,
  formId: Id<'forms'>,
  kept: ReferencedParts | undefined,
): Promise<z.output<typeof Loss>[]> {
  if (!kept) return []
  const { rows } = await sql<z.output<typeof Loss>>`
    select 'question' as kind, q.id, q.code, q.text, count(*)::integer as answers
      from questions q
      join answers n on n.election_id = q.election_id and n.question_id = q.id
     where q.election_id = ${electionId} and q.form_id = ${formId} and not q.is_removed
       and q.id <> all(${kept.questions}::integer[])
     group by q.id, q.code, q.text
    union all
    select 'option', o.id, q.code, o.text, count(*)::integer
      from options o
      join questions q on q.election_id = o.election_id and q.id = o.question_id
      join answers n on n.election_id = o.election_id and n.option_id = o.id
     where o.election_id = ${electionId} and o.form_id = ${formId} and not o.is_removed
       and o.question_id = any(${kept.questions}::integer[])
       and o.id <> all(${kept.options}::integer[])
     group by o.id, q.code, o.text
     order by code, kind desc, id`.execute(tx)
  return rows
}

/** Has anybody answered the form, or written a note on one of its questions? */
export async function hasAnswers(
  tx: Tx,
  electionId: Id<'elections'>,
  formId: Id<'forms'>,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from answers where election_id = ${electionId} and form_id = ${formId})
        or exists (select from notes n
                     join questions q on q.election_id = n.election_id and q.id = n.question_id
                    where n.election_id = ${electionId} and q.form_id = ${formId}) as is`.execute(
    tx,
  )
  return rows[0]?.is ?? false
}

/** Deletes a form (at a moment) or restores it (null). */
export async function setDeleted(
  tx: Tx,
  electionId: Id<'elections'>,
  { id, code }: { readonly id: Id<'forms'>; readonly code: string },
  deletedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ deletedAt })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
    .catch(codeIsTaken(code))
  await mark(tx, electionId, forms, [id])
}

/** Puts the forms in the order of the list; those not in it follow, in their previous order. */
export async function reorderForms(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly number[],
): Promise<void> {
  // A concurrent reorder waits, and then sees this order: two at once are never mixed.
  await sql`
    select from forms where election_id = ${electionId} order by id for no key update`.execute(tx)
  await sql`
    update forms f set position = o.place
      from (select id, row_number() over (
              order by array_position(${ids}::integer[], id) nulls last, position, id) as place
              from forms where election_id = ${electionId} and deleted_at is null) o
     where f.election_id = ${electionId} and f.id = o.id and f.position <> o.place`.execute(tx)
}
