import * as z from 'zod'
import { flagCell, maybe, momentCell, wholeCell } from '#kit/contract/import/cell.ts'
import { fault } from '#kit/contract/import/fault.ts'
import {
  type ColumnFields,
  type ParsedRow,
  type Row,
  readRows,
  uniqueRows,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { folded } from '#kit/contract/value/folded.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'

const code = filledLine(256, 'code')

const Cells = z
  .object({
    phone: filledLine(50, 'signs'),
    county: maybe(code),
    area: maybe(code),
    number: wholeCell(0, 999_999_999),
    from: momentCell,
    until: momentCell,
    mobile: maybe(flagCell),
  })
  .refine(({ county, area }) => (area ?? county) !== undefined, {
    path: ['county'],
    message: 'Must not be empty',
  })

/** A row of a plan: whom and where it names, and when. */
export type PlannedRow = {
  readonly phone: string
  readonly countyCode: string
  readonly municipalityCode?: string | undefined
  readonly pollingStationNumber: number
  readonly from: Date
  readonly until: Date
  readonly isMobile: boolean
}

/**
 * Parses rows part by part; a second row for the same observer, station and beginning is wrong.
 * @param keyOf the key shared by all ways of typing a phone
 */
export function planReader(file: string, timezone: string, keyOf: (phone: string) => string) {
  const seen = new Map<string, number>()
  return (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): ParsedRow<PlannedRow>[] => {
    const read = readRows(Cells, { file, rows }, fields, wrong).flatMap(({ line, value }) => {
      const { phone, county = '', area, number, mobile = false } = value
      const from = readMoment(value.from, timezone, 'earlier')
      const until = readMoment(value.until, timezone)
      if (from >= until) {
        wrong.push({ file, line, faults: [fault('shift.ends-early', undefined, 'until')] })
        return []
      }
      const at = { countyCode: county, municipalityCode: area, pollingStationNumber: number }
      return [{ line, value: { phone, ...at, from, until, isMobile: mobile } }]
    })
    const key = (one: PlannedRow) =>
      JSON.stringify([
        keyOf(one.phone),
        folded(one.municipalityCode ?? one.countyCode),
        one.pollingStationNumber,
        one.from,
      ])
    return uniqueRows(file, read, key, wrong, seen)
  }
}

const dayMs = 86_400_000

/** How many days later the other day is; both as `2026-11-22`. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(day)) / dayMs)

/** A wall clock, so many days later, as it is typed: `2026-11-22 06:30:00`. */
export const movedByDays = (clock: Date, days: number): string =>
  new Date(clock.getTime() + days * dayMs).toISOString().slice(0, 19).replace('T', ' ')

/** The minute that a moment is in: shifts begin and end on whole minutes, and those of a team together. */
export const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

type Began = { readonly from: Date; readonly beganAt?: Date | null | undefined }

/**
 * Since when relative deadlines are settled for a shift that goes on from another: what was due in the former until it
 * ended is not owed again.
 * @param goesOn when the former ended, and when the next one begins
 */
export function beganBefore(
  { from, beganAt }: Began,
  goesOn: { readonly endedAt: Date; readonly from: Date },
): Date {
  const settledMs = from.getTime() - (beganAt ?? from).getTime()
  const stayedMs = goesOn.endedAt.getTime() - from.getTime()
  return new Date(goesOn.from.getTime() - Math.max(settledMs, stayedMs))
}
