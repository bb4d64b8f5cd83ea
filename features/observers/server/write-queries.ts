import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { revokeObservers } from '#features/session/server/own-queries.ts'
import { forgetDevicesOf } from '#features/session/server/sign-in/device-queries.ts'
import { unlockObservers } from '#features/session/server/sign-in/lock-queries.ts'
import { maybeMeant, meant, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { keysOf } from '#kit/contract/field.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { columnsOf } from '#kit/server/fields.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { pinDoubt } from '../doubt-domain.ts'
import { type ObserverFacts, observerFields } from '../fields.ts'
import { judgePhone } from './doubt-queries.ts'
import { inScope } from './scope-queries.ts'
import { observers } from './subjects.ts'

export type ObserverValues = ObserverFacts & Columns<'observers', 'pinHash' | 'pinDoubt' | 'ngoId'>

/** A stored PIN: its digest, and why it may keep its observer from signing in. */
export const pinColumns = (secrets: Secrets, pin: string) => ({
  pinHash: secrets.hashPin(pin),
  pinDoubt: pinDoubt(pin) ?? null,
})

/** By the digits that were typed, or by the parsed number. */
export const phoneIsTaken = (phone: string) =>
  refusedBy(
    ['observers_phone_is_taken', 'observers_number_is_taken'],
    () => new Problem('observer.phone-taken', { phone }),
  )

/** The audit snapshot of an observer before a change, locked for this transaction. */
export async function lockObserver(
  tx: Tx,
  scope: Scope,
  id: Id<'observers'>,
  { isDeleted }: { readonly isDeleted: boolean },
) {
  return tx
    .selectFrom('observers as o')
    .select([
      'o.id',
      'o.ngoId',
      'o.revision',
      ...keysOf(observerFields).map((name) => `o.${name}` as const),
    ])
    .select((is) => is.ref('o.changes').$castTo<Revised['changes']>().as('changes'))
    .where(sql<boolean>`${inScope(scope)}`)
    .where('o.deletedAt', isDeleted ? 'is not' : 'is', null)
    .where('o.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks observers until this transaction ends. Whatever stores reports, or locks rows of several observers, locks all
 * of them first, in one pass.
 */
export async function lockObservers(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select hold_observers(${arrayOf(ids)}::integer[])`.execute(tx)
}

/** Locks the observers that no other transaction has locked; returns them. */
export async function tryLockObservers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from (select id from unnest(${arrayOf(ids)}::integer[]) o (id) order by id) i
     where try_hold_observer(i.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The observers a phone means, however it is typed; several where they share the number. */
export async function listMeant(
  tx: Tx,
  scope: Scope,
  typed: string,
): Promise<readonly Id<'observers'>[]> {
  const phone = readPhone(typed, await getHomeCountry(tx, scope.electionId))
  const found = await tx
    .selectFrom('observers as o')
    .select(['o.id', 'o.phoneDigits', 'o.phoneE164'])
    .where(sql<boolean>`${inScope(scope)} and o.deleted_at is null and ${maybeMeant([phone])}`)
    .execute()
  return meant(phone, found).map(({ id }) => id)
}

/**
 * An observer who shared a number and is now its only holder becomes its owner, so that no other observer can
 * take it. Call this before any of these numbers is assigned.
 */
export async function settleNumbers(
  tx: Tx,
  electionId: Id<'elections'>,
  numbers: readonly string[],
): Promise<void> {
  await sql`
    update observers set shares_number = false
     where election_id = ${electionId}
       and id in (select min(o.id) from observers o
                   where o.election_id = ${electionId} and o.shares_number
                     and o.deleted_at is null and o.phone_e164 = any(${numbers}::text[])
                     and not exists (
                       select from observers other
                        where other.election_id = o.election_id and other.deleted_at is null
                          and other.phone_e164 = o.phone_e164 and not other.shares_number)
                   group by o.phone_e164)`.execute(tx)
}

/** The stored form of a phone: as typed, and parsed in the election's home country. */
async function takePhone(tx: Tx, electionId: Id<'elections'>, phone: string) {
  const phoneReadIn = await getHomeCountry(tx, electionId)
  const { digits: phoneDigits, e164: phoneE164, doubt: phoneDoubt } = judgePhone(phone, phoneReadIn)
  if (phoneE164) await settleNumbers(tx, electionId, [phoneE164])
  return { phone, phoneDigits, phoneE164, phoneReadIn, phoneDoubt }
}

/** Does the organisation exist, and may the caller act for it? */
export async function findNgo(db: Tx, scope: Scope, ngoId: Id<'ngos'>) {
  const ngo = await db
    .selectFrom('ngos')
    .select('id')
    .where('id', '=', ngoId)
    .$if(scope.ngoId !== null, (query) => query.where('id', '=', scope.ngoId))
    .executeTakeFirst()
  return ngo?.id
}

export async function insertObserver(
  tx: Tx,
  scope: Scope,
  values: ObserverValues,
): Promise<Id<'observers'>> {
  const { electionId } = scope
  const phone = await takePhone(tx, electionId, values.phone)
  const { id } = await tx
    .insertInto('observers')
    .values({ ...values, ...phone, electionId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(phoneIsTaken(values.phone))
  await tx.insertInto('observerCounts').values({ electionId, observerId: id }).execute()
  return id
}

/** Sets the given fields; a changed phone updates its number. `changing` is the author. */
export async function updateObserver(
  tx: Tx,
  { electionId }: Scope,
  { id, phone: before }: { readonly id: Id<'observers'>; readonly phone: string },
  values: Partial<ObserverValues> & { readonly changing: string },
): Promise<void> {
  const { phone = before } = values
  const taken = phone === before ? undefined : await takePhone(tx, electionId, phone)
  // Typed differently it is still the same number, and shared as before.
  const shares = sql<boolean>`
    shares_number and phone_e164 is not distinct from ${taken?.phoneE164 ?? null}`
  await tx
    .updateTable('observers')
    .set({ ...values, ...(taken && { ...taken, sharesNumber: shares }) })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
    .catch(phoneIsTaken(phone))
}

/** The audit snapshot of an observer: never the PIN, not even its hash. */
export type ObserverSnapshot = ObserverFacts & Columns<'observers', 'id' | 'ngoId'>

/** The unique key: the number, or the typed digits for observers that share one. */
const heldBy = sql`case when o.shares_number then o.phone_digits
                        else coalesce(o.phone_e164, o.phone_digits) end`

const snapshotColumns = sql`o.id, ${columnsOf(observerFields, 'o')}, o.ngo_id`

/** Deletes observers and ends their sessions; returns those who existed. */
export async function deleteObservers(
  tx: Tx,
  scope: Scope,
  ids: readonly Id<'observers'>[],
  now: Date,
): Promise<ObserverSnapshot[]> {
  const { rows } = await sql<ObserverSnapshot>`
    update observers o set deleted_at = ${now}
     where ${inScope(scope)} and o.deleted_at is null and o.id = any(${ids}::integer[])
    returning ${snapshotColumns}`.execute(tx)
  const hidden = rows.map(({ id }) => id)
  await mark(tx, scope.electionId, observers, hidden)
  await revokeSessionsOf(tx, scope.electionId, hidden, now)
  return rows
}

/**
 * Restores observers, except those whose phone belongs to an undeleted observer by now; of several with the
 * same phone, the last one deleted. Returns those restored.
 */
export async function restoreObservers(
  tx: Tx,
  scope: Scope,
  ids: readonly Id<'observers'>[],
): Promise<ObserverSnapshot[]> {
  const { rows } = await sql<ObserverSnapshot>`
    update observers o set deleted_at = null
      from (select distinct on (${heldBy}) o.id from observers o
             where ${inScope(scope)} and o.deleted_at is not null and o.id = any(${ids}::integer[])
             order by ${heldBy}, o.deleted_at desc, o.id desc) latest
     where ${inScope(scope)} and o.id = latest.id and o.deleted_at is not null
       and not exists (select from observers living
                        where living.election_id = o.election_id and living.deleted_at is null
                          and (living.phone_digits = o.phone_digits
                               or living.phone_e164 = o.phone_e164
                                  and not o.shares_number and not living.shares_number))
    returning ${snapshotColumns}`
    .execute(tx)
    .catch(phoneIsTaken(''))
  await mark(
    tx,
    scope.electionId,
    observers,
    rows.map(({ id }) => id),
  )
  return rows
}

/** Restores one observer. */
export async function restoreObserver(
  tx: Tx,
  scope: Scope,
  { id, phone }: { readonly id: Id<'observers'>; readonly phone: string },
): Promise<void> {
  await tx
    .updateTable('observers')
    .set({ deletedAt: null })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', id)
    .execute()
    .catch(phoneIsTaken(phone))
  await mark(tx, scope.electionId, observers, [id])
}

/**
 * Ends all sessions of observers; their phones ask for the pin again, and lockouts end. Returns whether any
 * of them was locked.
 */
export async function revokeSessionsOf(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
  at: Date,
): Promise<boolean> {
  await revokeObservers(tx, electionId, ids, at)
  await forgetDevicesOf(tx, electionId, ids)
  return unlockObservers(tx, electionId, ids, at)
}
