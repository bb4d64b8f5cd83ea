import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import {
  maybeMeant,
  meant,
  type TypedPhone,
} from '#features/session/server/sign-in/phone-queries.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { columnsOf } from '#kit/server/fields.ts'
import type { ObserverRow } from '../../domain.ts'
import { type ObserverFacts, observerFields } from '../../fields.ts'

/** A stored observer that a row of a file may refer to. */
export type KnownObserver = ObserverFacts &
  Columns<
    'observers',
    'phoneDigits' | 'phoneE164' | 'sharesNumber' | 'id' | 'ngoId' | 'pinHash' | 'pinDoubt'
  >

/**
 * Finds the observers that each of these phones may mean, in order. With `isKept`, locks them in id order, to
 * prevent deadlocks with concurrent bulk changes.
 */
export async function findKnown(
  tx: Tx,
  electionId: Id<'elections'>,
  phones: readonly TypedPhone[],
  { isKept }: { readonly isKept: boolean },
): Promise<(readonly KnownObserver[])[]> {
  const { rows } = await sql<KnownObserver>`
    select o.phone_digits, o.phone_e164, o.shares_number, o.id, o.ngo_id, o.pin_hash, o.pin_doubt,
           ${columnsOf(observerFields, 'o')}
      from observers o
     where o.election_id = ${electionId} and o.deleted_at is null and ${maybeMeant(phones)}
     order by o.id ${isKept ? sql`for no key update` : sql``}`.execute(tx)
  // A number begins with a plus, so that it never equals other digits.
  const byPhone = new Map<string, Set<KnownObserver>>()
  for (const one of rows)
    for (const phone of [one.phoneDigits, one.phoneE164])
      if (phone !== null) byPhone.set(phone, (byPhone.get(phone) ?? new Set()).add(one))
  const none: ReadonlySet<KnownObserver> = new Set()
  return phones.map((phone) => {
    const typed = byPhone.get(phone.digits) ?? none
    const numbered = byPhone.get(phone.e164 ?? '') ?? none
    return meant(phone, [...new Set([...typed, ...numbered])])
  })
}

/** Why a row's values cannot apply to the observer its phone means; undefined where they can. */
export function refusalOf(
  ngoId: Id<'ngos'>,
  { phone, pin }: ObserverRow,
  found: readonly KnownObserver[],
): Fault | undefined {
  if (found.length === 0 && pin === undefined) return fault('pin.missing', undefined, 'pin')
  if (found.length > 1)
    return fault('phone.of-several', {
      phone,
      phones: found.map((one) => one.phone).join(', '),
    })
  // The caller may not change it.
  return found.some((one) => one.ngoId !== ngoId) ? fault('phone.of-other', { phone }) : undefined
}
