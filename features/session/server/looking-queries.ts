import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'

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
