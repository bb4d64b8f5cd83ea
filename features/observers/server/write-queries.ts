import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import { phoneDigits } from '#features/session/domain.ts'
import { forgetDevicesOf } from '#features/session/server/device-queries.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Scope } from '#kit/contract/who.ts'
import { inScope } from './queries.ts'

export type ObserverValues = {
  readonly name: string
  readonly phone: string
  readonly pinHash: string
  readonly isTest: boolean
  readonly ngoId: Id<'ngos'>
}

const phoneIsTaken = (phone: string) =>
  refusedBy('observers_phone_is_taken', () => new Problem('observer.phone-taken', { phone }))

/** What history tells of an observer, and what a change starts from; kept to this transaction. */
export async function lockObserver(
  tx: Tx,
  scope: Scope,
  observer: { readonly id: Id<'observers'> } | { readonly digits: string },
  { isDeleted }: { readonly isDeleted: boolean },
) {
  return tx
    .selectFrom('observers as o')
    .select(['o.id', 'o.name', 'o.phone', 'o.isTest', 'o.ngoId', 'o.revision'])
    .select((is) => is.ref('o.changes').$castTo<Revised['changes']>().as('changes'))
    .where(sql<boolean>`${inScope(scope)}`)
    .where('o.deletedAt', isDeleted ? 'is not' : 'is', null)
    .where((is) =>
      'id' in observer ? is('o.id', '=', observer.id) : is('o.phoneDigits', '=', observer.digits),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Does the organisation exist, and may the caller act for it? */
export async function findNgo(db: Tx, scope: Scope, asked: Id<'ngos'>) {
  const ngo = await db
    .selectFrom('ngos')
    .select('id')
    .where('id', '=', asked)
    .$if(scope.ngoId !== null, (query) => query.where('id', '=', scope.ngoId))
    .executeTakeFirst()
  return ngo?.id
}

export async function insertObserver(
  tx: Tx,
  scope: Scope,
  values: ObserverValues,
): Promise<Id<'observers'>> {
  const { id } = await tx
    .insertInto('observers')
    .values({
      ...values,
      electionId: scope.electionId,
      phoneDigits: phoneDigits(values.phone),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(phoneIsTaken(values.phone))
  return id
}

/** Sets what is given; a phone brings its digits along. `changing` is who does it. */
export async function updateObserver(
  tx: Tx,
  scope: Scope,
  id: Id<'observers'>,
  values: Partial<ObserverValues> & { readonly changing: string },
): Promise<void> {
  const digits = values.phone === undefined ? {} : { phoneDigits: phoneDigits(values.phone) }
  await tx
    .updateTable('observers')
    .set({ ...values, ...digits })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', id)
    .execute()
    .catch(phoneIsTaken(values.phone ?? ''))
}

/** What history tells of an observer: never the pin, not even its hash. */
export type Told = Omit<ObserverValues, 'pinHash'> & { readonly id: Id<'observers'> }

const told = sql`o.id, o.name, o.phone, o.is_test, o.ngo_id`

/** Hides observers and ends their sessions; answers with those who were there to be hidden. */
export async function deleteObservers(
  tx: Tx,
  scope: Scope,
  ids: readonly Id<'observers'>[],
  now: Date,
): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update observers o set deleted_at = ${now}
     where ${inScope(scope)} and o.deleted_at is null and o.id = any(${ids}::integer[])
    returning ${told}`.execute(tx)
  const hidden = rows.map(({ id }) => id)
  await revokeSessionsOf(tx, scope.electionId, hidden, now)
  return rows
}

/**
 * Brings observers back, but for those whose phone is a living observer's by now; of several who
 * had the same phone, the last one who was deleted. Answers with those who are back.
 */
export async function restoreObservers(
  tx: Tx,
  scope: Scope,
  ids: readonly Id<'observers'>[],
): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update observers o set deleted_at = null
      from (select distinct on (o.phone_digits) o.id from observers o
             where ${inScope(scope)} and o.deleted_at is not null and o.id = any(${ids}::integer[])
             order by o.phone_digits, o.deleted_at desc, o.id desc) latest
     where ${inScope(scope)} and o.id = latest.id and o.deleted_at is not null
       and not exists (select from observers living
                        where living.election_id = o.election_id and living.deleted_at is null
                          and living.phone_digits = o.phone_digits)
    returning ${told}`
    .execute(tx)
    .catch(phoneIsTaken(''))
  return rows
}

/** Brings one observer back. */
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
}

/** Ends every session that observers have; their phones ask for the pin again. */
export async function revokeSessionsOf(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
  at: Date,
): Promise<void> {
  await sql`
    update sessions set revoked_at = ${at}
     where election_id = ${electionId} and observer_id = any(${ids}::integer[])
       and revoked_at is null`.execute(tx)
  await forgetDevicesOf(tx, electionId, ids)
}
