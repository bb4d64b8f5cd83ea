import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { DeviceDraft } from '../contract.ts'
import type { Lock } from '../domain.ts'

/** The staff account of that name, however it is capitalised. */
export async function findStaff(db: Db, account: string) {
  return db
    .selectFrom('staff')
    .innerJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select(['staff.id', 'account', 'passwordHash', 'role', 'ngoId'])
    .where(sql<string>`lower(account)`, '=', account.toLowerCase())
    .where('ngos.isActive', '=', true)
    .executeTakeFirst()
}

/** The observer of the current election whose phone has these digits. */
export async function findObserver(db: Db, digits: string) {
  return db
    .selectFrom('observers')
    .innerJoin('elections', 'elections.id', 'observers.electionId')
    .select(['observers.electionId', 'observers.id', 'phone', 'pinHash', 'ngoId'])
    .where('elections.isCurrent', '=', true)
    .where('phoneDigits', '=', digits)
    .where('observers.deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Makes sign-ins to one account take turns, so that guesses sent together are counted one by one. */
export async function lockAccount(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Until when any of the keys is locked; undefined when none is. */
export async function findLock(tx: Tx, keys: readonly string[], now: Date) {
  const row = await tx
    .selectFrom('signInFailures')
    .select((is) => is.fn.max('lockedUntil').as('lockedUntil'))
    .where('key', 'in', keys)
    .where('lockedUntil', '>', now)
    .executeTakeFirst()
  return row?.lockedUntil ?? undefined
}

/** Counts a failure; failures older than the lock's span are forgotten. */
export async function countFailure(tx: Tx, key: string, lock: Lock, now: Date): Promise<void> {
  const until = new Date(now.getTime() + lock.lockSeconds * 1000)
  const forgotten = new Date(now.getTime() - lock.lockSeconds * 1000)
  await sql`
    insert into sign_in_failures as f (key, failures, last_at)
    values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.last_at < ${forgotten} then 1 else f.failures + 1 end,
      last_at = ${now},
      locked_until = case
        when f.last_at >= ${forgotten} and f.failures + 1 >= ${lock.failures} then ${until}::timestamptz
      end`.execute(tx)
}

export async function forgetFailures(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('signInFailures').where('key', '=', key).execute()
}

type Owner =
  | { readonly staffId: Id<'staff'> }
  | { readonly electionId: Id<'elections'>; readonly observerId: Id<'observers'> }

export async function insertSession(
  tx: Tx,
  id: string,
  owner: Owner,
  createdAt: Date,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ id, ...owner, createdAt, expiresAt })
    .execute()
}

export async function revokeSession(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revokedAt: at }).where('id', '=', id).execute()
}

/** One registration per channel: the last phone an observer signed in on gets the messages. */
export async function upsertDevice(
  tx: Tx,
  electionId: Id<'elections'>,
  observerId: Id<'observers'>,
  { channelName: channel, token }: DeviceDraft,
  registeredAt: Date,
): Promise<void> {
  const key = { electionId, observerId, channel }
  await tx
    .insertInto('devices')
    .values({ ...key, token, registeredAt })
    .onConflict((on) =>
      on.columns(['electionId', 'observerId', 'channel']).doUpdateSet({ token, registeredAt }),
    )
    .execute()
  await tx
    .updateTable('observers')
    .set({ deviceRegisteredAt: registeredAt })
    .where('electionId', '=', electionId)
    .where('id', '=', observerId)
    .execute()
}
