import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { PartChange } from '../contract.ts'
import { codeIsTaken } from './save-queries.ts'
import { forms } from './subjects.ts'

type Part = Pick<PartChange, 'kind' | 'id'>

/** The changes, with the answers given to each part. */
export async function withAnswers<Change extends Part>(
  db: Db | Tx,
  electionId: Id<'elections'>,
  changes: readonly Change[],
): Promise<(Change & { answers: number })[]> {
  const idsOf = (wanted: Part['kind']) =>
    changes.flatMap(({ kind, id }) => (kind === wanted && id !== null ? [id] : []))
  const { rows } = await sql<Columns<'answers', 'questionId' | 'optionId'> & { answers: number }>`
    select question_id, option_id, count(*)::integer as answers from answers
     where election_id = ${electionId}
       and (question_id = any(${idsOf('question')}::integer[]) or option_id = any(${idsOf('option')}::integer[]))
     group by question_id, option_id`.execute(db)
  const given = ({ kind, id }: Part) =>
    rows.filter((row) => id === (kind === 'question' ? row.questionId : row.optionId))
  return changes.map((change) => {
    const isAnswered = change.kind === 'question' || change.kind === 'option'
    const answers = isAnswered ? given(change).reduce((sum, row) => sum + row.answers, 0) : 0
    return { ...change, answers }
  })
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
