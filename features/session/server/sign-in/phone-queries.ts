import { type RawBuilder, sql } from 'kysely'
import { readNumber } from '#kit/server/phone-number.ts'
import { phoneDigits } from '../../domain.ts'

/** A typed phone: its digits, and the number they are, where they are one (E.164). */
export type TypedPhone = { readonly digits: string; readonly e164: string | null }

/** @param country the home country of the election's phones */
export const readPhone = (typed: string, country: string): TypedPhone => ({
  digits: phoneDigits(typed),
  e164: readNumber(typed, country),
})

/** The key by which phones are counted and compared, however they are typed. */
export const keyOf = ({ digits, e164 }: TypedPhone): string => e164 ?? digits

/**
 * The observers `o` that one of these phones may mean: those with that number, and those known by these
 * digits because theirs is no number, was not parsed yet or was parsed for another country. Both indexes of
 * numbers are searched.
 */
export function maybeMeant(phones: readonly TypedPhone[]): RawBuilder<unknown> {
  const digits = phones.map((phone) => phone.digits)
  const numbers = phones.flatMap(({ e164 }) => e164 ?? [])
  const isNumber = sql`o.phone_e164 = any(${numbers}::text[])`
  return sql`(o.phone_digits = any(${digits}::text[])
      or ${isNumber} and not o.shares_number or ${isNumber} and o.shares_number)`
}

/** The fields of an observer for matching by phone. */
type KnownPhone = { readonly phoneDigits: string; readonly phoneE164: string | null }

/**
 * The observers a phone means: those with exactly these digits, otherwise all with the same number. The typed
 * digits distinguish two observers who share a number.
 */
export function meant<Observer extends KnownPhone>(
  { digits, e164 }: TypedPhone,
  observers: readonly Observer[],
): readonly Observer[] {
  const exact = observers.filter((one) => one.phoneDigits === digits)
  return exact.length > 0 ? exact : observers.filter((one) => one.phoneE164 === e164)
}
