import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { Problem } from '#kit/contract/problem.ts'
import { rolesWith } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { ReviewChange } from '../contract.ts'
import type { ReviewState } from '../review-contract.ts'

/** Whether the caller sees visit `v`. */
const isSeen = (scope: Scope) => sql`
  v.election_id = ${scope.electionId}
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
  ${andInCounties(scope, sql`v.county_id`)}`

/** What a change made of one report, or took back. */
export type ReviewedVisit = {
  readonly visitId: number
  readonly ngoId: Id<'ngos'>
  readonly before: Reviewed
  readonly after: Reviewed
}
type Reviewed = { readonly state: ReviewState; readonly assignee: string | null }

/** `ReviewedVisit` from rows `c` with the columns of a review, and those that they replaced: `was` and `whose`. */
const reviewedColumns = sql`
  v.ngo_id as "ngoId", c.visit_id as "visitId",
  jsonb_build_object('state', coalesce(c.was, 'new'), 'assignee',
    (select w.account from staff w where w.id = c.whose)) as before,
  jsonb_build_object('state', c.state, 'assignee',
    (select w.account from staff w where w.id = c.assignee_id)) as after`

type Caller = Pick<StaffActor, 'scope' | 'name' | 'id'>

/** The accounts to which the caller can assign reports. */
const reviewers = ({ scope, id }: Caller) => sql`
  staff w join ngos g on g.id = w.ngo_id and g.is_active
   where w.role = any(${rolesWith('review')}::text[])
     and (${scope.ngoId}::integer is null or w.ngo_id = ${scope.ngoId})
     and (${scope.countyIds === null} or w.id = ${id})`

/** Whether an account sees work of an organisation in a county, both as SQL; null: in no county. */
export const seesWork = (
  { electionId }: Scope,
  staffId: number,
  { ngoId, countyId }: { ngoId: RawBuilder<unknown>; countyId: RawBuilder<unknown> },
) => sql<boolean>`exists (
  select from staff w join ngos g on g.id = w.ngo_id
   where w.id = ${staffId} and (g.is_organiser or w.ngo_id = ${ngoId})
     and (w.county_codes is null or (
       select a.code from areas a
        where a.election_id = ${electionId} and a.id = ${countyId}) = any(w.county_codes)))`

export async function listReviewers(db: Db, caller: Caller): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select w.account from ${reviewers(caller)} order by w.account collate names, w.id`.execute(db)
  return rows.map(({ account }) => account)
}

/** The id of an account, if the caller can assign work to it. */
export async function findReviewer(
  tx: Tx,
  caller: Caller,
  account: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select w.id from ${reviewers(caller)} and w.account = ${account}`.execute(tx)
  return rows[0]?.id
}

async function nextChange(tx: Tx): Promise<Id<'reviewChanges'>> {
  const { rows } = await sql<{ id: Id<'reviewChanges'> }>`
    select nextval('review_changes_id_seq')::integer as id`.execute(tx)
  return (rows[0] as (typeof rows)[number]).id
}

/** Changes the reviews of the reports that the caller sees, in the order of the visits. */
export async function changeReviews(
  tx: Tx,
  caller: Caller,
  { reports, state, assignee }: ReviewChange,
  now: Date,
): Promise<{ changeId: Id<'reviewChanges'>; visits: ReviewedVisit[] }> {
  const { scope, name } = caller
  const assigneeId = assignee ? await findReviewer(tx, caller, assignee) : null
  if (assigneeId === undefined) throw new Problem('thing.not-found')
  const isAssigning = assignee !== undefined
  const changeId = await nextChange(tx)
  const { rows } = await sql<ReviewedVisit>`
    with seen as materialized (
      select v.id, v.ngo_id, least(max(w.last_modified), v.last_modified) as until
        from unnest(${arrayOf(reports.map(({ observerId }) => observerId))}::integer[],
                    ${arrayOf(reports.map(({ pollingStationId }) => pollingStationId))}::integer[],
                    ${arrayOf(reports.map(({ lastModified }) => lastModified))}::timestamptz[])
             as w (observer_id, polling_station_id, last_modified)
        join visits v
          on v.observer_id = w.observer_id and v.polling_station_id = w.polling_station_id
       where ${isSeen(scope)} and (v.answered > 0 or v.notes > 0)
         and ${assigneeId === null ? sql`true` : seesWork(scope, assigneeId, { ngoId: sql`v.ngo_id`, countyId: sql`v.county_id` })}
       group by v.election_id, v.id
       order by v.id),
    changed as (
      insert into reviews as r (election_id, visit_id, state, assignee_id, seen_until, changed_at,
                                changed_by, change_id, assigned_at, assigned_by)
      select ${scope.electionId}, s.id, coalesce(${state ?? null}::text, 'new'), ${assigneeId}::integer,
             s.until, ${now}, ${name}, ${changeId},
             case when ${isAssigning} then ${now}::timestamptz end,
             case when ${isAssigning} then ${name} end
        from seen s order by s.id
      on conflict (election_id, visit_id) do update
        set state = coalesce(${state ?? null}::text, r.state),
            assignee_id = case when ${isAssigning} then excluded.assignee_id else r.assignee_id end,
            seen_until = case when ${state ?? null}::text is null then r.seen_until else excluded.seen_until end,
            changed_at = excluded.changed_at, changed_by = excluded.changed_by,
            assigned_at = coalesce(excluded.assigned_at, r.assigned_at),
            assigned_by = coalesce(excluded.assigned_by, r.assigned_by),
            change_id = excluded.change_id, before = to_jsonb(r) - 'before'
      returning r.visit_id, r.state, r.assignee_id, r.before ->> 'state' as was,
                (r.before ->> 'assignee_id')::integer as whose)
    select ${reviewedColumns} from changed c join seen v on v.id = c.visit_id order by c.visit_id`.execute(
    tx,
  )
  return { changeId, visits: rows }
}

