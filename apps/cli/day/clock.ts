import { readMoment, wallClock } from '#kit/contract/value/instant.ts'

/** The demonstration's day of voting. */
export type Day = {
  readonly opensAt: Date
  /** When it is now: the day is as far as this. */
  readonly now: Date
}

const hourMs = 3_600_000
const halfHourMs = hourMs / 2

/** How far a day is that is shown outside the usual hours, in hours: it has two thirds behind it. */
const shownHours = 9.3

/**
 * The day that is shown at this moment. In the afternoon it is the day as it would be, from seven on; at any
 * other time it began so long ago that there is as much to see: deadlines that passed, and some to come.
 */
export function dayAround(now: Date, timezone: string): Day {
  const clock = wallClock(now, timezone).toISOString()
  const opensAt = readMoment(`${clock.slice(0, 10)} 07:00`, timezone)
  const hours = (now.getTime() - opensAt.getTime()) / hourMs
  if (hours >= 7.5 && hours <= 12) return { opensAt, now }
  const begun = now.getTime() - shownHours * hourMs
  return { opensAt: new Date(Math.floor(begun / halfHourMs) * halfHourMs), now }
}

/** So many hours after the stations open; before it where they are less than 0. */
export const hoursIn = ({ opensAt }: Day, hours: number): Date =>
  new Date(opensAt.getTime() + hours * hourMs)

/** So many minutes later. */
export const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
