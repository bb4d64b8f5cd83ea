import type { Tx } from '#database/open.ts'

/**
 * The fingerprint of the secret this database was set up with; sets it when there is none yet. Who
 * asks at the same moment waits until this transaction ends.
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

/** Wants a second factor of everybody who signs in from now on, or of nobody; answers whether that is new. */
export async function wantFactors(tx: Tx, isWanted: boolean, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ factorsWantedSince: isWanted ? now : null })
    .where('factorsWantedSince', isWanted ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
