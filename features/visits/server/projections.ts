import { sql } from 'kysely'
import { observers } from '#features/observers/server/subjects.ts'
import { areas, stations } from '#features/places/server/subjects.ts'
import { mark } from '#kit/server/projections/mark.ts'
import {
  type FollowUp,
  type Projection,
  projection,
  type Spread,
} from '#kit/server/projections/projection.ts'
import { isCounted } from './counted-queries.ts'
import { reporters, visits } from './subjects.ts'

export const visitSpreads: readonly Spread[] = [
  {
    from: visits,
    to: stations,
    keys: ({ electionId, within }) => sql`
      select v.polling_station_id as key from visits v
       where v.election_id = ${electionId} and ${within(sql`v.id`)}`,
  },
  {
    from: visits,
    to: reporters,
    keys: ({ electionId, within }) => sql`
      select v.observer_id as key from visits v
       where v.election_id = ${electionId} and ${within(sql`v.id`)}`,
  },
  {
    from: observers,
    to: reporters,
    keys: ({ electionId, within }) => sql`
      select o.id as key from observers o
       where o.election_id = ${electionId} and ${within(sql`o.id`)}`,
  },
  {
    from: observers,
    to: stations,
    keys: ({ electionId, within }) => sql`
      select v.polling_station_id as key from visits v
       where v.election_id = ${electionId} and ${within(sql`v.observer_id`)}`,
  },
  {
    from: observers,
    to: visits,
    keys: ({ electionId, within }) => sql`
      select v.id as key from visits v
       where v.election_id = ${electionId} and ${within(sql`v.observer_id`)}`,
  },
]

/** Visits follow their station into another county, and are counted there in the next pass. */
const followStations: FollowUp = {
  name: 'visits.county_id',
  of: stations,
  run: async (tx, { electionId, within }) => {
    const { rows } = await sql<{ id: number }>`
      update visits v set county_id = s.county_id
        from polling_stations s
       where v.election_id = ${electionId} and ${within(sql`v.polling_station_id`)}
         and s.election_id = ${electionId} and s.id = v.polling_station_id and s.county_id <> v.county_id
      returning v.id`.execute(tx)
    await mark(
      tx,
      electionId,
      visits,
      rows.map(({ id }) => id),
    )
    return rows.length > 0
  },
}

/** Totals by observer, by which lists are ordered. */
const ofObservers = projection({
  of: reporters,
  table: 'observer_counts',
  key: ['observer_id'],
  values: ['visits', 'notes', 'last_seen'],
  isColumn: true,
  counted: ({ electionId, within }) => sql`
    select o.id as observer_id, count(v.id)::integer as visits, coalesce(sum(v.notes), 0)::integer as notes,
           max(v.last_modified) as last_seen
      from observers o
      left join visits v on v.election_id = ${electionId} and v.observer_id = o.id
     where o.election_id = ${electionId} and ${within(sql`o.id`)}
     group by 1`,
})

/** Totals by observer and county. */
const ofObserversInCounties = projection({
  of: reporters,
  table: 'observer_counties',
  key: ['observer_id', 'county_id', 'ngo_id'],
  values: ['reported', 'flagged', 'visits'],
  passesOn: [{ to: areas, column: 'county_id' }],
  counted: ({ electionId, within }) => sql`
    select v.observer_id, v.county_id, v.ngo_id,
           count(*) filter (where v.answered > 0 or v.notes > 0)::integer as reported,
           count(*) filter (where v.flagged > 0 and v.set_aside_at is null)::integer as flagged,
           count(*) filter (where v.answered > 0 and ${isCounted(electionId)})::integer as visits
      from visits v
     where v.election_id = ${electionId} and ${within(sql`v.observer_id`)}
     group by 1, 2, 3`,
})

/** The numbers of reports and reporting observers, by county. */
const ofCounties = projection({
  of: areas,
  table: 'visit_counts',
  key: ['county_id', 'ngo_id'],
  values: ['reported', 'flagged', 'observers'],
  counted: ({ electionId, within }) => sql`
    select c.county_id, c.ngo_id, sum(c.reported)::integer as reported, sum(c.flagged)::integer as flagged,
           count(*) filter (where c.visits > 0)::integer as observers
      from observer_counties c
     where c.election_id = ${electionId} and ${within(sql`c.county_id`)}
     group by 1, 2`,
})

export const visitProjections: readonly (Projection | FollowUp)[] = [
  followStations,
  ofObservers,
  ofObserversInCounties,
  ofCounties,
]
