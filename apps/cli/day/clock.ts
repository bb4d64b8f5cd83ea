import { readMoment, wallClock } from '#kit/contract/value/instant.ts'

/** The demonstration's day of voting. */
export type Day = {
  readonly opensAt: Date
  /** The present moment of the day. */
  readonly now: Date
}

const hourMs = 3_600_000
const halfHourMs = hourMs / 2

/** How many hours have passed on a day shown outside the usual hours: two thirds of it. */
const shownHours = 9.3

/**
 * The day that is shown at this moment. In the afternoon it is the real day, from seven on; at any other time it began
 * long enough ago to show as much: deadlines that passed, and some to come.
 */
export function dayAround(now: Date, timezone: string): Day {
  const clock = wallClock(now, timezone).toISOString()
  const opensAt = readMoment(`${clock.slice(0, 10)} 07:00`, timezone)
  const hours = (now.getTime() - opensAt.getTime()) / hourMs
  if (hours >= 7.5 && hours <= 12) return { opensAt, now }
  const begun = now.getTime() - shownHours * hourMs
  return { opensAt: new Date(Math.floor(begun / halfHourMs) * halfHourMs), now }
}

/** This many hours after the stations open; negative: before. */
export const hoursIn = ({ opensAt }: Day, hours: number): Date =>
  new Date(opensAt.getTime() + hours * hourMs)

/** The moment this many minutes later. */
export const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
