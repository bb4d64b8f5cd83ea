import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { rolesWith } from '#kit/contract/roles.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { ReviewState } from '../review-contract.ts'
import { hasEnded } from './state-queries.ts'

/** Whether the caller sees visit `v`. */
export const isSeen = (scope: Scope) => sql`
  v.election_id = ${scope.electionId}
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
  ${andInCounties(scope, sql`v.county_id`)}`

export type Caller = Pick<StaffActor, 'scope' | 'name' | 'id'>

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

/**
 * Makes a reviewed report new again where its content changed by an act of staff, under whatever time; a report set aside
 * has changed since. So does undoing its last review.
 */
export async function endReview(
  tx: Tx,
  { scope: { electionId }, name }: Pick<StaffActor, 'scope' | 'name'>,
  visitId: number,
  now: Date,
): Promise<void> {
  const isOver = (state: RawBuilder<unknown>) =>
    sql`${state} in ('verified', 'follow-up', 'set-aside')`
  await sql`
    insert into reviews as r (election_id, visit_id, state, seen_until, changed_at, changed_by, revision)
    select election_id, id, 'new', 'epoch', ${now}, ${name}, nextval('review_changes_id_seq')
      from visits where election_id = ${electionId} and id = ${visitId}
    on conflict (election_id, visit_id) do update
      set revision = excluded.revision,
          seen_until = case when ${isOver(sql`r.state`)} then 'epoch' else r.seen_until end,
          before = case when ${isOver(sql`(r.before ->> 'state')`)}
                        then r.before || jsonb_build_object('seen_until', 'epoch'::timestamptz)
                        else r.before end`.execute(tx)
}

/** The review of a visit, as history records it; undefined: it is new and unassigned. */
export async function findReviewed(
  tx: Tx,
  { electionId }: Scope,
  visitId: number,
): Promise<{ readonly state: ReviewState; readonly assignee: string | null } | undefined> {
  const { rows } = await sql<{ state: ReviewState; assignee: string | null }>`
    select r.state, w.account as assignee
      from reviews r left join staff w on w.id = r.assignee_id
     where r.election_id = ${electionId} and r.visit_id = ${visitId}
       and (r.state <> 'new' or r.assignee_id is not null)`.execute(tx)
  return rows[0]
}

/**
 * Reports by state. Those that are new are all others; the stored number of flagged ones is without those set aside.
 */
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
         and not ${hasEnded}),
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
           greatest(0, c.flagged - (select count(*) from reviewed where flagged > 0 and state <> 'set-aside'))::integer
      from counted c`.execute(db)
  return rows
}
