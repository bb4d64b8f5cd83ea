import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

/** Every count that is kept and is not what counting it anew gives. */
export const miscounted = async (db: Db): Promise<unknown[]> => [
  ...(await miscountedVisits(db)),
  ...(await miscountedStations(db)),
  ...(await miscountedLists(db)),
  ...(await miscountedCounties(db)),
  ...(await miscountedFlags(db)),
  ...(await miscountedFlaggedStations(db)),
  ...(await miscountedObservers(db)),
  ...(await miscountedTotals(db)),
  ...(await countedOtherwise(db)),
]

/** Who is counted otherwise than they are said to be, and what lies elsewhere than its area. */
const countedOtherwise = (db: Db) =>
  rowsOf(
    db,
    sql`select o.id, o.is_test, null as county_id from observers o
          join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
         where c.is_test <> o.is_test
        union all
        select s.id, null, s.county_id from polling_stations s
          join areas a on a.election_id = s.election_id and a.id = s.area_id
         where s.county_id <> a.county_id
        union all
        select v.id, null, v.county_id from visits v
          join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
         where s.county_id <> v.county_id`,
  )

export const rowsOf = async <Row>(db: Db, query: ReturnType<typeof sql>): Promise<readonly Row[]> =>
  (await query.execute(db)).rows as Row[]

const miscountedVisits = (db: Db) =>
  rowsOf(
    db,
    sql`select v.id, v.answered, v.flagged, v.notes, c.* from visits v
         cross join lateral (
           select count(distinct n.question_id) as answers, count(*) filter (where n.is_flagged) as flags,
                  (select count(*) from notes m where m.visit_id = v.id) as remarks
             from answers n where n.visit_id = v.id) c
         where (v.answered, v.flagged, v.notes) <> (c.answers, c.flags, c.remarks)`,
  )

const miscountedStations = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select polling_station_id, ngo_id, form_id, answered::bigint, flagged::bigint
            from station_counts where answered <> 0 or flagged <> 0) s
         full join (
          select v.polling_station_id, v.ngo_id, n.form_id,
                 count(distinct (v.id, n.question_id)) as answered,
                 count(*) filter (where n.is_flagged) as flagged
            from answers n join visits v on v.id = n.visit_id
            join observer_counts o on o.observer_id = v.observer_id and not o.is_test
           group by 1, 2, 3) c using (polling_station_id, ngo_id, form_id, answered, flagged)
         where (s is null) or (c is null)`,
  )

const miscountedLists = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select ngo_id, county_id, reported::bigint, flagged::bigint, observers::bigint
            from visit_counts where reported <> 0 or flagged <> 0 or observers <> 0) k
         full join (
          select v.ngo_id, v.county_id,
                 count(*) filter (where v.answered > 0 or v.notes > 0) as reported,
                 count(*) filter (where v.flagged > 0) as flagged,
                 count(distinct v.observer_id) filter (where v.answered > 0 and not o.is_test)
                   as observers
            from visits v join observer_counts o on o.observer_id = v.observer_id group by 1, 2
          having bool_or(v.answered > 0 or v.notes > 0)
         ) c using (ngo_id, county_id, reported, flagged, observers)
         where (k is null) or (c is null)`,
  )

const miscountedCounties = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select county_id, ngo_id, form_id, flagged::bigint from county_counts where flagged <> 0) k
         full join (
          select s.county_id, n.ngo_id, n.form_id, sum(n.flagged) as flagged
            from station_counts n join polling_stations s on s.id = n.polling_station_id
           group by 1, 2, 3 having sum(n.flagged) <> 0
         ) c using (county_id, ngo_id, form_id, flagged)
         where (k is null) or (c is null)`,
  )

const miscountedFlags = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select form_id, polling_station_id, flagged::bigint from station_flags where flagged <> 0) k
         full join (
          select coalesce(form_id, 0) as form_id, polling_station_id, sum(flagged) as flagged
            from station_counts
           group by grouping sets ((form_id, polling_station_id), (polling_station_id))
          having sum(flagged) <> 0
         ) c using (form_id, polling_station_id, flagged)
         where (k is null) or (c is null)`,
  )

const miscountedFlaggedStations = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select form_id, stations::bigint from flagged_stations where stations <> 0) k
         full join (
          select form_id, count(*) as stations from station_flags where flagged > 0 group by 1
         ) c using (form_id, stations)
         where (k is null) or (c is null)`,
  )

const miscountedObservers = (db: Db) =>
  rowsOf(
    db,
    sql`select o.id, k.last_seen, k.visits, k.notes, c.* from observers o
         left join observer_counts k on k.election_id = o.election_id and k.observer_id = o.id
         cross join lateral (
           select max(v.last_modified) as seen, count(*) as visited, coalesce(sum(v.notes), 0) as noted
             from visits v where v.observer_id = o.id) c
         where (k.last_seen, k.visits, k.notes) is distinct from (c.seen, c.visited, c.noted)`,
  )

const miscountedTotals = (db: Db) =>
  rowsOf(
    db,
    sql`select * from (
          select election_id, ngo_id, sum(living) as living, sum(deleted) as deleted
            from observer_totals group by 1, 2 having sum(living) <> 0 or sum(deleted) <> 0) k
         full join (
          select election_id, ngo_id, count(*) filter (where deleted_at is null) as living,
                 count(deleted_at) as deleted
            from observers group by 1, 2
         ) c using (election_id, ngo_id, living, deleted)
         where (k is null) or (c is null)`,
  )
