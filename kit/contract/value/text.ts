import * as z from 'zod'
import { type TextKind, tidied } from './tidy.ts'

/**
 * Text that PostgreSQL can store: without U+0000, and with U+FFFD for half a surrogate pair, as in UTF-8. A phone could not
 * correct either.
 */
export const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD')

/** Text with all its lines and spaces; `max` in characters. */
export const text = (max: number) => z.string().overwrite(storable).max(max)

/**
 * One line: without invisible characters, trimmed at its ends, runs of spaces collapsed. `max` in
 * characters.
 */
export const line = (max: number, kind: TextKind = 'text') =>
  z
    .string()
    .overwrite((typed) => tidied(storable(typed), kind).replace(/\s+/g, ' ').trim())
    .max(max)

/** A line that must not be empty. */
export const filledLine = (max: number, kind?: TextKind) => line(max, kind).min(1)

/** The cedilla letters of older keyboards and code pages, and the comma letters of Romanian. */
const commas: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** Romanian with commas below its letters; older files have cedillas. */
export const withCommas = (text: string): string =>
  text.replace(/[\u015f\u0163\u015e\u0162]/g, (letter) => commas[letter] ?? letter)

/** Where Romanian is written. */
const romanian: readonly string[] = ['RO', 'MD']

export const writesRomanian = (country: string): boolean => romanian.includes(country)

/**
 * Letters of Turkish and related languages, which do use a cedilla, and no letter that only Romanian has. Letters of other
 * languages spoken alongside Romanian, such as Hungarian á and Cyrillic, decide nothing.
 */
const isTurkish = (text: string) =>
  /[çğıöüûêəäňýž\u0130]/iu.test(text) && !/[\u0103\u0219\u021b\u0163]/iu.test(text)

/** The same for a text that may be in another language. */
export function withCommasIfRomanian(text: string): string {
  const composed = text.normalize('NFC')
  return isTurkish(composed) ? text : withCommas(composed)
}
