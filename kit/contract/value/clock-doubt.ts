import { readMoment, typedClock } from './instant.ts'

/** Why a clock time is probably a mistake: it is skipped that night, or days away from the election. */
export type ClockDoubt =
  | { readonly code: 'skipped'; readonly becomes: string }
  | { readonly code: 'far'; readonly days: number }

/** How many days before or after election day work at stations is usual: setting up, counting. */
const usualDays = 2

/**
 * Doubts about a clock time that fits `moment`. In spring clocks skip an hour: a time in it is read as an hour later.
 * @param election its zone, and its day if the time belongs to election day
 */
export function clockDoubts(
  text: string,
  { timezone, day }: { readonly timezone: string; readonly day?: string | undefined },
): ClockDoubt[] {
  const at = readMoment(text, timezone)
  const shown = typedClock(at, timezone)
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const isSkipped = !isZoned && shown !== text.trim().replace('T', ' ').slice(0, shown.length)
  const days = day === undefined ? 0 : daysBetween(day, shown.slice(0, 10))
  return [
    ...(isSkipped ? [{ code: 'skipped', becomes: shown } as const] : []),
    ...(Math.abs(days) > usualDays ? [{ code: 'far', days } as const] : []),
  ]
}

const dayMs = 86_400_000

/** How many days the other day is later; both as `2026-11-22`. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(day)) / dayMs)
