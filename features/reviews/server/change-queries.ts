import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { setAside } from '#features/visits/server/aside-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { ReviewChange } from '../contract.ts'
import type { ReviewState } from '../review-contract.ts'
import { type Caller, findReviewer, isSeen, seesWork } from './queries.ts'

/** What a change made of one report, or took back; without the reason, which has to go when people are erased. */
export type ReviewedVisit = {
  readonly visitId: number
  readonly ngoId: Id<'ngos'>
  readonly before: Reviewed
  readonly after: Reviewed
}
type Reviewed = { readonly state: ReviewState; readonly assignee: string | null }

/** `Reviewed` from columns. */
const reviewed = (state: string, staffId: string) => sql`
  jsonb_build_object(
    'state', coalesce(${sql.ref(state)}, 'new'),
    'assignee', (select w.account from staff w where w.id = ${sql.ref(staffId)}))`

/** `ReviewedVisit` from rows `c` with the columns of a review, and those before: `was` and `whose`. */
const reviewedColumns = sql`
  v.ngo_id as "ngoId", c.visit_id as "visitId",
  ${reviewed('c.was', 'c.whose')} as before,
  ${reviewed('c.state', 'c.assignee_id')} as after`

async function nextChange(tx: Tx): Promise<Id<'reviewChanges'>> {
  const { rows } = await sql<{ id: Id<'reviewChanges'> }>`
    select nextval('review_changes_id_seq')::integer as id`.execute(tx)
  return (rows[0] as (typeof rows)[number]).id
}

/** The reports of a change as rows `w`. */
const named = (reports: ReviewChange['reports']) => sql`
  unnest(${arrayOf(reports.map(({ observerId }) => observerId))}::integer[],
         ${arrayOf(reports.map(({ pollingStationId }) => pollingStationId))}::integer[],
         ${arrayOf(reports.map(({ lastModified }) => lastModified))}::timestamptz[],
         ${reports.map(({ revision = null }) => revision)}::integer[])
    as w (observer_id, polling_station_id, last_modified, revision)`

/**
 * Holds the observers of visits `v` that begin or cease to count, before any review is locked: their reports and their
 * placed items change the same rows in this order.
 */
async function holdObservers(
  tx: Tx,
  fromVisits: RawBuilder<unknown>,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.observer_id as id ${fromVisits} order by 1`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await lockObservers(tx, ids)
  return new Set(ids)
}

/** Takes the visits that a change set aside out of all figures, and counts those again that it took back. */
async function recount(
  tx: Tx,
  { electionId }: Scope,
  visits: readonly ReviewedVisit[],
  now: Date,
): Promise<void> {
  const moved = visits.filter(
    ({ before, after }) => (before.state === 'set-aside') !== (after.state === 'set-aside'),
  )
  for (const at of [now, null]) {
    const some = moved.filter(({ after }) => (after.state === 'set-aside') === (at !== null))
    await setAside(
      tx,
      electionId,
      some.map(({ visitId }) => visitId),
      at,
    )
  }
}

/** A report to change, and how its review is stored by now. */
export type Conflict = Pick<ReviewChange['reports'][number], 'observerId' | 'pollingStationId'> & {
  readonly id: number
  /** The stored revision. */
  readonly revision: number
  /** Whether it is the one that was shown, or none was named. */
  readonly isSame: boolean
  /** Whether it stays so until this transaction ends: without a row, another desk may still insert one. */
  readonly isSure: boolean
}

/** The reports of a change, whose reviews are locked, in the order of the visits. */
async function lockShown(
  tx: Tx,
  { electionId }: Scope,
  visits: RawBuilder<unknown>,
): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    with locked as materialized (
      select r.visit_id, r.revision from reviews r
       where r.election_id = ${electionId} and r.visit_id = any(array(select v.id ${visits} order by 1))
       order by r.visit_id for update)
    select s.id, s.observer_id, s.polling_station_id, coalesce(l.revision, 0) as revision,
           bool_and(s.named is null or s.named = coalesce(l.revision, 0)) as is_same,
           bool_and(s.named is null or l.visit_id is not null) as is_sure
      from (select v.id, v.observer_id, v.polling_station_id, w.revision as named ${visits}) s
      left join locked l on l.visit_id = s.id
     group by 1, 2, 3, 4
     order by 1`.execute(tx)
  return rows
}

