import { sql } from 'kysely'
import { areas, stations } from '#features/places/server/subjects.ts'
import { isCounted } from '#features/visits/server/counted-queries.ts'
import { visits } from '#features/visits/server/subjects.ts'
import { type Projection, projection } from '#kit/server/projections/projection.ts'
import { failedChecks } from './checks/projections.ts'
import { countedStations, flaggedForms, quarters } from './subjects.ts'

/** Questions answered on a visit, and flagged options chosen there: lists show them, so a report writes them. */
const ofVisits = projection({
  name: 'visits.answered',
  of: visits,
  table: 'visits',
  key: ['id'],
  values: ['answered', 'flagged'],
  isColumn: true,
  isExact: true,
  counted: ({ electionId, within }) => sql`
    select v.id, a.answered, a.flagged
      from visits v
     cross join lateral (
       select count(distinct n.question_id)::integer as answered,
              count(*) filter (where n.is_flagged)::integer as flagged
         from answers n where n.election_id = ${electionId} and n.visit_id = v.id offset 0) a
     where v.election_id = ${electionId} and ${within(sql`v.id`)}`,
})

/** Reports with current answers, by the quarter of an hour in which these were given (decision 084). */
const ofVisitsByQuarter = projection({
  of: visits,
  table: 'visit_reports',
  key: ['visit_id', 'quarter'],
  values: ['ngo_id', 'reports', 'flagged'],
  passesOn: [{ to: quarters, column: 'quarter' }],
  counted: ({ electionId, within }) => sql`
    select v.id as visit_id, a.quarter, v.ngo_id, a.reports, a.flagged
      from visits v
     cross join lateral (
       select floor(extract(epoch from n.received_at) / 900)::integer as quarter,
              count(distinct n.received_at)::integer as reports,
              count(*) filter (where n.is_flagged)::integer as flagged
         from answers n where n.election_id = ${electionId} and n.visit_id = v.id
        group by 1 offset 0) a
     where v.election_id = ${electionId} and ${within(sql`v.id`)}
       and ${isCounted(electionId)}`,
})

const ofQuarters = projection({
  of: quarters,
  table: 'report_counts',
  key: ['quarter', 'ngo_id'],
  values: ['reports', 'flagged'],
  counted: ({ electionId, within }) => sql`
    select r.quarter, r.ngo_id, sum(r.reports)::integer as reports, sum(r.flagged)::integer as flagged
      from visit_reports r
     where r.election_id = ${electionId} and ${within(sql`r.quarter`)}
     group by 1, 2`,
})

/** The counts of answers and flags at a station, of the visits that count. */
const ofStations = projection({
  of: stations,
  table: 'station_counts',
  key: ['polling_station_id', 'ngo_id', 'form_id'],
  values: ['county_id', 'counted_as', 'answered', 'flagged'],
  passesOn: [
    { to: areas, column: 'county_id' },
    { to: countedStations, column: 'counted_as' },
  ],
  counted: ({ electionId, within }) => sql`
    select s.id as polling_station_id, v.ngo_id, a.form_id, s.county_id, s.counted_as,
           sum(a.answered)::integer as answered, sum(a.flagged)::integer as flagged
      from polling_stations s
     cross join lateral (
       select v.id, v.ngo_id from visits v
        where v.election_id = ${electionId} and v.polling_station_id = s.id
          and ${isCounted(electionId)}
       offset 0) v
     cross join lateral (
       select n.form_id, count(distinct n.question_id) as answered,
              count(*) filter (where n.is_flagged) as flagged
         from answers n where n.election_id = ${electionId} and n.visit_id = v.id
        group by 1 offset 0) a
     where s.election_id = ${electionId} and ${within(sql`s.id`)}
     group by 1, 2, 3, 4, 5`,
})

const ofCounties = projection({
  of: areas,
  table: 'county_counts',
  key: ['county_id', 'ngo_id', 'form_id'],
  values: ['flagged'],
  counted: ({ electionId, within }) => sql`
    select c.county_id, c.ngo_id, c.form_id, sum(c.flagged)::integer as flagged
      from station_counts c
     where c.election_id = ${electionId} and c.flagged > 0 and ${within(sql`c.county_id`)}
     group by 1, 2, 3`,
})

/** Flags of all organisations by counted station and form; form 0 is the total. */
const ofFlags = projection({
  of: countedStations,
  table: 'station_flags',
  key: ['polling_station_id', 'form_id'],
  values: ['flagged'],
  passesOn: [{ to: flaggedForms, column: 'form_id' }],
  counted: ({ electionId, within }) => sql`
    select c.counted_as as polling_station_id, coalesce(c.form_id, 0) as form_id,
           sum(c.flagged)::integer as flagged
      from station_counts c
     where c.election_id = ${electionId} and c.flagged > 0 and ${within(sql`c.counted_as`)}
     group by grouping sets ((c.counted_as, c.form_id), (c.counted_as))`,
})

const ofFlaggedStations = projection({
  of: flaggedForms,
  table: 'flagged_stations',
  key: ['form_id'],
  values: ['stations'],
  counted: ({ electionId, within }) => sql`
    select f.form_id, count(*)::integer as stations
      from station_flags f
     where f.election_id = ${electionId} and ${within(sql`f.form_id`)}
     group by 1`,
})

/** The figures of answers; sources come first. */
export const answerProjections: readonly Projection[] = [
  ofVisits,
  ofVisitsByQuarter,
  ofQuarters,
  ofStations,
  ofCounties,
  ofFlags,
  ofFlaggedStations,
  failedChecks,
]
