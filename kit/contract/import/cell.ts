import * as z from 'zod'
import { moment } from '../value/instant.ts'
import { tidied } from '../value/tidy.ts'
import { flagOf } from './yes-no.ts'

/** A cell that may be empty, or whose column may be missing: the stored value stays. */
export const maybe = <S extends z.ZodType<unknown, string>>(cell: S) =>
  z
    .string()
    .optional()
    .transform((text) => (text && tidied(text).trim() ? text : undefined))
    .pipe(cell.optional())

const asNumber = (text: string): string => tidied(text, 'number')

/** A cell with a whole number. */
export const wholeCell = (min: number, max: number) =>
  z
    .string('Must not be empty')
    .overwrite(asNumber)
    .min(1, 'Must not be empty')
    .regex(/^\d*$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))

/** A cell with a number that may have a fraction, after a point or a comma. */
export const decimalCell = (min: number, max: number) =>
  z
    .string()
    .overwrite(asNumber)
    .regex(/^[+-]?\d{1,10}(?:[.,]\d{1,20})?$/, 'Must be a number')
    .transform((text) => Number(text.replace(',', '.')))
    .pipe(z.number().min(min).max(max))

/**
 * Error texts of spreadsheets (`#REF!`, `#NUME?`, LibreOffice's `Err:502`), and the hash signs of a column too narrow for
 * its numbers: programs save these instead of the value.
 */
export const isSheetError = (cell: string): boolean =>
  /^\s*(?:#(?:N\/A|[\p{L}\d/]+[!?]|#{2,})|Err:\d{3})\s*$/iu.test(cell)

/** A yes-or-no cell, in any language of spreadsheets. */
export const flagCell = z.string().transform(flagOf).pipe(z.boolean('Must be yes or no'))

/** The end of a day is the beginning of the next one. */
const midnight = /^24:00(?::00)?$/
const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`
const dayFirst = new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?,?\s+${clock}$`)
const yearFirst = new RegExp(
  String.raw`^(\d{4})[-.]\s?(\d{1,2})[-.]\s?(\d{1,2})\.?,?(?:\s+|T)${clock}\s*(Z|[+-]\d{2}:?\d{2})?$`,
  'i',
)
const slashed = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}),?\s+${clock}$`)
/** Days since the last day of 1899, as spreadsheets count; from 2000 to 2099. */
const serial = /^(?:3[6-9]|[4-6]\d|7[0-3])\d{3}(?:[.,]\d{1,15})?$/
const serialBegin = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000
/** A second needs this many decimals of a day; a number with fewer may have been cut by the display. */
const decimalsOfSecond = 5

/**
 * A cell with a moment, as spreadsheets write it: `25.11.2026 7:00`, `2026-11-25 07:00`, `2026. 11. 25. 7:00`, or the number
 * that they store for it; `24:00` ends its day. With slashes the day may be first or second: `25/11/2026` can only be
 * November, and `05/06/2026` is refused. A number that was cut is refused: 7:00 cut to `46351.29` would be minutes earlier.
 */
export const momentCell = z
  .string()
  .overwrite((text) => tidied(text, 'signs').trim())
  .max(40)
  .transform(writtenOut)
  .pipe(moment)

function writtenOut(text: string): string {
  const [, day, month, year, time] = dayFirst.exec(text) ?? []
  if (day && month && year && time) return isoOf([year, month, day], time)
  const [, year2, month2, day2, time2, zone = ''] = yearFirst.exec(text) ?? []
  if (year2 && month2 && day2 && time2) return isoOf([year2, month2, day2], time2) + zone
  return isoBySlashes(text) ?? isoOfSerial(text)
}

function isoOfSerial(text: string): string {
  if (!serial.test(text)) return text
  // Rounded to the second: a minute is not a whole fraction of a day.
  const seconds = Math.round((Number(text.replace(',', '.')) * dayMs) / 1000)
  const [, decimals = ''] = text.split(/[.,]/)
  if (seconds % 60 !== 0 && decimals.length < decimalsOfSecond) return text
  return new Date(serialBegin + seconds * 1000).toISOString().slice(0, 19)
}

/** Undefined where either number may be the month. */
function isoBySlashes(text: string): string | undefined {
  const [, one, other, year, time] = slashed.exec(text) ?? []
  if (!(one && other && year && time)) return undefined
  if (Number(one) > 12 || Number(one) === Number(other)) return isoOf([year, other, one], time)
  return Number(other) > 12 ? isoOf([year, one, other], time) : undefined
}

function isoOf(date: readonly string[], time: string): string {
  const day = date.map(twoDigits).join('-')
  return midnight.test(time)
    ? `${dayAfter(day)}T00:00`
    : `${day}T${time.split(':').map(twoDigits).join(':')}`
}

/** The given day when there is no such day: the caller refuses it. */
function dayAfter(day: string): string {
  const begin = new Date(`${day}T00:00Z`)
  const isDay = !Number.isNaN(begin.getTime()) && begin.getUTCDate() === Number(day.slice(-2))
  return isDay ? new Date(begin.getTime() + dayMs).toISOString().slice(0, 10) : day
}

const twoDigits = (part: string): string => part.padStart(2, '0')
