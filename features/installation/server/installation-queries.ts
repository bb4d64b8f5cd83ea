import type { Tx } from '#database/open.ts'

/**
 * The fingerprint of the secret this database was set up with; stores it when there is none yet. A concurrent
 * caller waits until this transaction ends.
 */
export async function ensureFingerprint(tx: Tx, fingerprint: string): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ secretFingerprint: fingerprint })
    .onConflict((on) => on.doNothing())
    .execute()
  const { secretFingerprint } = await tx
    .selectFrom('installation')
    .select('secretFingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return secretFingerprint
}

/**
 * Requires a second factor at every sign-in from now on, or stops requiring it; returns whether that is a
 * change.
 */
export async function wantFactors(tx: Tx, isWanted: boolean, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ factorsWantedSince: isWanted ? now : null })
    .where('factorsWantedSince', isWanted ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
