import { clockCell, readMoment, typedClock } from '#kit/contract/value/instant.ts'

export { typedClock as typedMoment } from '#kit/contract/value/instant.ts'

/** Whether a moment is typed in full. */
export const isMoment = (typed: string): boolean =>
  /^\d{4}-\d{2}-\d{2} ([01]?\d|2[0-3]):[0-5]\d$/.test(typed)

/** As the server reads it: two digits of the hour. */
export const padMoment = (typed: string): string => typed.replace(/ (\d:)/, ' 0$1')

const hourMs = 3_600_000

/** The usual spans of time as a filter names them, so that a copied link means the same later. */
export const quickTimes = {
  lastHour: (now: Date, timezone: string) => ({
    from: typedStart(new Date(now.getTime() - hourMs), timezone),
    to: undefined,
  }),
  sinceNine: (now: Date, timezone: string) => {
    const today = `${dayOf(now, timezone)} 21:00`
    const isPast = readMoment(today, timezone, 'earlier') <= now
    // Noon of the day before: an hour that a clock change adds or skips does not matter.
    const before = new Date(
      readMoment(`${dayOf(now, timezone)} 12:00`, timezone).getTime() - 24 * hourMs,
    )
    return { from: isPast ? today : `${dayOf(before, timezone)} 21:00`, to: undefined }
  },
  today: (now: Date, timezone: string) => {
    const day = dayOf(now, timezone)
    return { from: `${day} 00:00`, to: `${day} 23:59` }
  },
} as const

const dayOf = (at: Date, timezone: string): string => typedClock(at, timezone).slice(0, 10)

/** The minute at which a span starts; with its offset in the hour that occurs twice. */
function typedStart(at: Date, timezone: string): string {
  const cell = clockCell(new Date(Math.floor(at.getTime() / 60_000) * 60_000), timezone)
  return typeof cell === 'string' ? cell.replace(':00 ', '') : typedClock(at, timezone)
}