type Changed = {
  readonly changeId: Id<'reviewChanges'>
  readonly visits: readonly ReviewedVisit[]
  /** The reports whose review was changed since it was shown. */
  readonly conflicts: readonly Conflict[]
}

/** A change; `notificationId` is the message that sends the reports back. */
type Change = ReviewChange & { readonly notificationId?: Id<'notifications'> | undefined }

/** The same state without words of its own keeps what was written before. */
const keepsReason = (state: ReviewChange['state'], reason: string) =>
  sql`(${state ?? null}::text is null or ${reason}::text = '' and r.state = ${state ?? null}::text)`

/** Changes the reviews of the reports that the caller sees, in the order of the visits. */
export async function changeReviews(
  tx: Tx,
  caller: Caller,
  { reports, state, assignee, reason = '', notificationId }: Change,
  now: Date,
): Promise<Changed> {
  const { scope, name } = caller
  const assigneeId = assignee ? await findReviewer(tx, caller, assignee) : null
  if (assigneeId === undefined) throw new Problem('thing.not-found')
  const isAssigning = assignee !== undefined
  const visits = sql`
    from ${named(reports)}
    join visits v on v.observer_id = w.observer_id and v.polling_station_id = w.polling_station_id
   where ${isSeen(scope)} and (v.answered > 0 or v.notes > 0)
     and ${assigneeId === null ? sql`true` : seesWork(scope, assigneeId, { ngoId: sql`v.ngo_id`, countyId: sql`v.county_id` })}`
  const isAside = state === 'set-aside'
  const isKept = keepsReason(state, reason)
  const held = state
    ? await holdObservers(tx, sql`${visits} and (${isAside} or v.set_aside_at is not null)`)
    : undefined
  const shown = await lockShown(tx, scope, visits)
  const idsOf = (some: readonly Conflict[]) => arrayOf(some.map(({ id }) => id))
  const same = shown.filter(({ isSame }) => isSame)
  const changeId = await nextChange(tx)
  const { rows } = await sql<ReviewedVisit & { readonly observerId: number }>`
    with seen as materialized (
      select v.id, v.ngo_id, v.observer_id, least(max(w.last_modified), v.last_modified) as until
        ${visits} and v.id = any(${idsOf(same)}::integer[])
       group by v.election_id, v.id
       order by v.id),
    changed as (
      insert into reviews as r (election_id, visit_id, state, reason, assignee_id, seen_until, changed_at,
                                changed_by, change_id, revision, notification_id, assigned_at, assigned_by)
      select ${scope.electionId}, s.id, coalesce(${state ?? null}::text, 'new'), ${reason}, ${assigneeId}::integer,
             s.until, ${now}, ${name}, ${changeId}, ${changeId}, ${notificationId ?? null}::integer,
             case when ${isAssigning} then ${now}::timestamptz end,
             case when ${isAssigning} then ${name} end
        from seen s order by s.id
      on conflict (election_id, visit_id) do update
        set state = coalesce(${state ?? null}::text, r.state),
            reason = case when ${isKept} then r.reason else excluded.reason end,
            assignee_id = case when ${isAssigning} then excluded.assignee_id else r.assignee_id end,
            seen_until = case when ${state ?? null}::text is null then r.seen_until else excluded.seen_until end,
            changed_at = excluded.changed_at, changed_by = excluded.changed_by,
            assigned_at = coalesce(excluded.assigned_at, r.assigned_at),
            assigned_by = coalesce(excluded.assigned_by, r.assigned_by),
            change_id = excluded.change_id, revision = excluded.revision,
            notification_id = case when ${isKept} then r.notification_id else excluded.notification_id end,
            reason_before = r.reason,
            before = to_jsonb(r) - array['before', 'reason', 'reason_before']
        where r.visit_id = any(${idsOf(same.filter(({ isSure }) => isSure))}::integer[])
      returning r.visit_id, r.state, r.assignee_id, r.before ->> 'state' as was,
                (r.before ->> 'assignee_id')::integer as whose)
    select ${reviewedColumns}, v.observer_id as "observerId"
      from changed c join seen v on v.id = c.visit_id order by c.visit_id`.execute(tx)
  // Another desk set a report aside since its observer was not held: the retry holds them.
  const isLate = ({ before, observerId }: (typeof rows)[number]) =>
    before.state === 'set-aside' && held?.has(observerId) === false
  if (rows.some(isLate)) throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
  const changed = rows.map(({ observerId: _, ...visit }) => visit)
  await recount(tx, scope, changed, now)
  const ids = new Set(changed.map(({ visitId }) => visitId))
  return { changeId, visits: changed, conflicts: shown.filter(({ id }) => !ids.has(id)) }
}

