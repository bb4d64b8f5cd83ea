import * as z from 'zod'
import { folded, wordsOf } from '#kit/contract/value/folded.ts'

/** Why a phone may keep its observer from signing in. */
const PhoneDoubt = z.enum([
  'phone.short',
  'phone.long',
  'phone.unknown',
  'phone.words',
  'phone.extension',
])
export type PhoneDoubt = z.output<typeof PhoneDoubt>

/** Why a PIN may keep its observer from signing in. */
const PinDoubt = z.enum(['pin.short', 'pin.untypeable'])
export type PinDoubt = z.output<typeof PinDoubt>

/** Why an observer may not be able to sign in. */
export const SignInDoubt = z.enum([...PhoneDoubt.options, 'phone.shared', ...PinDoubt.options])
export type SignInDoubt = z.output<typeof SignInDoubt>

/** `0722 000 001 ext. 12`, `int 5`, `x12`, `#3`: the app cannot dial extensions, so the digits would be part of the number. */
const extension =
  /\d\s*[,;(]?\s*(?:ext(?:ension|ensie|\.?nr)?|int(?:erior|ern)?|post[eo]?|durchwahl|dw|klappe|mellék|wew|вн(?:утр)?|доб|x|#)\s*\.?\s*:?\s*\d{1,6}\s*\)?\s*$/iu

/** `07xx 12`, `0722 or 0733`: letters between digits. Letters before or after them are a note. */
const wordsWithin = /\d[^\d]*\p{L}[^\d]*\d/u

/**
 * Why a typed phone may be invalid in its country.
 * @param misfit the fault of its digits, if any
 */
export function phoneDoubt(
  typed: string,
  misfit: 'short' | 'long' | 'unknown' | undefined,
): PhoneDoubt | undefined {
  if (extension.test(typed)) return 'phone.extension'
  if (wordsWithin.test(typed)) return 'phone.words'
  if (misfit === undefined) return undefined
  return /\p{L}/u.test(typed) ? 'phone.words' : `phone.${misfit}`
}

/** Letters and digits of any script, and the signs of a phone's keyboard. */
const typeable = /^[\p{L}\p{M}\p{Nd}\p{Sc}\x20-\x7e§°¿¡]*$/u

/** Whether a phone's keyboard has every character of a PIN; it has no `½`, `²`, `…`, `ﬁ`, tabs or emoji. */
export const isTypeable = (pin: string): boolean =>
  typeable.test(pin) && pin.normalize('NFKC') === pin.normalize('NFC')

/** How many PINs of a column have each length; only digits are counted, and all PINs are in the total. */
export type PinLengths = { total: number; readonly counts: Map<number, number> }

export function countPin(lengths: PinLengths, pin: string): void {
  lengths.total += 1
  if (isNumeric(pin)) lengths.counts.set(pin.length, (lengths.counts.get(pin.length) ?? 0) + 1)
}

const isNumeric = (pin: string): boolean => /^\d+$/.test(pin)

/** The length of at least two thirds of a column's PINs; undefined if there is none. */
function usualLength({ total, counts }: PinLengths): number | undefined {
  const usual = [...counts].find(([, count]) => count > 1 && count * 3 >= total * 2)
  return usual?.[0]
}

/**
 * Why a PIN may differ from its observer's real PIN: it lost a leading zero, or no phone can type it.
 * @param lengths the lengths of the PINs in its column; none for a single typed PIN
 */
export function pinDoubt(
  pin: string,
  lengths: PinLengths = { total: 0, counts: new Map() },
): PinDoubt | undefined {
  if (!isTypeable(pin)) return 'pin.untypeable'
  const usual = usualLength(lengths)
  return usual !== undefined && isNumeric(pin) && pin.length < usual ? 'pin.short' : undefined
}

/**
 * The key by which names are compared: their words in any order, without capitals and diacritics. Undefined for a
 * single word, which many people share.
 */
export function nameKey(name: string): string | undefined {
  const words = wordsOf(folded(name))
  return words.length > 1 ? words.sort().join(' ') : undefined
}

/** Whether two names share no word: likely two people. */
export function areStrangers(one: string, other: string): boolean {
  const words = new Set(wordsOf(folded(one)))
  return !wordsOf(folded(other)).some((word) => words.has(word))
}
