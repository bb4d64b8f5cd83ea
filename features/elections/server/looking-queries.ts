import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Election } from '../contract.ts'

/** An election for reading it; undefined if there is none. */
export async function findForLooking(
  db: Db,
  id: Id<'elections'>,
): Promise<(Pick<Election, 'state'> & { readonly isCleared: boolean }) | undefined> {
  const row = await db
    .selectFrom('elections')
    .select(['state', 'emptying'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && { state: row.state as Election['state'], isCleared: row.emptying === 'everything' }
}
