import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/*
 * Checks whether a number is long enough to be valid, not whether it is assigned: number ranges change from
 * year to year, and an observer with a new number must be able to sign in with today's tables.
 */

/** Its digits, and whether it has an international prefix; other typed characters are dropped. */
const dialled = (typed: string) => `${/^\D*\+/.test(typed) ? '+' : ''}${typed.replace(/\D/g, '')}`

/** A country with its own numbers; the Antarctic has none. */
const home = (country: string) => (isSupportedCountry(country) ? country : undefined)

function parsed(typed: string, country: string) {
  const defaultCountry = home(country)
  const number = parsePhoneNumberFromString(dialled(typed), {
    ...(defaultCountry && { defaultCountry }),
    extract: false,
  })
  return number?.isPossible() ? number : undefined
}

/**
 * A typed number in international format (E.164): `+40722000000` for `0722 000 000` in RO. Null for what
 * cannot be a number there, such as `1234`.
 * @param country its two letters
 */
export const readNumber = (typed: string, country: string): string | null =>
  parsed(typed, country)?.number ?? null

/** Why a number is invalid in its country: too few digits, too many, or an unknown prefix. */
export type Misfit = 'short' | 'long' | 'unknown'

/** How many digits we add or remove at most, to tell a short number from a long one. */
const mostDigits = 10

/** A typed number as `readNumber` reads it, and why it is invalid in its country. */
export function judgeNumber(
  typed: string,
  country: string,
): { readonly number: string | null; readonly misfit: Misfit | undefined } {
  const number = parsed(typed, country)
  if (number?.isValid()) return { number: number.number, misfit: undefined }
  return { number: number?.number ?? null, misfit: misfitOf(dialled(typed), country) }
}

function misfitOf(digits: string, country: string): Misfit {
  const isValid = (other: string) => parsed(other, country)?.isValid() === true
  for (let count = 1; count <= mostDigits; count += 1) {
    if (isValid(digits + '0'.repeat(count))) return 'short'
    if (isValid(digits.slice(0, -count))) return 'long'
  }
  return 'unknown'
}

/** The international prefix of a partly typed number; null when it is unknown. */
export function beginningOf(typed: string, country: string): string | null {
  const reader = new AsYouType(home(country))
  reader.input(dialled(typed))
  return reader.getNumberValue() ?? null
}

/**
 * A number whose leading zero a spreadsheet dropped, with that digit restored: `0733444555` for `733444555`
 * in RO. Undefined for all others.
 */
export function completeNumber(typed: string, country: string): string | undefined {
  // With this prefix it has all its digits; the check below takes a hundred times as long.
  if (/^\D*[+0]/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  const whole = parsed(typed, country)?.formatNational().replace(/\D/g, '')
  return whole?.startsWith('0') && whole === `0${digits}` ? whole : undefined
}
