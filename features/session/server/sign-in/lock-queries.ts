import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { accountLock, type Lock } from '../../domain.ts'

/**
 * Until when a lock is believable. A lock longer than any span was set while a clock was ahead, and is
 * ignored; twice the span, because the clocks of two servers are never quite the same.
 */
const believableUntil = (now: Date) => new Date(now.getTime() + 2 * accountLock.lockSeconds * 1000)

/** Whether the failures of a row `f` still count, or a new span begins. */
export const isCounting = (now: Date, { lockSeconds }: Lock) => {
  const span = lockSeconds * 1000
  const [first, last] = [new Date(now.getTime() - span), new Date(now.getTime() + span)]
  return sql`coalesce(f.began_at, f.last_at) between ${first} and ${last}`
}

/** Until when any of the keys is locked; undefined when none is. */
export async function findLock(tx: Tx, keys: readonly string[], now: Date) {
  const row = await tx
    .selectFrom('signInFailures')
    .select((is) => is.fn.max('lockedUntil').as('lockedUntil'))
    .where('key', 'in', keys)
    .where('lockedUntil', '>', now)
    .where('lockedUntil', '<', believableUntil(now))
    .executeTakeFirst()
  return row?.lockedUntil ?? undefined
}

/** Serialises attempts at one account, so that guesses sent concurrently are counted one by one. */
export async function lockAttemptsOf(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** A key with counted failures, and until when it is locked if it is. */
type Counted = Columns<'signInFailures', 'key' | 'lockedUntil'>

/** Which of the keys have failures that still count, or an active lock. */
export async function listCounted(
  tx: Tx,
  keys: readonly string[],
  now: Date,
): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    select key, case when locked_until > ${now} and locked_until < ${believableUntil(now)}
                     then locked_until end as locked_until
      from sign_in_failures f
     where key = any(${keys}::text[])
       and (locked_until > ${now} or ${isCounting(now, accountLock)})`.execute(tx)
  return rows
}

/**
 * Which of these accounts are locked now, for strangers or for a known device, and until when.
 * @param accounts as named by `staffKey` and `observerKeys`
 */
export async function findLocksOf(
  db: Db,
  accounts: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('signInFailures')
    .select((is) => ['account', is.fn.max('lockedUntil').as('lockedUntil')])
    .where('account', '=', sql<string>`any(${accounts}::text[])`)
    .where('lockedUntil', '>', now)
    .where('lockedUntil', '<', believableUntil(now))
    .groupBy('account')
    .execute()
  return new Map(
    rows.flatMap(({ account, lockedUntil }) =>
      account && lockedUntil ? [[account, lockedUntil]] : [],
    ),
  )
}

/**
 * Clears all failures of an account, by strangers and by its known devices, and with them all locks.
 * @returns whether it was locked
 */
export async function unlockAccount(tx: Tx, account: string, now: Date): Promise<boolean> {
  const { rows } = await sql<Columns<'signInFailures', 'lockedUntil'>>`
    delete from sign_in_failures where account = ${account} returning locked_until`.execute(tx)
  return rows.some(isLockedAt(now))
}

/** Unlocks observers, under every key by which their phones are counted. */
export async function unlockObservers(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<Columns<'signInFailures', 'lockedUntil'>>`
    delete from sign_in_failures
     where account in (select 'observer:' || unnest(array[phone_digits, phone_e164]) from observers
                        where election_id = ${electionId} and id = any(${ids}::integer[]))
    returning locked_until`.execute(tx)
  return rows.some(isLockedAt(now))
}

const isLockedAt =
  (now: Date) =>
  ({ lockedUntil }: { readonly lockedUntil: Date | null }) =>
    lockedUntil !== null && lockedUntil > now && lockedUntil < believableUntil(now)
