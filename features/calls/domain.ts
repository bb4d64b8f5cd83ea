import { readMoment, typedClock } from '#kit/contract/value/instant.ts'

/** How a call can end. */
export const outcomes = ['reached', 'no-answer', 'call-back', 'wrong-number', 'refuses'] as const
export type Outcome = (typeof outcomes)[number]

/** How long an observer stays with the account that took them, in minutes since its last act. */
export const holdMinutes = 10

const minuteMs = 60_000

/** How far ahead a call back can be agreed, in minutes. */
const mostMinutesAhead = 7 * 24 * 60

export const after = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + minutes * minuteMs)

/** Whether a call back can be agreed for this moment. A minute that has just begun is still ahead of who typed it. */
export const isAhead = (callBackAt: Date, now: Date): boolean =>
  callBackAt > after(now, -1) && callBackAt <= after(now, mostMinutesAhead)

/** The next moment at which a clock shows a typed time, such as `21:30`, `21.30` or `2130`; undefined for anything else. */
export function nextAt(typed: string, now: Date, timezone: string): Date | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(typed.trim()) ?? []
  if (hour === undefined) return undefined
  const time = `${hour.padStart(2, '0')}:${minute}`
  const day = typedClock(now, timezone).slice(0, 10)
  // An hour that occurs twice shows the time twice.
  const today = (['earlier', 'later'] as const)
    .map((which) => readMoment(`${day} ${time}`, timezone, which))
    .find((at) => at > now)
  if (today) return today
  // By the calendar: a day of a clock change has 23 or 25 hours.
  const next = new Date(Date.parse(`${day}T12:00Z`) + 24 * 60 * minuteMs)
  return readMoment(`${next.toISOString().slice(0, 10)} ${time}`, timezone, 'earlier')
}
