import { type RawBuilder, sql } from 'kysely'

/** Whether visit `v` counts in figures: it is not set aside, and its observer is no test observer. */
export const isCounted = (electionId: number): RawBuilder<unknown> => sql`
  v.set_aside_at is null
  and not (select o.is_test from observers o
            where o.election_id = ${electionId} and o.id = v.observer_id)`

/** The same for many visits: test observers are few, so reading them once is cheaper. */
export const areCounted = (electionId: number): RawBuilder<unknown> => sql`
  v.set_aside_at is null
  and v.observer_id not in (
    select o.id from observers o where o.election_id = ${electionId} and o.is_test)`

/** The ids of the visits that do not count, read from their own indexes. */
export const uncounted = (electionId: number): RawBuilder<unknown> => sql`
  select v.id from observers o
   cross join lateral (
     select t.id from visits t
      where t.election_id = ${electionId} and t.observer_id = o.id offset 0) v
   where o.election_id = ${electionId} and o.is_test
  union all
  select t.id from visits t where t.election_id = ${electionId} and t.set_aside_at is not null`

/** The numbers of reports as lists show them, by county and organisation: the stored ones, without those set aside. */
export const listedReports = (electionId: number): RawBuilder<unknown> => sql`
  select n.county_id, n.ngo_id, n.reported, n.flagged from visit_counts n where n.election_id = ${electionId}
  union all
  select v.county_id, v.ngo_id, -1, 0 from visits v
   where v.election_id = ${electionId} and v.set_aside_at is not null and (v.answered > 0 or v.notes > 0)`

/** The same without test observers, also among the flagged. */
export const countedReports = (electionId: number): RawBuilder<unknown> => sql`
  select n.county_id, n.ngo_id, n.reported, n.flagged from visit_counts n where n.election_id = ${electionId}
  union all
  select v.county_id, v.ngo_id, -1, case when v.flagged > 0 and v.set_aside_at is null then -1 else 0 end
    from visits v
   where v.election_id = ${electionId} and v.id = any(array(${uncounted(electionId)}))
     and (v.answered > 0 or v.notes > 0)`
