import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Election } from '#features/elections/contract.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import type { DeviceDraft } from '../../contract.ts'
import { accountKey, type Lock, sharedKey } from '../../domain.ts'
import { dutyNow } from '../duty-queries.ts'
import { isCounting } from './lock-queries.ts'
import { maybeMeant, meant, type TypedPhone } from './phone-queries.ts'

const activeStaff = (db: Db) =>
  db
    .selectFrom('staff')
    .innerJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select(['staff.id', 'account', 'email', 'passwordHash', 'passwordUntil', 'role', 'ngoId'])
    .select(dutyNow.as('owes'))
    .where('ngos.isActive', '=', true)

/** The staff account of that name, however it is spelled. */
export async function findStaff(db: Db, account: string) {
  return activeStaff(db).where('accountKey', '=', accountKey(account)).executeTakeFirst()
}

export async function findStaffById(db: Db, id: Id<'staff'>) {
  return activeStaff(db).where('staff.id', '=', id).executeTakeFirst()
}

/**
 * Locks the current election until this transaction ends: what is found in it then stays there.
 * @throws Problem `server.unavailable` when another has become current at this moment.
 */
export async function holdCurrentElection(tx: Tx, { id }: Pick<Election, 'id'>): Promise<void> {
  await lockElectionShared(tx, id)
  if ((await findCurrentElection(tx))?.id !== id)
    throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
}

/** The observers of an election with this phone, who may be signing in. */
export async function findObservers(db: Db, electionId: Id<'elections'>, phone: TypedPhone) {
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

/**
 * Counts a failure, of an account if it concerns one, within a span as long as the lock. Returns whether this
 * was the one that locks: failures during a lock do not prolong it.
 */
export async function countFailure(
  tx: Tx,
  { key, account }: { readonly key: string; readonly account: string | null },
  lock: Lock,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + lock.lockSeconds * 1000)
  const goesOn = isCounting(now, lock)
  const { rows } = await sql<{ isLocking: boolean }>`
    with before as (select from sign_in_failures
                     where key = ${key} and locked_until > ${now} and locked_until <= ${until})
    insert into sign_in_failures as f
           (key, account, failures, began_at, last_at, since_last, first_at)
    values (${key}, ${account}, 1, ${now}, ${now}, 1, ${now})
    on conflict (key) do update set
      failures = case when ${goesOn} then f.failures + 1 else 1 end,
      began_at = case when ${goesOn} then coalesce(f.began_at, f.last_at) else ${now} end,
      last_at = ${now},
      since_last = f.since_last + 1,
      first_at = coalesce(f.first_at, ${now}),
      locked_until = case
        when f.locked_until > ${now} and f.locked_until <= ${until} then f.locked_until
        when ${goesOn} and f.failures + 1 >= ${lock.failures} then ${until}::timestamptz
      end
    returning locked_until is not null and not exists (select from before) as is_locking`.execute(
    tx,
  )
  return rows[0]?.isLocking ?? false
}

/** Reverts a failure counted before the result was known, and the lock that it caused. */
export async function waiveFailure(tx: Tx, key: string): Promise<void> {
  await sql`
    update sign_in_failures
       set failures = failures - 1, since_last = since_last - 1, locked_until = null,
           first_at = case when since_last > 1 then first_at end
     where key = ${key}`.execute(tx)
}

/** For each of these phones, whether it was signed in before. */
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

/** Failed attempts on an account since its owner last signed in. */
export type Failures = { readonly count: number; readonly from: Date }

/** Clears an account's failures, and with them its lock; returns what to tell the owner. */
export async function forgetFailures(tx: Tx, key: string): Promise<Failures | undefined> {
  const row = await tx
    .deleteFrom('signInFailures')
    .where('key', '=', key)
    .returning(['sinceLast', 'firstAt'])
    .executeTakeFirst()
  return failuresOf(row)
}

/** Strangers' failures, to be told to the owner, who signed in another way: the lock stays. */
export async function takeFailures(tx: Tx, account: string): Promise<Failures | undefined> {
  const keys = sql`key in (${account}, ${sharedKey(account)})`
  // Locked in their order, before anything is changed: concurrent sign-ins are serialised.
  const { rows } = await sql<Columns<'signInFailures', 'sinceLast' | 'firstAt'>>`
    select since_last, first_at from sign_in_failures where ${keys} order by key for update`.execute(
    tx,
  )
  const firsts = rows.flatMap(({ firstAt }) => firstAt ?? [])
  if (firsts.length === 0) return undefined
  await sql`
    update sign_in_failures set since_last = 0, first_at = null where ${keys}`.execute(tx)
  const count = rows.reduce((sum, { sinceLast }) => sum + sinceLast, 0)
  return { count, from: new Date(Math.min(...firsts.map((one) => one.getTime()))) }
}

const failuresOf = (row: { sinceLast: number; firstAt: Date | null } | undefined) =>
  row?.firstAt ? { count: row.sinceLast, from: row.firstAt } : undefined

/** The owner of a session. */
export type SessionOwner =
  | { readonly staffId: Id<'staff'> }
  | {
      readonly electionId: Id<'elections'>
      readonly observerId: Id<'observers'>
      /** Identifies their phone; null where it does not identify itself. */
      readonly device: string | null
    }

/** For staff, where it began is stored as well. */
export async function insertSession(
  tx: Tx,
  owner: SessionOwner,
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
  const failed = { failuresBefore: failures?.count ?? null, failuresFrom: failures?.from ?? null }
  const seen = { address, userAgent, lastSeenAt: createdAt, confirmedAt: createdAt, ...failed }
  await tx
    .insertInto('sessions')
    .values({ id, createdAt, expiresAt, ...owner, ...('staffId' in owner && seen) })
    .execute()
}

/**
 * One registration for each channel, and one for each token: the phone an observer signed in on last gets the
 * messages, and of those who share a phone the last who signed in.
 */
export async function upsertDevice(
  tx: Tx,
  { electionId, observerId, sessionId }: DeviceOwner,
  { channelName, token }: DeviceDraft,
  registeredAt: Date,
): Promise<void> {
  const channel = channelName.toLowerCase()
  // Two concurrent registrations of one token are serialised; the second then sees what the first has
  // written.
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
}

/** Records that an observer's phone was registered; a later feature, which owns observers, provides it. */
export type NoteDevice = (tx: Tx, owner: DeviceOwner, at: Date) => Promise<void>

/** The owner of a phone, and the session that registered it. */
export type DeviceOwner = {
  readonly electionId: Id<'elections'>
  readonly observerId: Id<'observers'>
  readonly sessionId: string
}
