import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { areCounted } from '#features/visits/server/counted-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Shift } from '../contract.ts'

/** The most rows of a list. */
const most = 50

/** Counts what changed since a moment, without incidents. */
export async function countChanged(
  db: Db,
  scope: Scope,
  since: Date,
): Promise<Omit<Shift['changed'], 'incidents'>> {
  const { electionId, ngoId } = scope
  const ofVisit = sql`
    v.election_id = ${electionId} and (${ngoId}::integer is null or v.ngo_id = ${ngoId})
    ${andInCounties(scope, sql`v.county_id`)}`
  const { rows } = await sql<Omit<Shift['changed'], 'incidents'>>`
    select r.reports, r.flagged,
           (select count(*)::integer from reviews w
              join visits v on v.election_id = w.election_id and v.id = w.visit_id
             where ${ofVisit} and w.state = 'verified' and w.changed_at >= ${since}
               and w.seen_until >= v.last_modified
               and (w.before ->> 'state' is distinct from 'verified'
                    or (w.before ->> 'seen_until')::timestamptz < w.seen_until)) as verified,
           (select count(*)::integer from calls k
              join observers o on o.election_id = k.election_id and o.id = k.observer_id
             where ${inScope(scope)} and k.called_at >= ${since}) as calls
      from (select count(*)::integer as reports, count(*) filter (where v.flagged > 0)::integer as flagged
              from visits v
             where ${ofVisit} and ${areCounted(electionId)} and v.last_modified >= ${since} and (v.answered > 0 or v.notes > 0)) r`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Reports in work or with follow-up needed, by who works on them: unassigned ones first, then by name. */
export async function listWorking(db: Db, scope: Scope): Promise<Shift['working']> {
  const { rows } = await sql<Shift['working'][number]>`
    select w.account as assignee, count(*) filter (where r.state = 'in-work')::integer as in_work,
           count(*) filter (where r.state = 'follow-up')::integer as follow_up
      from reviews r
      join visits v on v.election_id = r.election_id and v.id = r.visit_id
      left join staff w on w.id = r.assignee_id
     where r.election_id = ${scope.electionId} and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
           ${andInCounties(scope, sql`v.county_id`)}
       and (v.answered > 0 or v.notes > 0)
       and (r.state = 'in-work' or r.state = 'follow-up' and r.seen_until >= v.last_modified)
     group by w.account
     order by w.account collate names nulls first`.execute(db)
  return rows
}

/** Deadlines between two moments, from the stored totals. */
export async function listDue(
  db: Db,
  scope: Scope,
  from: Date,
  until: Date,
): Promise<Shift['due']> {
  const { electionId, ngoId } = scope
  const { rows } = await sql<Shift['due'][number]>`
    select c.milestone_id, m.name as milestone, c.due_at, sum(c.expected)::integer as expected,
           sum(c.done)::integer as done
      from expectation_counts c
      join milestones m on m.election_id = c.election_id and m.id = c.milestone_id
     where c.election_id = ${electionId} and c.due_at > ${from} and c.due_at <= ${until} and c.expected > 0
       and (${ngoId}::integer is null or c.ngo_id = ${ngoId}) ${andInCounties(scope, sql`c.county_id`)}
     group by c.milestone_id, m.name, c.due_at
     order by c.due_at, m.name collate names, c.milestone_id limit ${most}`.execute(db)
  return rows
}

/** Call-backs that were agreed for no later than a moment. */
export async function listCallBacks(
  db: Db,
  scope: Scope,
  until: Date,
): Promise<Shift['callBacks']> {
  const { rows } = await sql<Shift['callBacks'][number]>`
    select o.id as observer_id, o.name as observer_name, k.call_back_at as at, k.called_by_name as promised_by
      from call_holds h
      join observers o on o.election_id = h.election_id and o.id = h.observer_id
     cross join lateral (
       select k.called_by_name, k.call_back_at from calls k
        where k.election_id = h.election_id and k.observer_id = h.observer_id and k.call_back_at is not null
        order by k.called_at desc, k.id desc limit 1) k
     where ${inScope(scope)} and o.deleted_at is null and h.is_call_back and k.call_back_at <= ${until}
     order by k.call_back_at, o.id limit ${most}`.execute(db)
  return rows
}
