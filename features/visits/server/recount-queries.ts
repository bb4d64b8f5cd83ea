import { sql } from 'kysely'
import { type Counter, counter, type Slice } from '#kit/server/jobs/counter.ts'

const areasOf = (electionId: number) => sql`select id from areas where election_id = ${electionId}`
const observersOf = (electionId: number) =>
  sql`select id from observers where election_id = ${electionId}`

/** The visits of an election, for counters that are kept in their rows. */
export const visitsOf = (electionId: number) =>
  sql`select id from visits where election_id = ${electionId}`

/** No job of a kind is pending: what is updated in steps may lag behind until then. */
const nothingLeftOf = (job: string) => sql`
  not exists (select from jobs j where j.name = ${job})`

/**
 * The counters of visits: what observers sent, and lists by county. Being a test observer is copied from what
 * staff said, and updated in steps; the county of a visit is copied from its station.
 */
export const visitCounters: readonly Counter[] = [
  counter({
    table: 'observer_counts',
    counts: ['reports', 'observers'],
    key: ['observer_id'],
    numbers: ['visits', 'notes'],
    moments: ['last_seen'],
    ids: observersOf,
    isComplete: true,
    counted: ({ electionId, within }) => sql`
      select o.id as observer_id, count(v.id) as visits, coalesce(sum(v.notes), 0) as notes,
             max(v.last_modified) as last_seen
        from observers o
        left join visits v on v.election_id = o.election_id and v.observer_id = o.id
       where o.election_id = ${electionId} and ${within(sql`o.id`)}
       group by 1`,
  }),
  counter({
    name: 'observer_counts.is_test',
    table: 'observer_counts',
    counts: ['test-observers'],
    key: ['observer_id'],
    numbers: ['is_test'],
    ids: observersOf,
    isColumn: true,
    kept: ({ electionId, within }) => sql`
      select c.observer_id, c.is_test::integer as is_test from observer_counts c
       where c.election_id = ${electionId} and ${within(sql`c.observer_id`)}`,
    counted: ({ electionId, within }) => sql`
      select o.id as observer_id,
             (case when ${nothingLeftOf('observers.count-as-said')} then o.is_test else c.is_test end)::integer as is_test
        from observers o
        join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
       where o.election_id = ${electionId} and ${within(sql`o.id`)}`,
    correct: ({ electionId }, differing) => sql`
      select count_as_said(${electionId}, array(select d.observer_id from (${differing}) d))`,
  }),
  counter({
    name: 'visits.county_id',
    table: 'visits',
    counts: ['stations'],
    key: ['id'],
    isColumn: true,
    numbers: ['county_id'],
    ids: visitsOf,
    atOnce: 5000,
    counted: ({ electionId, within }) => sql`
      select v.id, s.county_id
        from visits v
        join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
       where v.election_id = ${electionId} and ${within(sql`v.id`)}`,
    hold: holdWhereaboutsOf,
  }),
  counter({
    table: 'visit_counts',
    counts: ['reports', 'stations', 'test-observers'],
    key: ['county_id', 'ngo_id'],
    numbers: ['reported', 'flagged', 'observers'],
    ids: areasOf,
    atOnce: 100,
    counted: ({ electionId, within }) => sql`
      select v.county_id, v.ngo_id,
             count(*) filter (where v.answered > 0 or v.notes > 0) as reported,
             count(*) filter (where v.flagged > 0) as flagged,
             count(distinct v.observer_id) filter (where v.answered > 0 and not o.is_test) as observers
        from visits v
        join observer_counts o on o.election_id = v.election_id and o.observer_id = v.observer_id
       where v.election_id = ${electionId} and ${within(sql`v.county_id`)}
       group by 1, 2`,
  }),
  counter({
    table: 'observer_counties',
    counts: ['reports', 'stations'],
    key: ['observer_id', 'county_id'],
    numbers: ['visits'],
    ids: observersOf,
    counted: ({ electionId, within }) => sql`
      select v.observer_id, v.county_id, count(*) as visits
        from visits v
       where v.election_id = ${electionId} and v.answered > 0 and ${within(sql`v.observer_id`)}
       group by 1, 2`,
  }),
]

/** Locks the counters of the visits' observers for this transaction, first of all, as reports do. */
export const holdObserversOf = ({ electionId, within }: Slice) => sql`
  select from observer_counts c
   where c.election_id = ${electionId}
     and c.observer_id in (select v.observer_id from visits v
                            where v.election_id = ${electionId} and ${within(sql`v.id`)})
   order by c.observer_id for no key update`

/** The same and, after it, the stations' places: nobody moves them meanwhile. */
function holdWhereaboutsOf(slice: Slice) {
  const { electionId, within } = slice
  return sql`
    with held as materialized (${holdObserversOf(slice)})
    select from polling_stations s, (select count(*) from held) h
     where s.election_id = ${electionId}
       and s.id in (select v.polling_station_id from visits v
                     where v.election_id = ${electionId} and ${within(sql`v.id`)})
     order by s.id for key share of s`
}
