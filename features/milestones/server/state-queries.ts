import { type RawBuilder, sql } from 'kysely'
import { dueMinutes, type State } from '../contract.ts'

// `stateOf` and `countStates` as SQL, for rows `x` of `expectations`.

/** Not done, and not excused. */
export const isOwing = sql`(x.progress < 2 and x.excused_at is null)`
/** An excuse counts only until the work is done. */
const isExcused = sql`(x.progress < 2 and x.excused_at is not null)`

/** The condition for expectations `x` in a state at a moment. */
export const inState = (state: State, now: Date): RawBuilder<unknown> => {
  const soon = new Date(now.getTime() + dueMinutes * 60_000)
  const conditions: Readonly<Record<State, RawBuilder<unknown>>> = {
    'not-yet': sql`${isOwing} and x.progress = 0 and x.due_at > ${soon}`,
    due: sql`${isOwing} and x.progress = 0 and x.due_at > ${now} and x.due_at <= ${soon}`,
    'in-part': sql`${isOwing} and x.progress = 1 and x.due_at > ${now}`,
    late: sql`${isOwing} and x.due_at <= ${now}`,
    done: sql`x.progress = 2`,
    excused: isExcused,
  }
  return conditions[state]
}

/** How many owe the same, `x`, by how far they are: as `OwedCounts`. */
export const owedTotals = sql`
  (count(*) filter (where not ${isExcused}))::integer as expected,
  (count(*) filter (where x.progress = 1 and x.excused_at is null))::integer as begun,
  (count(*) filter (where x.progress = 2))::integer as done,
  (count(*) filter (where x.progress = 2 and x.done_at > x.due_at))::integer as done_late,
  (count(*) filter (where ${isExcused}))::integer as excused`

/** How many are late, of the stored totals `x`. */
export const lateTotal = (now: Date): RawBuilder<unknown> =>
  sql`(coalesce(sum(x.expected - x.done) filter (where x.due_at <= ${now}), 0))::integer`
