import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { ngos } from '#features/accounts/server/subjects.ts'
import { observers } from '#features/observers/server/subjects.ts'
import { merging, stations } from '#features/places/server/subjects.ts'
import { isCounted } from '#features/visits/server/counted-queries.ts'
import { reporters } from '#features/visits/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark, markAll } from '#kit/server/projections/mark.ts'
import { type FollowUp, projection, type Spread } from '#kit/server/projections/projection.ts'
import { everybody } from './queries.ts'
import { coveredAreas, plannedObservers, plannedStations } from './subjects.ts'
import { inTarget } from './target-queries.ts'

/** Marks the observers of changed assignments and all their stations: a mobile team owes once for all. */
export async function markPlanned(
  tx: Tx,
  electionId: Id<'elections'>,
  each: readonly { readonly observerId: number; readonly pollingStationId: number }[],
): Promise<void> {
  if (each.length === 0) return
  const observerIds = [...new Set(each.map(({ observerId }) => observerId))]
  await mark(
    tx,
    electionId,
    plannedStations,
    sql`
      select unnest(${arrayOf(each.map(({ pollingStationId }) => pollingStationId))}::integer[]) as key
      union
      select a.polling_station_id from assignments a
       where a.election_id = ${electionId} and a.observer_id = any(${arrayOf(observerIds)}::integer[])
         and a.deleted_at is null`,
  )
  await mark(tx, electionId, plannedObservers, observerIds)
}

/**
 * Counts open stations that are assigned or visited, by organisation and in total. Merged stations count once. Test
 * observers, inactive organisations and observers who left before their shift ended do not count.
 */
const stationCover = projection({
  of: plannedStations,
  table: 'station_cover',
  key: ['polling_station_id', 'ngo_id'],
  values: ['area_id', 'covered', 'visited'],
  counted: ({ electionId, within }) => sql`
    select s.id as polling_station_id, n.ngo_id, s.area_id, max(f.covered)::smallint as covered,
           max(f.visited)::smallint as visited
      from (select s.id, s.area_id from polling_stations s
             where s.election_id = ${electionId} and ${within(sql`s.id`)} and s.counted_as = s.id
               and s.closed_at is null) s
     cross join lateral (
       select id from polling_stations where election_id = ${electionId} and counted_as = s.id offset 0) p
     cross join lateral (
       select o.ngo_id, 1 as covered, 0 as visited
         from (select observer_id from assignments
                where election_id = ${electionId} and polling_station_id = p.id and deleted_at is null
                  and cut_until is null offset 0) a
        cross join lateral (
          select ngo_id, deleted_at, is_test from observers
           where election_id = ${electionId} and id = a.observer_id offset 0) o
         where o.deleted_at is null and not o.is_test
       union all
       select v.ngo_id, 0, 1
         from (select v.ngo_id from visits v
                where v.election_id = ${electionId} and v.polling_station_id = p.id
                  and ${isCounted(electionId)} offset 0) v) f
     cross join lateral (values (f.ngo_id), (${everybody}::integer)) n (ngo_id)
     where f.ngo_id = any(array(select g.id from ngos g where g.is_active))
     group by s.id, n.ngo_id, s.area_id`,
  passesOn: [{ to: coveredAreas, column: 'area_id' }],
})

/** The numbers of the target's stations that are covered, visited, and both, by area. */
const coverCounts = projection({
  of: coveredAreas,
  table: 'cover_counts',
  key: ['area_id', 'ngo_id'],
  values: ['covered', 'visited', 'met'],
  counted: ({ electionId, within }) => sql`
    select c.area_id, c.ngo_id, sum(c.covered)::integer as covered, sum(c.visited)::integer as visited,
           sum(c.covered * c.visited)::integer as met
      from station_cover c
     where c.election_id = ${electionId} and ${within(sql`c.area_id`)}
       and ${inTarget(electionId, sql`c.polling_station_id`)}
     group by 1, 2`,
})

/** Observers who last reported during a shift from a station that is not in it. */
const observersElsewhere = projection({
  of: plannedObservers,
  table: 'observers_elsewhere',
  key: ['observer_id'],
  values: ['assignment_id', 'polling_station_id', 'said_at'],
  counted: ({ electionId, within }) => sql`
    select o.id as observer_id, a.id as assignment_id, v.polling_station_id, v.last_modified as said_at
      from (select id from observers where election_id = ${electionId} and ${within(sql`id`)} offset 0) o
     cross join lateral (
       select polling_station_id, last_modified from visits
        where election_id = ${electionId} and observer_id = o.id and set_aside_at is null
        order by last_modified desc, id desc limit 1) v
     cross join lateral (
       select min(id) as id, bool_or(polling_station_id = v.polling_station_id) as is_there from assignments
        where election_id = ${electionId} and observer_id = o.id and observer_id > 0 and deleted_at is null
          and from_at <= v.last_modified and v.last_modified < until_at) a
     where not a.is_there`,
})

/** After an organisation is switched on or off, its observers start or stop being expected and covering stations. */
const ngosSwitched: FollowUp = {
  name: 'stations of organisations',
  of: ngos,
  run: async (tx, { electionId, within }) => {
    const { rows } = await sql`
      select from ngos g
       where ${within(sql`g.id`)}
         and exists (select from observers o where o.election_id = ${electionId} and o.ngo_id = g.id)`.execute(
      tx,
    )
    if (rows.length > 0) await markAll(tx, electionId, plannedStations)
    return false
  },
}

/** The stations with assigned observers, and those with visits. */
const fromObservers: Spread = {
  from: observers,
  to: stations,
  keys: ({ electionId, within }) => sql`
    select a.polling_station_id as key from assignments a
     where a.election_id = ${electionId} and ${within(sql`a.observer_id`)} and a.deleted_at is null
    union
    select v.polling_station_id from visits v where v.election_id = ${electionId} and ${within(sql`v.observer_id`)}`,
}

const fromStations: Spread = { from: stations, to: plannedStations }
/** Merging or separating a station can add the replacing station to the target, or remove it. */
const toAreas: Spread = {
  from: stations,
  to: coveredAreas,
  keys: ({ electionId, within }) => sql`
    select p.area_id as key
      from polling_stations s
      join polling_stations p on p.election_id = s.election_id and p.id = s.counted_as
     where s.election_id = ${electionId} and ${within(sql`s.id`)}`,
}

const fromReporters: Spread = { from: reporters, to: plannedObservers }

export const assignmentSpreads: readonly Spread[] = [
  fromObservers,
  fromStations,
  fromReporters,
  toAreas,
  merging(plannedStations),
]
export const assignmentProjections = [ngosSwitched, stationCover, coverCounts, observersElsewhere]