/** The change that sent a report back with this message, unless its review was changed since. */
export async function findSendingBack(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notifications'>,
): Promise<Id<'reviewChanges'> | undefined> {
  const { rows } = await sql<{ changeId: Id<'reviewChanges'> }>`
    select change_id from reviews
     where election_id = ${electionId} and notification_id = ${id} and change_id is not null
       and (before ->> 'notification_id')::integer is distinct from ${id}`.execute(tx)
  return rows[0]?.changeId
}

type Undone = {
  readonly visits: readonly ReviewedVisit[]
  /** The messages that sent them back. */
  readonly messages: readonly Id<'notifications'>[]
}

/** Puts back the reviews that a change replaced, where they were not changed again since. */
export async function undoChange(
  tx: Tx,
  scope: Scope,
  changeId: Id<'reviewChanges'>,
  now: Date,
): Promise<Undone> {
  const visits = sql`
    from reviews c join visits v on v.election_id = c.election_id and v.id = c.visit_id
   where c.election_id = ${scope.electionId} and c.change_id = ${changeId} and ${isSeen(scope)}`
  await holdObservers(tx, sql`${visits} and 'set-aside' in (c.state, c.before ->> 'state')`)
  const ofChange = sql`
    r.election_id = ${scope.electionId} and r.visit_id = any(array(select v.id ${visits} order by 1))`
  await sql`select from reviews r where ${ofChange} order by r.visit_id for update`.execute(tx)
  const restored = sql`
    update reviews r
       set state = b.state, assignee_id = b.assignee_id, seen_until = b.seen_until,
           changed_at = b.changed_at, changed_by = b.changed_by, 
           revision = coalesce(b.revision, b.change_id, 0), reason = c.reason_before,
           assigned_at = b.assigned_at, assigned_by = b.assigned_by, change_id = null, before = null,
           notification_id = b.notification_id, reason_before = ''
      from reviews c cross join lateral jsonb_populate_record(null::reviews, c.before) b
     where ${ofChange} and r.change_id = ${changeId} and r.before is not null
       and c.election_id = r.election_id and c.visit_id = r.visit_id
    returning r.visit_id, r.state, r.assignee_id, c.state as was, c.assignee_id as whose,
              nullif(c.notification_id, b.notification_id) as notification_id`
  const removed = sql`
    delete from reviews r where ${ofChange} and r.change_id = ${changeId} and r.before is null
    returning r.visit_id, 'new' as state, null::integer as assignee_id, r.state as was, r.assignee_id as whose, r.notification_id`
  const { rows } = await sql<ReviewedVisit & { readonly message: Id<'notifications'> | null }>`
    with restored as (${restored}), removed as (${removed})
    select ${reviewedColumns}, c.notification_id as message
      from (select * from restored union all select * from removed) c
      join visits v on v.election_id = ${scope.electionId} and v.id = c.visit_id
     order by c.visit_id`.execute(tx)
  const undone = rows.map(({ message: _, ...visit }) => visit)
  await recount(tx, scope, undone, now)
  return { visits: undone, messages: rows.flatMap(({ message }) => message ?? []) }
}
