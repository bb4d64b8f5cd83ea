import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { FactorRule, Factors } from '../contract.ts'

/** The second factors of an account. */
export async function getFactors(db: Db, staffId: Id<'staff'>): Promise<Factors> {
  const [authenticator, codes, passkeys] = await Promise.all([
    findAuthenticator(db, staffId),
    db
      .selectFrom('recoveryCodes')
      .select((is) => is.fn.countAll<number>().as('total'))
      .where('staffId', '=', staffId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'createdAt', 'lastUsedAt'])
      .where('staffId', '=', staffId)
      .orderBy('id')
      .execute(),
  ])
  return {
    authenticatorSince: authenticator?.since ?? null,
    recoveryCodes: codes.total,
    passkeys,
  }
}

/** The secret shared with an account's authenticator app, sealed. */
export async function findAuthenticator(db: Db, staffId: Id<'staff'>) {
  return db
    .selectFrom('authenticators')
    .select(['secret', 'since'])
    .where('staffId', '=', staffId)
    .executeTakeFirst()
}

/** Replaces the authenticator app; `step` is that of the code that proved it. */
export async function replaceAuthenticator(
  tx: Tx,
  staffId: Id<'staff'>,
  app: { readonly secret: Buffer; readonly since: Date; readonly lastStep: number },
): Promise<void> {
  await deleteAuthenticator(tx, staffId)
  await tx
    .insertInto('authenticators')
    .values({ staffId, ...app })
    .execute()
}

/** Returns whether there was one. Its recovery codes are deleted with it. */
export async function deleteAuthenticator(tx: Tx, staffId: Id<'staff'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('authenticators')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether second factors are required of all staff, and how many lack one. */
export async function getRule(db: Db): Promise<FactorRule> {
  const { rows } = await sql<FactorRule>`
    select (select factors_wanted_since from installation) as wanted_since,
           count(*) filter (where not exists (select from authenticators a where a.staff_id = s.id)
                              and not exists (select from passkeys p where p.staff_id = s.id)) as without
      from staff s`.execute(db)
  return rows[0] ?? { wantedSince: null, without: 0 }
}

/** Uses up a code's time step; false when it, or a later one, was used already. */
export async function spendStep(tx: Tx, staffId: Id<'staff'>, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  staffId: Id<'staff'>,
  digests: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('staffId', '=', staffId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(digests.map((digest) => ({ staffId, digest })))
    .execute()
}

/** Uses up a recovery code; false when there is none with this digest. */
export async function spendRecoveryCode(tx: Tx, staffId: Id<'staff'>, digest: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('staffId', '=', staffId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** An account the caller may act on: of their own organisation, and not an organiser's. */
export async function findAccount(db: Db, who: StaffActor, id: Id<'staff'>) {
  return db
    .selectFrom('staff')
    .select(['id', 'account', 'email'])
    .where('id', '=', id)
    .$if(who.role !== 'organiser', (query) =>
      query.where('ngoId', '=', who.ngoId).where('role', '<>', 'organiser'),
    )
    .executeTakeFirst()
}

/** The address for security notices; undefined when the owner gets none. */
export async function findAddress(db: Db, id: Id<'staff'>) {
  const row = await db
    .selectFrom('staff')
    .select(['account', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.email ? { account: row.account, email: row.email } : undefined
}

/** Marks a challenge as answered until it expires; false when it was answered before. */
export async function spendChallenge(tx: Tx, challenge: string, expiresAt: Date, now: Date) {
  await tx.deleteFrom('spentChallenges').where('expiresAt', '<', now).execute()
  const { rows } = await sql`
    insert into spent_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}