/**
 * Makes a reviewed report new again where its content changed by an act of staff, under whatever time. So does undoing
 * its last review.
 */
export async function endReview(tx: Tx, { electionId }: Scope, visitId: number): Promise<void> {
  const isOver = (state: RawBuilder<unknown>) => sql`${state} in ('verified', 'follow-up')`
  const [now, before] = [isOver(sql`state`), isOver(sql`(before ->> 'state')`)]
  await sql`
    update reviews
       set seen_until = case when ${now} then 'epoch' else seen_until end,
           before = case when ${before} then before || jsonb_build_object('seen_until', 'epoch'::timestamptz)
                         else before end
     where election_id = ${electionId} and visit_id = ${visitId} and (${now} or ${before})`.execute(
    tx,
  )
}

/** Puts back the reviews that a change replaced, where they were not changed again since. */
export async function undoChange(
  tx: Tx,
  scope: Scope,
  changeId: Id<'reviewChanges'>,
): Promise<ReviewedVisit[]> {
  const ofChange = sql`r.election_id = ${scope.electionId} and r.visit_id = any(array(
    select v.id from reviews c join visits v on v.election_id = c.election_id and v.id = c.visit_id
     where c.election_id = ${scope.electionId} and c.change_id = ${changeId} and ${isSeen(scope)}
     order by 1))`
  await sql`select from reviews r where ${ofChange} order by r.visit_id for update`.execute(tx)
  const restored = sql`
    update reviews r
       set state = b.state, assignee_id = b.assignee_id, seen_until = b.seen_until,
           changed_at = b.changed_at, changed_by = b.changed_by,
           assigned_at = b.assigned_at, assigned_by = b.assigned_by, change_id = null, before = null
      from reviews c cross join lateral jsonb_populate_record(null::reviews, c.before) b
     where ${ofChange} and r.change_id = ${changeId} and r.before is not null
       and c.election_id = r.election_id and c.visit_id = r.visit_id
    returning r.visit_id, r.state, r.assignee_id, c.state as was, c.assignee_id as whose`
  const removed = sql`
    delete from reviews r where ${ofChange} and r.change_id = ${changeId} and r.before is null
    returning r.visit_id, 'new' as state, null::integer as assignee_id, r.state as was, r.assignee_id as whose`
  const { rows } = await sql<ReviewedVisit>`
    with restored as (${restored}), removed as (${removed})
    select ${reviewedColumns}
      from (select * from restored union all select * from removed) c
      join visits v on v.election_id = ${scope.electionId} and v.id = c.visit_id
     order by c.visit_id`.execute(tx)
  return rows
}

/** Reports by state, except those that are new: their number is that of all others. */
export async function countReviewed(
  db: Db,
  scope: Scope,
): Promise<{ state: ReviewState; reports: number; flagged: number }[]> {
  const { rows } = await sql<{ state: ReviewState; reports: number; flagged: number }>`
    with reviewed as materialized (
      select r.state, v.flagged
        from reviews r join visits v on v.election_id = r.election_id and v.id = r.visit_id
       where r.election_id = ${scope.electionId} and ${isSeen(scope)} and r.state <> 'new'
         and (v.answered > 0 or v.notes > 0)
         and not (r.state <> 'in-work' and r.seen_until < v.last_modified)),
    counted as (
      select coalesce(sum(c.reported), 0)::integer as reports, coalesce(sum(c.flagged), 0)::integer as flagged
        from visit_counts c
       where c.election_id = ${scope.electionId}
         and (${scope.ngoId}::integer is null or c.ngo_id = ${scope.ngoId})
         ${andInCounties(scope, sql`c.county_id`)})
    select state, count(*)::integer as reports, count(*) filter (where flagged > 0)::integer as flagged
      from reviewed group by 1
    union all
    select 'new', greatest(0, c.reports - (select count(*) from reviewed))::integer,
           greatest(0, c.flagged - (select count(*) from reviewed where flagged > 0))::integer
      from counted c`.execute(db)
  return rows
}
