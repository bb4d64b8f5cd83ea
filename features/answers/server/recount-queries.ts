import { type RawBuilder, sql } from 'kysely'
import { holdObserversOf, visitsOf } from '#features/visits/server/recount-queries.ts'
import { type Counter, counter, type Slice } from '#kit/server/jobs/counter.ts'

const stationsOf = (electionId: number) =>
  sql`select id from polling_stations where election_id = ${electionId}`

/** Questions answered on a visit, and flagged options chosen there. */
const ofVisits = counter({
  name: 'visits.answered',
  table: 'visits',
  counts: ['reports'],
  key: ['id'],
  isColumn: true,
  numbers: ['answered', 'flagged'],
  ids: visitsOf,
  atOnce: 2000,
  counted: ({ electionId, within }) => sql`
    select v.id, count(distinct n.question_id) as answered,
           count(*) filter (where n.is_flagged) as flagged
      from visits v
      left join answers n on n.election_id = v.election_id and n.visit_id = v.id
     where v.election_id = ${electionId} and ${within(sql`v.id`)}
     group by 1`,
  hold: holdObserversOf,
})

const ofStations = counter({
  table: 'station_counts',
  counts: ['reports', 'test-observers'],
  key: ['polling_station_id', 'ngo_id', 'form_id'],
  numbers: ['answered', 'flagged'],
  ids: stationsOf,
  atOnce: 500,
  counted: ({ electionId, within }) => sql`
    select v.polling_station_id, v.ngo_id, n.form_id,
           count(distinct (v.id, n.question_id)) as answered,
           count(*) filter (where n.is_flagged) as flagged
      from visits v
      join observer_counts o on o.election_id = v.election_id and o.observer_id = v.observer_id and not o.is_test
      join answers n on n.election_id = v.election_id and n.visit_id = v.id
     where v.election_id = ${electionId} and ${within(sql`v.polling_station_id`)}
     group by 1, 2, 3`,
})

const ofCounties = counter({
  table: 'county_counts',
  counts: ['reports', 'test-observers', 'stations'],
  key: ['county_id', 'ngo_id', 'form_id'],
  numbers: ['flagged'],
  ids: (electionId) => sql`select id from areas where election_id = ${electionId}`,
  atOnce: 100,
  counted: ({ electionId, within }) => sql`
    select s.county_id, c.ngo_id, c.form_id, sum(c.flagged) as flagged
      from polling_stations s
      join station_counts c on c.election_id = s.election_id and c.polling_station_id = s.id
     where s.election_id = ${electionId} and ${within(sql`s.county_id`)}
     group by 1, 2, 3`,
})

/** Each form by itself, and all forms together as form 0; by the station that theirs is counted as. */
const flagsOf = ({ electionId }: Slice, within: RawBuilder<unknown>) => sql`
  select s.counted_as as polling_station_id, coalesce(c.form_id, 0) as form_id, sum(c.flagged) as flagged
    from polling_stations s
    join station_counts c on c.election_id = s.election_id and c.polling_station_id = s.id
   where s.election_id = ${electionId} and ${within}
   group by grouping sets ((c.form_id, s.counted_as), (s.counted_as))`

const ofFlags = counter({
  table: 'station_flags',
  counts: ['reports', 'test-observers'],
  key: ['polling_station_id', 'form_id'],
  numbers: ['flagged'],
  ids: stationsOf,
  atOnce: 2000,
  counted: (slice) => flagsOf(slice, slice.within(sql`s.counted_as`)),
})

const ofFlaggedStations = counter({
  table: 'flagged_stations',
  counts: ['reports', 'test-observers'],
  key: ['form_id'],
  numbers: ['stations'],
  ids: (electionId) => sql`select id from forms where election_id = ${electionId}`,
  counted: ({ electionId, within }) => sql`
    select f.form_id, count(*) as stations
      from station_flags f
     where f.election_id = ${electionId} and f.flagged > 0 and ${within(sql`f.form_id`)}
     group by 1`,
})

/** The quarter of an hour in which something was said, as a number: quarters since 1970. */
const quarterOf = (at: RawBuilder<unknown>) =>
  sql`(extract(epoch from date_bin('15 minutes', ${at}, timestamptz 'epoch')) / 900)::integer`

/**
 * Reports with current answers, by the moment these were given. Read organisation by organisation: answers
 * are found by their visits, and no index leads to them by time.
 */
const ofQuarters = counter({
  table: 'report_counts',
  counts: ['reports', 'test-observers'],
  key: ['ngo_id', 'quarter'],
  numbers: ['reports', 'flagged'],
  ids: () => sql`select id from ngos`,
  atOnce: 1,
  kept: ({ electionId, within }) => sql`
    select r.ngo_id, ${quarterOf(sql`r.quarter`)} as quarter,
           sum(r.reports) as reports, sum(r.flagged) as flagged
      from report_counts r
     where r.election_id = ${electionId} and ${within(sql`r.ngo_id`)}
     group by 1, 2`,
  counted: ({ electionId, within }) => sql`
    select v.ngo_id, ${quarterOf(sql`n.received_at`)} as quarter,
           count(distinct (n.visit_id, n.received_at)) as reports,
           count(*) filter (where n.is_flagged) as flagged
      from visits v
      join observer_counts o on o.election_id = v.election_id and o.observer_id = v.observer_id and not o.is_test
      join answers n on n.election_id = v.election_id and n.visit_id = v.id
     where v.election_id = ${electionId} and ${within(sql`v.ngo_id`)}
     group by 1, 2`,
  // As with other sharded counters: a report changes both sides by the same amount, and a shard that no
  // report writes takes the difference without anybody waiting.
  correct: ({ electionId }, differing) => sql`
    insert into report_counts as r (election_id, quarter, ngo_id, share, reports, flagged)
    select ${electionId}, to_timestamp(d.quarter * 900::bigint), d.ngo_id, -1,
           d.reports - d.was_reports, d.flagged - d.was_flagged
      from (${differing}) d
    on conflict (election_id, quarter, ngo_id, share) do update
      set reports = r.reports + excluded.reports, flagged = r.flagged + excluded.flagged`,
})

/** The counters of answers; those that others are computed from come first. */
export const answerCounters: readonly Counter[] = [
  ofVisits,
  ofStations,
  ofCounties,
  ofFlags,
  ofFlaggedStations,
  ofQuarters,
]
