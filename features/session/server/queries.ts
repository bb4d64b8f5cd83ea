import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ObserverActor, Scope, StaffActor, Who } from '#kit/contract/who.ts'
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

/** Whose sessions these are, with proof of what they may see; those that have ended are missing. */
export async function findWhos(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Who>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('elections', (on) =>
      on
        .on('elections.isCurrent', '=', true)
        // An observer belongs to one election; staff to whichever is current.
        .on((is) =>
          is.or([
            is('sessions.electionId', 'is', null),
            is('sessions.electionId', '=', is.ref('elections.id')),
          ]),
        ),
    )
    .leftJoin('staff', 'staff.id', 'sessions.staffId')
    .leftJoin('observers', (on) =>
      on
        .onRef('observers.electionId', '=', 'sessions.electionId')
        .onRef('observers.id', '=', 'sessions.observerId')
        .on('observers.deletedAt', 'is', null),
    )
    .leftJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select([
      'sessions.id as sessionId',
      'elections.id as electionId',
      'elections.timezone',
      'sessions.expiresAt',
      'staff.id as staffId',
      'staff.account',
      'staff.role',
      'staff.ngoId as staffNgoId',
      'ngos.isActive',
      'observers.id as observerId',
      'observers.name',
      'observers.ngoId as observerNgoId',
      'observers.isTest',
    ])
    // One parameter however many there are, so that it stays one statement.
    .where((is) => is('sessions.id', '=', is.fn.any(is.val([...sessionIds]))))
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const who = whoOf(row)
      return who ? [[row.sessionId, who] as const] : []
    }),
  )
}

type SessionRow = {
  readonly sessionId: string
  readonly electionId: Id<'elections'>
  readonly timezone: string
  readonly expiresAt: Date
  readonly staffId: Id<'staff'> | null
  readonly account: string | null
  readonly role: string | null
  readonly staffNgoId: Id<'ngos'> | null
  readonly isActive: boolean | null
  readonly observerId: Id<'observers'> | null
  readonly name: string | null
  readonly observerNgoId: Id<'ngos'> | null
  readonly isTest: boolean | null
}

function whoOf(row: SessionRow): Who | undefined {
  const { sessionId, electionId, timezone, expiresAt } = row
  const shared = { sessionId, timezone, expiresAt }
  if (row.observerId !== null && row.observerNgoId !== null)
    return {
      ...shared,
      role: 'observer',
      id: row.observerId,
      name: row.name ?? '',
      ngoId: row.observerNgoId,
      isTest: row.isTest ?? false,
      scope: { electionId, ngoId: row.observerNgoId } as Scope,
    }
  if (row.staffId === null || row.staffNgoId === null || row.isActive !== true) return undefined
  const { staffId: id, staffNgoId: ngoId, account, role } = row
  const staff = { id, ngoId, account: account ?? '', role: role ?? '', timezone }
  return { ...shared, ...staffOf(electionId, staff) }
}

/**
 * Somebody of the staff, for what is done on their behalf after they have gone; undefined once
 * their organisation is switched off.
 */
export async function findStaffActor(
  db: Db,
  electionId: Id<'elections'>,
  staffId: Id<'staff'>,
): Promise<StaffActor | undefined> {
  const row = await db
    .selectFrom('staff')
    .innerJoin('ngos', 'ngos.id', 'staff.ngoId')
    .innerJoin('elections', (on) => on.on('elections.id', '=', electionId))
    .select(['staff.id', 'account', 'role', 'ngoId', 'timezone'])
    .where('staff.id', '=', staffId)
    .where('ngos.isActive', '=', true)
    .executeTakeFirst()
  return row && staffOf(electionId, row)
}

function staffOf(
  electionId: Id<'elections'>,
  row: {
    readonly id: Id<'staff'>
    readonly account: string
    readonly role: string
    readonly ngoId: Id<'ngos'>
    readonly timezone: string
  },
): StaffActor {
  const { id, account: name, ngoId, timezone } = row
  const role = row.role === 'organiser' ? 'organiser' : 'ngo-administrator'
  const scope = { electionId, ngoId: role === 'organiser' ? null : ngoId } as Scope
  return { role, id, name, ngoId, timezone, scope }
}

/**
 * An observer of the caller's, for what they once sent and staff do on their behalf. One who was
 * deleted is among them: what they sent stays.
 */
export async function findObserverActor(
  db: Db,
  { scope, timezone }: StaffActor,
  id: Id<'observers'>,
): Promise<ObserverActor | undefined> {
  const { electionId } = scope
  const observer = await db
    .selectFrom('observers')
    .select(['id', 'name', 'ngoId', 'isTest'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .executeTakeFirst()
  if (!observer) return undefined
  const own = { electionId, ngoId: observer.ngoId } as Scope
  return { ...observer, role: 'observer', timezone, scope: own }
}

export async function getNgoName(db: Db, id: Id<'ngos'>): Promise<string> {
  const { name } = await db
    .selectFrom('ngos')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
