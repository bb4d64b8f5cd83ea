import { type RawBuilder, sql } from 'kysely'
import { readNumber } from '#kit/server/phone-number.ts'
import { phoneDigits } from '../../domain.ts'

/** A phone as somebody typed it: its digits, and which number they are, where they are one (E.164). */
export type TypedPhone = { readonly digits: string; readonly e164: string | null }

/** @param country where the election's phones are at home */
export const readPhone = (typed: string, country: string): TypedPhone => ({
  digits: phoneDigits(typed),
  e164: readNumber(typed, country),
})

/** What is counted and told apart by a phone, however it is typed. */
export const keyOf = ({ digits, e164 }: TypedPhone): string => e164 ?? digits

/**
 * The observers `o` who may be meant by one of these phones: whose number it is, and who is known by those
 * digits because theirs is no number, was not read yet or was read elsewhere. The number is asked for in
 * both of its indexes.
 */
export function maybeMeant(phones: readonly TypedPhone[]): RawBuilder<unknown> {
  const digits = phones.map((phone) => phone.digits)
  const numbers = phones.flatMap(({ e164 }) => e164 ?? [])
  const isNumber = sql`o.phone_e164 = any(${numbers}::text[])`
  return sql`(o.phone_digits = any(${digits}::text[])
      or ${isNumber} and not o.shares_number or ${isNumber} and o.shares_number)`
}

/** An observer as far as their phone tells who is meant. */
type KnownPhone = { readonly phoneDigits: string; readonly phoneE164: string | null }

/**
 * Those of the observers whom a phone means: whoever is known by just these digits, or else all who have
 * the number. Two who have one are each meant by the digits that were typed for them.
 */
export function meant<Observer extends KnownPhone>(
  { digits, e164 }: TypedPhone,
  observers: readonly Observer[],
): readonly Observer[] {
  const exact = observers.filter((one) => one.phoneDigits === digits)
  return exact.length > 0 ? exact : observers.filter((one) => one.phoneE164 === e164)
}
