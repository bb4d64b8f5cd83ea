import { sql } from 'kysely'
import type { TakeBackHook } from '#kit/server/election.ts'

/** Deletes the notes of some observers, placed or not, with their attachments. */
export const deleteNotesOf: TakeBackHook = async (tx, electionId, observerIds) => {
  const ofTheirs = (table: string) => sql`
    any(array(select t.id from ${sql.table(table)} t
               where t.election_id = ${electionId} and t.observer_id = any(${observerIds}::integer[])))`
  const { rows } = await sql<{ id: number }>`
    select id from notes where election_id = ${electionId} and visit_id = ${ofTheirs('visits')}`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  await sql`
    delete from attachments
     where election_id = ${electionId} and note_id = any(${ids}::integer[])`.execute(tx)
  await sql`
    delete from attachments
     where election_id = ${electionId} and unplaced_id = ${ofTheirs('unplaced')}`.execute(tx)
  await sql`
    delete from notes where election_id = ${electionId} and id = any(${ids}::integer[])`.execute(tx)
}
