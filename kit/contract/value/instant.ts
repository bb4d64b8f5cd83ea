import * as z from 'zod'

const written = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/
const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i

const isTimezone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The name of a time zone, such as `Europe/Bucharest`. */
export const timezone = z
  .string()
  .max(100)
  .refine(isTimezone, 'Must be a time zone such as Europe/Bucharest')
  .meta({ examples: ['Europe/Bucharest'] })

const isYear = (year: string) => Number(year) >= 1900 && Number(year) <= 2999

/** A moment between the years 1900 and 2999, as ISO 8601 with a zone on the wire and a `Date` inside. */
export const instant = z
  .codec(
    z.iso
      .datetime({ offset: true })
      .refine((iso) => isYear(iso.slice(0, 4)), 'Must be a year from 1900 to 2999'),
    z.date(),
    {
      decode: (iso) => new Date(iso),
      encode: (date) => date.toISOString(),
    },
  )
  .meta({ examples: ['2026-11-22T08:21:11.000Z'] })

/** Whether it is a moment between the years 1900 and 2999, with or without a zone. */
function saysMoment(text: string): boolean {
  const local = text.replace(zoned, '')
  const [, year = '0', month = '0', day = '0', hour = '0', minute = '0', second = '00'] =
    written.exec(local) ?? []
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // `Date` turns 31 February into March, so the day must be the same after parsing.
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  // Parsing throws for a zone such as +99:99, so it comes last.
  return isYear(year) && isDay && !Number.isNaN(readMoment(text, 'UTC').getTime())
}

/**
 * A moment as phones and people write it: `2023-10-15T08:21:11Z`, or a wall clock without a zone (`2023-10-15 08:21`),
 * which `readMoment` reads in the election's own time zone.
 */
export const moment = z
  .string()
  .trim()
  .max(40)
  .refine(saysMoment, 'Must be a date and a time, such as 2023-10-15 08:21')
  .meta({ examples: ['2026-11-22 08:21'] })

/**
 * The instant that `said` (which fits `moment`) means in the time zone, such as `Europe/Bucharest`. In autumn an hour
 * occurs twice: the start of a time span means its first occurrence, the end its second, and a single time the second. In
 * spring an hour is skipped: a time in it is read as that long after the change, never before.
 */
export function readMoment(
  text: string,
  timezone: string,
  reading: 'earlier' | 'later' = 'later',
): Date {
  const iso = text.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  if (zoned.test(text)) return new Date(iso)
  const asIfUtc = new Date(`${iso}Z`)
  const first = new Date(asIfUtc.getTime() - offsetAt(asIfUtc, timezone))
  // The offset in force at the result counts; it differs near a clock change.
  const one = new Date(asIfUtc.getTime() - offsetAt(first, timezone))
  if (wallClock(one, timezone).getTime() !== asIfUtc.getTime()) return later(first, one)
  const both = [one, twinOf(one, timezone) ?? one].sort((a, b) => a.getTime() - b.getTime())
  return (reading === 'earlier' ? both[0] : both[1]) ?? one
}

/**
 * The instant before which a filter ends whose upper bound is `said`: a minute, second or millisecond that is named belongs
 * to it.
 */
export function endOf(text: string, timezone: string): Date {
  const [, , , , , , second] = written.exec(text.replace(zoned, '')) ?? []
  const precisionMs = text.includes('.') ? 1 : second === undefined ? 60_000 : 1000
  return new Date(readMoment(text, timezone, 'later').getTime() + precisionMs)
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

/** The other instant with the same wall-clock time; undefined for most. */
function twinOf(at: Date, timezone: string): Date | undefined {
  const own = offsetAt(at, timezone)
  // Clocks are put back by three hours at most, and an instant has one twin.
  const near = [-3, 3].map((hours) => new Date(at.getTime() + hours * 3_600_000))
  return near
    .map((other) => new Date(at.getTime() + own - offsetAt(other, timezone)))
    .find((twin) => {
      const isOther = twin.getTime() !== at.getTime()
      return isOther && at.getTime() - twin.getTime() === offsetAt(twin, timezone) - own
    })
}

/** Whether a clock shows this time for the first or the second time, in the hour that occurs twice; mostly undefined. */
export function whichOfTwo(at: Date, timezone: string): 'first' | 'second' | undefined {
  const twin = twinOf(at, timezone)
  return twin && (at < twin ? 'first' : 'second')
}

/** The wall-clock time of an instant, as a `Date` to be read as UTC. */
export const wallClock = (at: Date, timezone: string): Date =>
  new Date(at.getTime() + offsetAt(at, timezone))

/** The local time in the form that users type: `2026-11-22 06:30`. */
export const typedClock = (at: Date, timezone: string): string =>
  wallClock(at, timezone).toISOString().slice(0, 16).replace('T', ' ')

/**
 * The local time for a cell of a file. In the repeated hour it is a text with the offset: `2026-10-25 03:30:00 +02:00`.
 */
export function clockCell(at: Date, timezone: string): Date | string {
  const shown = wallClock(at, timezone)
  if (!twinOf(at, timezone)) return shown
  const minutes = Math.abs(offsetAt(at, timezone)) / 60_000
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((one) =>
    String(one).padStart(2, '0'),
  )
  const sign = offsetAt(at, timezone) < 0 ? '-' : '+'
  return `${shown.toISOString().slice(0, 19).replace('T', ' ')} ${sign}${hour}:${minute}`
}

const quarterMs = 900_000
const offsets = new Map<string, number>()
const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * How far the zone's wall clock is ahead of UTC at that instant, in milliseconds. Zones change their offset on a quarter of
 * an hour only, so each quarter is computed once.
 */
function offsetAt(at: Date, timezone: string): number {
  const quarter = Math.floor(at.getTime() / quarterMs) * quarterMs
  const key = `${timezone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size > 10_000) offsets.clear()
  const offset = workOutOffset(new Date(quarter), timezone)
  offsets.set(key, offset)
  return offset
}

function workOutOffset(at: Date, timezone: string): number {
  const parts = clockOf(timezone).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - at.getTime()
}

/** Created once for each zone: on a slow machine it takes a millisecond. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timezone, clock)
  return clock
}
