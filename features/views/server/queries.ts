import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { View, ViewDraft } from '../contract.ts'

type Caller = Pick<StaffActor, 'scope' | 'id' | 'name' | 'ngoId'>

/** Whether an account sees all organisations and counties. */
export const seesEverything = ({ scope: { ngoId, countyIds } }: Pick<StaffActor, 'scope'>) =>
  ngoId === null && countyIds === null

/** Authors leave: what they shared must not stay for ever, in any organisation. */
const mayDelete = (caller: Caller) => sql<boolean>`
  (kept_by = ${caller.id}
   or ${seesEverything(caller)} and sharing = 'everybody'
   or ${caller.scope.countyIds === null} and sharing = 'organisation' and ngo_id = ${caller.ngoId})`

/** The caller's own views, and those that others share with them. */
export async function listViews(db: Db, caller: Caller): Promise<View[]> {
  const {
    scope: { electionId },
    id,
    ngoId,
  } = caller
  const { rows } = await sql<View>`
    select id, name, list, search, sharing, kept_by_name as author, kept_by = ${id} as is_own,
           ${mayDelete(caller)} as may_delete
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

/** Deletes a view (`at`: when), or restores it; returns its audience, or undefined where the caller may not. */
export async function setViewDeleted(
  tx: Tx,
  caller: Caller,
  id: Id<'views'>,
  at: Date | null,
): Promise<Pick<View, 'sharing'> | undefined> {
  return tx
    .updateTable('views')
    .set({ deletedAt: at })
    .where('electionId', '=', caller.scope.electionId)
    .where('id', '=', id)
    .where(mayDelete(caller))
    .where('deletedAt', at ? 'is' : 'is not', null)
    .returning(sql<View['sharing']>`sharing`.as('sharing'))
    .executeTakeFirst()
}
