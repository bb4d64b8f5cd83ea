import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Election } from '#features/elections/contract.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { holdElection } from '#kit/server/hold.ts'
import type { DeviceDraft } from '../contract.ts'
import { accountKey, accountLock, type Lock } from '../domain.ts'
import { dutyNow } from './duty-queries.ts'
import { maybeMeant, meant, type Typed } from './phone-queries.ts'

const activeStaff = (db: Db) =>
  db
    .selectFrom('staff')
    .innerJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select(['staff.id', 'account', 'email', 'passwordHash', 'passwordUntil', 'role', 'ngoId'])
    .select(dutyNow.as('owes'))
    .where('ngos.isActive', '=', true)

/** The staff account of that name, however it is written. */
export async function findStaff(db: Db, account: string) {
  return activeStaff(db).where('accountKey', '=', accountKey(account)).executeTakeFirst()
}

export async function findStaffById(db: Db, id: Id<'staff'>) {
  return activeStaff(db).where('staff.id', '=', id).executeTakeFirst()
}

/**
 * Keeps the election that was current as it is until this transaction ends: what is found in it then
 * stays there.
 * @throws Problem `server.unavailable` when another has become current at this moment.
 */
export async function holdCurrentElection(tx: Tx, { id }: Pick<Election, 'id'>): Promise<void> {
  await holdElection(tx, id)
  if ((await findCurrentElection(tx))?.id !== id)
    throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
}

/** The observers of an election who may be signing in with this phone, whom it means before all others. */
export async function findObservers(db: Db, electionId: Id<'elections'>, phone: Typed) {
  const found = await db
    .selectFrom('observers as o')
    .select(['id', 'phone', 'phoneDigits', 'phoneE164', 'pinHash', 'ngoId'])
    .where('electionId', '=', electionId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`${maybeMeant([phone])}`)
    .orderBy('id')
    .execute()
  const first = new Set(meant(phone, found))
  return [...first, ...found.filter((one) => !first.has(one))]
}

/** Makes sign-ins to one account take turns, so that guesses sent together are counted one by one. */
export async function lockAccount(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Until when any of the keys is locked; undefined when none is. What is locked for longer than any
 * lock holds was locked while a clock was ahead, and counts for nothing.
 */
export async function findLock(tx: Tx, keys: readonly string[], now: Date) {
  // Twice the span: the clocks of two servers are never quite the same.
  const believable = new Date(now.getTime() + 2 * accountLock.lockSeconds * 1000)
  const row = await tx
    .selectFrom('signInFailures')
    .select((is) => is.fn.max('lockedUntil').as('lockedUntil'))
    .where('key', 'in', keys)
    .where('lockedUntil', '>', now)
    .where('lockedUntil', '<', believable)
    .executeTakeFirst()
  return row?.lockedUntil ?? undefined
}

/**
 * Counts a failure, of an account where it is about one; failures older than the lock's span are
 * forgotten. Answers whether this was the one that locks.
 */
export async function countFailure(
  tx: Tx,
  { key, account }: { readonly key: string; readonly account: string | null },
  lock: Lock,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + lock.lockSeconds * 1000)
  const forgotten = new Date(now.getTime() - lock.lockSeconds * 1000)
  const { rows } = await sql<{ isLocked: boolean }>`
    insert into sign_in_failures as f (key, account, failures, last_at, since_last, first_at)
    values (${key}, ${account}, 1, ${now}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.last_at < ${forgotten} or f.last_at > ${until} then 1 else f.failures + 1 end,
      last_at = ${now},
      since_last = f.since_last + 1,
      first_at = coalesce(f.first_at, ${now}),
      locked_until = case
        when f.last_at between ${forgotten} and ${until} and f.failures + 1 >= ${lock.failures} then ${until}::timestamptz
      end
    returning locked_until is not null as is_locked`.execute(tx)
  return rows[0]?.isLocked ?? false
}

/** Takes back a failure that was counted before anybody knew, and the lock that it was. */
export async function waiveFailure(tx: Tx, key: string): Promise<void> {
  await sql`
    update sign_in_failures
       set failures = failures - 1, since_last = since_last - 1, locked_until = null,
           first_at = case when since_last > 1 then first_at end
     where key = ${key}`.execute(tx)
}

/** Forgets every failure of an account, of strangers and of its own devices, and with them all locks. */
export async function unlockAccount(tx: Tx, account: string): Promise<void> {
  await tx.deleteFrom('signInFailures').where('account', '=', account).execute()
}

