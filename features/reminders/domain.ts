import { wallClock } from '#kit/contract/value/instant.ts'

/** A day before a deadline, or after it. */
export const mostMinutes = 1440
/** The hours of the night, by the clock of the election: from the first until the second nothing is sent unasked. */
const [nightFrom, nightUntil] = [22, 7] as const
/** How late a missed reminder is still sent; later it would only confuse. */
export const lateMinutes = 15
const minuteMs = 60_000

export function isAtNight(at: Date, timezone: string): boolean {
  const hour = wallClock(at, timezone).getUTCHours()
  return hour >= nightFrom || hour < nightUntil
}

/** When a reminder of a deadline is to be sent. */
export const momentOf = (dueAt: Date, minutes: number): Date =>
  new Date(dueAt.getTime() + minutes * minuteMs)

/** The deadlines with reminders to send now: after the first of these moments, and until the second. */
export function dueWindow(
  { minutes, sinceAt }: { readonly minutes: number; readonly sinceAt: Date },
  now: Date,
): { readonly after: Date; readonly until: Date } {
  const earliest = Math.max(sinceAt.getTime(), now.getTime() - lateMinutes * minuteMs)
  return {
    // A reminder before a deadline is not sent after it.
    after: new Date(Math.max(earliest - minutes * minuteMs, minutes < 0 ? now.getTime() : 0)),
    until: momentOf(now, -minutes),
  }
}

/** The time of day, as a message names a deadline. */
export const clockIn = (at: Date, timezone: string): string =>
  wallClock(at, timezone).toISOString().slice(11, 16)
