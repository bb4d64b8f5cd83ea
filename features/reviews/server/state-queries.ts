import { type RawBuilder, sql } from 'kysely'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Review, ReviewFilter, ReviewState } from '../review-contract.ts'

/** The review `r` of visit `v`, and the account `w` that works on it. */
export const joinReview = sql`
  left join reviews r on r.election_id = v.election_id and r.visit_id = v.id
  left join staff w on w.id = r.assignee_id`

/** Whether the report has changed since review `r` called it finished: it is new again. */
export const hasEnded = sql`
  (r.state in ('verified', 'follow-up') and r.seen_until < v.last_modified)`

/** Whether it has changed since, although it stays set aside. */
const hasChanged = sql`(${hasEnded} or r.state = 'set-aside' and r.seen_until < v.last_modified)`

/** The columns of `reviewFrom`. */
export const reviewColumns = sql`
  coalesce(r.state, 'new') as "reviewState", coalesce(${hasChanged}, false) as "hasChanged",
  coalesce(r.revision, 0) as revision, coalesce(r.reason, '') as reason, w.account as assignee, r.changed_by as "changedBy", r.changed_at as "changedAt",
  r.seen_until as "seenUntil"`

/** A row of `reviewColumns`. */
export type ReviewRow = Pick<Review, 'revision' | 'assignee' | 'reason'> & {
  readonly [Name in 'changedBy' | 'changedAt' | 'seenUntil']: Columns<'reviews', Name>[Name] | null
} & { readonly reviewState: ReviewState; readonly hasChanged: boolean }

export const reviewFrom = ({ reviewState, hasChanged: isOld, ...row }: ReviewRow): Review => ({
  revision: row.revision,
  state: isOld && reviewState !== 'set-aside' ? 'new' : reviewState,
  endedState: isOld ? reviewState : null,
  reason: row.reason,
  ...{ assignee: row.assignee, changedBy: row.changedBy, changedAt: row.changedAt },
  seenUntil: row.seenUntil,
})

/** A row with its review in place of the columns of it. */
export function withReview<Row extends ReviewRow>(row: Row) {
  const { reviewState, hasChanged: _, revision, reason, assignee, ...others } = row
  const { changedBy, changedAt, seenUntil, ...rest } = others
  return { ...rest, review: reviewFrom(row) }
}

/** Whether visit `v` is in this state. */
export const isInState = (state: ReviewState): RawBuilder<unknown> =>
  state === 'new'
    ? sql`not exists (
        select from reviews r
         where r.election_id = v.election_id and r.visit_id = v.id and r.state <> 'new'
           and not ${hasEnded})`
    : sql`exists (
        select from reviews r
         where r.election_id = v.election_id and r.visit_id = v.id and r.state = ${state}
           and not ${hasEnded})`

/** The review of visit `v` and its assignee `w`, as far as that is so. */
const assigned = (isSo: RawBuilder<unknown>) => sql`
  select from reviews r join staff w on w.id = r.assignee_id
   where r.election_id = v.election_id and r.visit_id = v.id and ${isSo}`

/** Whether visit `v` is assigned to the reader, or unassigned. */
export const isAssigned = (
  to: NonNullable<ReviewFilter['assigned']>,
  readerId: Id<'staff'> | null,
): RawBuilder<unknown> =>
  to === 'me'
    ? sql`exists (${assigned(sql`w.id = ${readerId}`)})`
    : sql`not exists (${assigned(sql`true`)})`

/** Whether visit `v` is assigned to an account of this name. */
export const isAssignedTo = (account: string): RawBuilder<unknown> =>
  sql`exists (${assigned(sql`w.account = ${account}`)})`
