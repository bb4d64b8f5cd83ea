import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'

/** Sets the archived election that the session reads; null: the current one. */
export async function setLooking(
  tx: Tx,
  sessionId: string,
  id: Id<'elections'> | null,
): Promise<void> {
  await tx.updateTable('sessions').set({ looksAtId: id }).where('id', '=', sessionId).execute()
  // Its screens show another election from now on: they reconnect, and read everything again.
  await announceSessionEnd(tx, sessionId)
}

/** Sessions reading this election return to the current one: it is reopened, or deleted. */
export async function endLooking(tx: Tx, id: Id<'elections'>): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ looksAtId: null })
    .where('looksAtId', '=', id)
    .returning('id')
    .execute()
  for (const { id: sessionId } of ended) await announceSessionEnd(tx, sessionId)
}
