import { movedByDays } from '#features/assignments/domain.ts'
import { daysBetween } from '#kit/contract/value/clock-doubt.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import { dueMinutes, type State, type StateCounts } from './contract.ts'

/** An expectation; `progress` is 0 for nothing, 1 for partly, 2 for done. */
export type Owed = {
  readonly progress: number
  readonly dueAt: Date
  readonly isExcused: boolean
}

/** The state of an expectation at a moment. A done one stays done, even if late; an excused one is never late. */
export function stateOf({ progress, dueAt, isExcused }: Owed, now: Date): State {
  if (progress === 2) return 'done'
  if (isExcused) return 'excused'
  const leftMs = dueAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'late'
  if (progress === 1) return 'in-part'
  return leftMs <= dueMinutes * 60_000 ? 'due' : 'not-yet'
}

/** Stored totals of expectations with the same milestone and due time, without excused ones. */
export type OwedCounts = {
  readonly dueAt: Date
  readonly expected: number
  readonly begun: number
  readonly done: number
  /** How many were done after the due time. */
  readonly doneLate: number
  readonly excused: number
}

/** Counts the totals in each state at a moment. */
export function countStates(counts: readonly OwedCounts[], now: Date): StateCounts {
  const total = { 'not-yet': 0, due: 0, 'in-part': 0, done: 0, late: 0, excused: 0, doneLate: 0 }
  for (const { dueAt, expected, begun, done, doneLate, excused } of counts) {
    total.done += done
    total.doneLate += doneLate
    total.excused += excused
    const owing = expected - done
    const untouched = stateOf({ progress: 0, dueAt, isExcused: false }, now)
    if (untouched === 'late') total.late += owing
    else {
      total['in-part'] += begun
      total[untouched] += owing - begun
    }
  }
  return total
}

/** The counts of several rows together. */
export function addedCounts(all: readonly StateCounts[]): StateCounts {
  const sum = (key: keyof StateCounts) => all.reduce((total, counts) => total + counts[key], 0)
  return {
    ...{ 'not-yet': sum('not-yet'), due: sum('due'), 'in-part': sum('in-part') },
    ...{ done: sum('done'), late: sum('late'), excused: sum('excused'), doneLate: sum('doneLate') },
  }
}

/** The number of expectations without excused ones. */
export const expectedOf = (counts: StateCounts): number =>
  counts['not-yet'] + counts.due + counts['in-part'] + counts.late + counts.done

/** The number done after the due time. */
export const isDoneLate = ({ dueAt, doneAt }: Pick<Owed, 'dueAt'> & { doneAt: Date | null }) =>
  doneAt !== null && doneAt > dueAt

/** The date and time zone of an election. */
export type ElectionDay = { readonly day: string; readonly timezone: string }

/**
 * A deadline copied to another election, as text in its local time: the same number of days from election day, at the
 * same time of day.
 */
export const movedDeadline = (dueAt: Date, from: ElectionDay, to: ElectionDay): string =>
  movedByDays(wallClock(dueAt, from.timezone), daysBetween(from.day, to.day))