/** The same of observers, by whichever way their phones are counted. */
export async function unlockObservers(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
): Promise<void> {
  await sql`
    delete from sign_in_failures
     where account in (select 'observer:' || unnest(array[phone_digits, phone_e164]) from observers
                        where election_id = ${electionId} and id = any(${ids}::integer[]))`.execute(
    tx,
  )
}

/** Of each of these phones, whether it was let in before. */
export async function areKnownDevices(db: Db, marks: readonly string[]): Promise<boolean[]> {
  const rows = await db
    .selectFrom('knownDevices')
    .select('mark')
    .where('mark', '=', sql<string>`any(${marks}::text[])`)
    .execute()
  const known = new Set(rows.map(({ mark }) => mark))
  return marks.map((mark) => known.has(mark))
}

export async function keepDevice(tx: Tx, mark: string, now: Date): Promise<void> {
  await tx
    .insertInto('knownDevices')
    .values({ mark, seenAt: now })
    .onConflict((on) => on.column('mark').doUpdateSet({ seenAt: now }))
    .execute()
}

/** How often an account was tried in vain since its owner was last in. */
export type Failures = { readonly count: number; readonly from: Date }

/** Forgets an account's failures, and with them its lock; answers with what there was to tell. */
export async function forgetFailures(tx: Tx, key: string): Promise<Failures | undefined> {
  const row = await tx
    .deleteFrom('signInFailures')
    .where('key', '=', key)
    .returning(['sinceLast', 'firstAt'])
    .executeTakeFirst()
  return failuresOf(row)
}

/** What there is to tell its owner, who came in another way: a lock stays as it is. */
export async function takeFailures(tx: Tx, key: string): Promise<Failures | undefined> {
  const row = await tx
    .selectFrom('signInFailures')
    .select(['sinceLast', 'firstAt'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('signInFailures')
    .set({ sinceLast: 0, firstAt: null })
    .where('key', '=', key)
    .execute()
  return failuresOf(row)
}

const failuresOf = (row: { sinceLast: number; firstAt: Date | null } | undefined) =>
  row?.firstAt ? { count: row.sinceLast, from: row.firstAt } : undefined

type Owner =
  | { readonly staffId: Id<'staff'> }
  | { readonly electionId: Id<'elections'>; readonly observerId: Id<'observers'> }

/** Of the staff's is kept where it began. */
export async function insertSession(
  tx: Tx,
  owner: Owner,
  session: {
    readonly id: string
    readonly createdAt: Date
    readonly expiresAt: Date
    readonly address: string
    readonly userAgent: string
    readonly failures?: Failures | undefined
  },
): Promise<void> {
  const { id, createdAt, expiresAt, address, userAgent, failures } = session
  const told = { failuresBefore: failures?.count ?? null, failuresFrom: failures?.from ?? null }
  const seen = { address, userAgent, lastSeenAt: createdAt, confirmedAt: createdAt, ...told }
  await tx
    .insertInto('sessions')
    .values({ id, createdAt, expiresAt, ...owner, ...('staffId' in owner && seen) })
    .execute()
}

/**
 * One registration for each channel, and one for each token: the last phone an observer signed in on gets
 * the messages, and of those who share a phone the last who signed in.
 */
export async function upsertDevice(
  tx: Tx,
  { electionId, observerId, sessionId }: DeviceOwner,
  { channelName, token }: DeviceDraft,
  registeredAt: Date,
): Promise<void> {
  const channel = channelName.toLowerCase()
  // Two who register one token at once take turns; the second then finds what the first has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`device:${token}`}, 0))`.execute(tx)
  await sql`
    delete from devices
     where md5(token) = md5(${token})
       and (election_id, observer_id, channel) is distinct from
           (${electionId}::integer, ${observerId}::integer, ${channel}::text)`.execute(tx)
  const key = { electionId, observerId, channel }
  await tx
    .insertInto('devices')
    .values({ ...key, token, registeredAt, sessionId })
    .onConflict((on) =>
      on
        .columns(['electionId', 'observerId', 'channel'])
        .doUpdateSet({ token, registeredAt, sessionId }),
    )
    .execute()
  await tx
    .updateTable('observerCounts')
    .set({ deviceRegisteredAt: registeredAt })
    .where('electionId', '=', electionId)
    .where('observerId', '=', observerId)
    .execute()
}

/** Whose phone it is, and the session in which it is theirs. */
export type DeviceOwner = {
  readonly electionId: Id<'elections'>
  readonly observerId: Id<'observers'>
  readonly sessionId: string
}
