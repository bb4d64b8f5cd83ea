import * as z from 'zod'

/**
 * Text as PostgreSQL can hold it: without U+0000, and with U+FFFD for half a surrogate pair, as in
 * UTF-8. A phone could never mend either.
 */
export const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD')

/** Text as somebody wrote it, several lines allowed; `max` in characters. */
export const text = (max: number) => z.string().overwrite(storable).max(max)

/** One line: trimmed at its ends, runs of spaces collapsed (spec.md section 5). `max` in characters. */
export const line = (max: number) =>
  z
    .string()
    .overwrite((typed) => storable(typed).replace(/\s+/g, ' ').trim())
    .max(max)

/** A line that must say something. */
export const filledLine = (max: number) => line(max).min(1)

/** The cedilla letters that older keyboards and code pages have, and the comma letters that Romanian writes. */
const commas: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** Romanian as it is written: with a comma below its letters, where older files have a cedilla. */
export const withCommas = (text: string): string =>
  text.replace(/[\u015f\u0163\u015e\u0162]/g, (letter) => commas[letter] ?? letter)

/** Nothing but letters that Romanian has: of others with a cedilla, Turkish for one, none is taken for it. */
const isRomanian = (text: string) =>
  !/[^a-zâî\u0103\u0219\u021b\u015f\u0163\P{L}]/iu.test(text.normalize('NFC'))

/** The same of a text that may be in another language. */
export const withCommasIfRomanian = (text: string): string =>
  isRomanian(text) ? withCommas(text.normalize('NFC')) : text
