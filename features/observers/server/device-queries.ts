import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** Records when one of an observer's phones was last registered. */
export async function noteDevice(
  tx: Tx,
  {
    electionId,
    observerId,
  }: {
    readonly electionId: Id<'elections'>
    readonly observerId: Id<'observers'>
  },
  deviceRegisteredAt: Date,
): Promise<void> {
  await tx
    .updateTable('observerCounts')
    .set({ deviceRegisteredAt })
    .where('electionId', '=', electionId)
    .where('observerId', '=', observerId)
    .execute()
}
