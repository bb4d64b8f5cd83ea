import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'

type NewPasskey = {
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly createdAt: Date
}

export async function insertPasskey(
  tx: Tx,
  staffId: Id<'staff'>,
  passkey: NewPasskey,
): Promise<Id<'passkeys'>> {
  const { id } = await tx
    .insertInto('passkeys')
    .values({ staffId, ...passkey })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refusedBy('passkeys_belong_to_one', () => new Problem('factor.passkey-refused')))
  return id
}

/** The passkey of that name on its device, locked for this transaction: its counter is about to move. */
export async function lockPasskey(tx: Tx, credentialId: string) {
  return tx
    .selectFrom('passkeys')
    .select(['id', 'staffId', 'name', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

export async function touchPasskey(tx: Tx, id: Id<'passkeys'>, counter: number, lastUsedAt: Date) {
  await tx.updateTable('passkeys').set({ counter, lastUsedAt }).where('id', '=', id).execute()
}

export async function listCredentialIds(db: Db, staffId: Id<'staff'>): Promise<string[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('staffId', '=', staffId)
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

/** Removes one passkey, or all of an account; returns their names. */
export async function deletePasskeys(
  tx: Tx,
  staffId: Id<'staff'>,
  id?: Id<'passkeys'>,
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('passkeys')
    .where('staffId', '=', staffId)
    .$if(id !== undefined, (query) => query.where('id', '=', id as Id<'passkeys'>))
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
