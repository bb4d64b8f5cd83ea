import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { epochMs } from '#database/values/epoch.ts'
import { hasFile } from '#features/notes/server/queries.ts'

/** The questions that are answered by a file: no form waits for them, and what was written there does not count. */
export async function readFileQuestions(
  db: Db | Tx,
  electionId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from questions where election_id = ${electionId} and kind = 'file'`.execute(db)
  return rows.map(({ id }) => id)
}

/** The questions of form `f`, as phones show it, if it asks for files alone: an array of their ids. */
export const fileIdsOf = (electionId: number) => sql`
  array(select o.question_id from published_options o
         where o.election_id = ${electionId} and o.form_id = f.id and o.form_version = f.current_version
           and not exists (select from published_options b
                            where b.election_id = ${electionId} and b.form_id = f.id
                              and b.form_version = f.current_version and b.kind <> 'file')
         group by 1)`

export type QuestionRow = {
  readonly visitId: number
  readonly questionId: number
  readonly at: number
}

/** When questions were first answered at visits: some by options or values, others by files. */
export async function readQuestions(
  db: Db | Tx,
  electionId: number,
  visits: readonly { readonly id: number }[],
  { answered, files }: Readonly<Record<'answered' | 'files', readonly number[]>>,
): Promise<readonly QuestionRow[]> {
  if (visits.length === 0 || answered.length + files.length === 0) return []
  const { rows } = await sql<QuestionRow>`
    select v.id as visit_id, n.question_id, ${epochMs('n.at')} as at
      from unnest(${arrayOf(visits.map(({ id }) => id))}::integer[]) v (id)
     cross join lateral (
       select a.question_id, min(a.received_at) as at
         from answers a
        where a.election_id = ${electionId} and a.visit_id = v.id and a.question_id = any(${arrayOf(answered)}::integer[])
        group by 1
       union all
       select n.question_id, min(n.received_at)
         from notes n
        where n.election_id = ${electionId} and n.visit_id = v.id and n.question_id = any(${arrayOf(files)}::integer[])
          and ${hasFile}
        group by 1 offset 0) n`.execute(db)
  return rows
}
