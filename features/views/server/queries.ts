import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { View, ViewDraft } from '../contract.ts'

type Caller = Pick<StaffActor, 'scope' | 'id' | 'name' | 'ngoId'>

/** The caller's own views, and those that others share with them. */
export async function listViews(
  db: Db,
  { scope: { electionId }, id, ngoId }: Caller,
): Promise<View[]> {
  const { rows } = await sql<View>`
    select id, name, list, search, sharing, kept_by_name as author, kept_by = ${id} as is_own
      from views
     where election_id = ${electionId} and deleted_at is null
       and (kept_by = ${id} or sharing = 'everybody' or (sharing = 'organisation' and ngo_id = ${ngoId}))
     order by name collate names, id`.execute(db)
  return rows
}

export async function insertView(
  tx: Tx,
  { scope: { electionId }, id: keptBy, name: keptByName, ngoId }: Caller,
  draft: ViewDraft,
): Promise<Id<'views'>> {
  const { id } = await tx
    .insertInto('views')
    .values({ ...draft, electionId, ngoId, keptBy, keptByName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a view of the caller's (`at`: when), or restores it; returns whether there was one. */
export async function setViewDeleted(
  tx: Tx,
  { scope: { electionId }, id: keptBy }: Caller,
  id: Id<'views'>,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('views')
    .set({ deletedAt: at })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('keptBy', '=', keptBy)
    .where('deletedAt', at ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
