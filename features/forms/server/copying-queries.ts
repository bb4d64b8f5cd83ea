import { sql } from 'kysely'
import type { Copied } from '#kit/server/election.ts'

const present = sql`
  not t.is_removed
  and exists (select from copied c where c.part = 'forms' and c.old = t.form_id)`

/** The forms, as drafts. */
export const copiedForms: Copied = {
  hold: async (tx, from) => {
    await sql`select from forms where election_id = ${from} order by id for share`.execute(tx)
  },
  parts: [
    {
      table: 'forms',
      which: sql`t.deleted_at is null`,
      refers: {},
      changes: { is_draft: true, current_version: 0 },
    },
    { table: 'form_sections', which: present, refers: { form_id: 'forms' } },
    {
      table: 'questions',
      which: present,
      refers: { form_id: 'forms', section_id: 'form_sections' },
    },
    { table: 'options', which: present, refers: { form_id: 'forms', question_id: 'questions' } },
  ],
}
