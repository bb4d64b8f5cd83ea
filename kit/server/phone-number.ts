import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/*
 * Whether a number is long enough to be one, and not whether anybody has it: which numbers are given out
 * changes from year to year, and who has one of the new ones must get in with the tables of today.
 */

/** Its digits, and whether they begin abroad; what else somebody typed between them is no part of it. */
const dialled = (typed: string) => `${/^\D*\+/.test(typed) ? '+' : ''}${typed.replace(/\D/g, '')}`

/** A country that has numbers of its own; the Antarctic has none. */
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
 * The number that somebody typed, as the whole world dials it (E.164): `+40722000000` of
 * `0722 000 000` in RO. Null of what can be no number there, such as `1234`.
 * @param country its two letters
 */
export const readNumber = (typed: string, country: string): string | null =>
  parsed(typed, country)?.number ?? null

/** How the numbers begin that begin with what somebody has typed so far; null where that is not known. */
export function beginningOf(typed: string, country: string): string | null {
  const reader = new AsYouType(home(country))
  reader.input(dialled(typed))
  return reader.getNumberValue() ?? null
}

/**
 * A number whose first digit a spreadsheet took for nothing, with that digit again: `0733444555` of
 * `733444555` in RO. Undefined of all others.
 */
export function completeNumber(typed: string, country: string): string | undefined {
  // Whatever begins so has all its digits; to find that out below takes a hundred times as long.
  if (/^\D*[+0]/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  const whole = parsed(typed, country)?.formatNational().replace(/\D/g, '')
  return whole?.startsWith('0') && whole === `0${digits}` ? whole : undefined
}
