import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'

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

/** How many staff accounts there are, of any organisation. */
export async function countStaff(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('staff')
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The organiser's own organisation, made on the first start; they call it by its name later. */
export async function ensureOrganiser(tx: Tx): Promise<Id<'ngos'>> {
  const found = await tx
    .selectFrom('ngos')
    .select('id')
    .where('isOrganiser', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  if (found) return found.id
  const made = await tx
    .insertInto('ngos')
    .values({ name: 'Organizator', shortName: 'ORG', isOrganiser: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function insertStaff(
  tx: Tx,
  staff: {
    readonly ngoId: Id<'ngos'>
    readonly account: string
    readonly passwordHash: string
    readonly role: 'organiser' | 'ngo-administrator'
  },
): Promise<Id<'staff'>> {
  const { id } = await tx
    .insertInto('staff')
    .values(staff)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
