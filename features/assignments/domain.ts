import * as z from 'zod'
import { stationReference } from '#features/places/row-domain.ts'
import { flagCell, maybe, momentCell } from '#kit/contract/import/cell.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import {
  type ColumnFields,
  type ParsedRow,
  type Row,
  readRows,
  uniqueRows,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { clockDoubts } from '#kit/contract/value/clock-doubt.ts'
import { folded } from '#kit/contract/value/folded.ts'
import { readMoment, typedClock } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'

const code = filledLine(256, 'code')

const Cells = z
  .object({
    phone: filledLine(50, 'signs'),
    county: maybe(code),
    area: maybe(code),
    number: stationReference,
    from: momentCell,
    until: momentCell,
    mobile: maybe(flagCell),
  })
  .refine(({ county, area }) => (area ?? county) !== undefined, {
    path: ['county'],
    message: 'Must not be empty',
  })

/** A row of a plan: observer, station and shift. */
export type PlannedRow = {
  readonly phone: string
  readonly countyCode: string
  readonly municipalityCode?: string | undefined
  readonly pollingStationNumber: number
  /** The label of the station if it is not a number, which is then -1. */
  readonly label?: string | undefined
  /** Several stations of the area have the label. */
  readonly isVague?: boolean
  /** The name by which it names several areas. */
  readonly several?: string | undefined
  readonly from: Date
  readonly until: Date
  readonly isMobile: boolean
}

/** The election that a plan is for; without its day no shift is far from it. */
type PlannedElection = { readonly timezone: string; readonly day?: string | undefined }

/**
 * Parses rows part by part; a second row for the same observer, station and beginning is wrong.
 * @param keyOf the key shared by all ways of typing a phone
 * @param doubted likely mistakes by line
 */
export function planReader(
  file: string,
  election: PlannedElection,
  keyOf: (phone: string) => string,
  doubted: Map<number, readonly Fault[]> = new Map(),
) {
  const { timezone } = election
  const seen = new Map<string, number>()
  return (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): ParsedRow<PlannedRow>[] => {
    const rowsRead = readRows(Cells, { file, rows }, fields, wrong, ['from', 'until'])
    const read = rowsRead.flatMap(({ line, value }) => {
      const { phone, county = '', area, number, mobile = false } = value
      const from = readMoment(value.from, timezone, 'earlier')
      const until = readMoment(value.until, timezone)
      if (from >= until) {
        wrong.push({ file, line, faults: [fault('shift.ends-early', undefined, 'until')] })
        return []
      }
      const doubts = [...doubtsOf(value.from, election), ...doubtsOf(value.until, election)]
      if (doubts.length > 0) doubted.set(line, doubts)
      const at = {
        ...{ countyCode: county, municipalityCode: area, label: number.label },
        pollingStationNumber: number.number ?? -1,
      }
      return [{ line, value: { phone, ...at, from, until, isMobile: mobile } }]
    })
    const key = (one: PlannedRow) =>
      JSON.stringify([
        keyOf(one.phone),
        folded(one.municipalityCode ?? one.countyCode),
        one.label ? folded(one.label) : one.pollingStationNumber,
        one.from,
      ])
    return uniqueRows(file, read, key, wrong, seen)
  }
}

/** Likely mistakes in the start or end of a shift. */
const doubtsOf = (text: string, election: PlannedElection): Fault[] =>
  clockDoubts(text, election).map((doubt) =>
    doubt.code === 'skipped'
      ? fault('clock.skipped', { clock: text.replace('T', ' '), becomes: doubt.becomes })
      : fault('shift.far', {
          day: typedClock(readMoment(text, election.timezone), election.timezone).slice(0, 10),
          days: Math.abs(doubt.days),
        }),
  )

const dayMs = 86_400_000

/** A wall-clock time shifted by days, in the typed format: `2026-11-22 06:30:00`. */
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
