import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import { announceSessionEnd } from '#kit/server/announce.ts'
import type { Election } from '../contract.ts'

/** An election as whoever wants to look at it has to know it; undefined where there is none. */
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

/** From now on the session is in this election to read it, or in the current one (null). */
export async function setLooking(
  tx: Tx,
  sessionId: string,
  id: Id<'elections'> | null,
): Promise<void> {
  await tx.updateTable('sessions').set({ looksAtId: id }).where('id', '=', sessionId).execute()
  // What its screens show is of the other election: they come back, and read it all again.
  await announceSessionEnd(tx, sessionId)
}

/** Whoever reads this election is in the current one again: it is opened, or goes. */
export async function endLooking(tx: Tx, id: Id<'elections'>): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ looksAtId: null })
    .where('looksAtId', '=', id)
    .returning('id')
    .execute()
  for (const { id: sessionId } of ended) await announceSessionEnd(tx, sessionId)
}
