import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { Section } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { AnalysedQuestion } from '../contract.ts'
import { sectionsOf } from '../domain.ts'

type Of = Pick<Scope, 'electionId'>

/** Of the question of pin `p`. */
const codeOf = sql`(
  select q.code from questions q where q.election_id = p.election_id and q.id = p.question_id)`

/** The pinned questions that the newest versions of their forms have, in the order in which they were pinned. */
export async function listPinned(
  db: Db,
  { electionId }: Of,
): Promise<{ formId: Id<'forms'>; question: AnalysedQuestion }[]> {
  const { rows } = await sql<{
    questionId: Id<'questions'>
    formId: Id<'forms'>
    sections: unknown
  }>`
    select p.question_id, v.form_id, v.sections
      from pinned_questions p
      join questions q on q.election_id = p.election_id and q.id = p.question_id
      join forms f on f.election_id = q.election_id and f.id = q.form_id and f.deleted_at is null
      join form_versions v on v.election_id = f.election_id and v.form_id = f.id and v.version = f.current_version
     where p.election_id = ${electionId} and p.unpinned_at is null
     order by p.pinned_at, p.question_id`.execute(db)
  return rows.flatMap(({ questionId, formId, sections }) => {
    const [question] = sectionsOf([z.array(Section).parse(sections)])
      .flatMap((section) => section.questions)
      .filter(({ id }) => id === questionId)
    return question ? [{ formId, question }] : []
  })
}

/** Pins a question last, or where it was; its code, undefined where the election has none, or it is pinned. */
export async function pinQuestion(
  tx: Tx,
  { electionId }: Of,
  questionId: Id<'questions'>,
  { now, isUndo }: { readonly now: Date; readonly isUndo: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<Columns<'questions', 'code'>>`
    insert into pinned_questions as p (election_id, question_id, pinned_at)
    select election_id, id, ${now} from questions where election_id = ${electionId} and id = ${questionId}
    on conflict (election_id, question_id) do update
       set pinned_at = case when ${isUndo} then p.pinned_at else excluded.pinned_at end, unpinned_at = null
     where p.unpinned_at is not null
    returning ${codeOf}`.execute(tx)
  return rows[0]?.code
}

/** Unpins a question; its code, undefined where it is not pinned. */
export async function unpinQuestion(
  tx: Tx,
  { electionId }: Of,
  questionId: Id<'questions'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<Columns<'questions', 'code'>>`
    update pinned_questions p set unpinned_at = ${now}
     where election_id = ${electionId} and question_id = ${questionId} and unpinned_at is null
    returning ${codeOf}`.execute(tx)
  return rows[0]?.code
}
