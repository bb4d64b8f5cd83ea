import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { coverTotals, everybody, isCounted } from '#features/assignments/server/queries.ts'
import { andOfNgo } from '#features/milestones/server/deployment-queries.ts'
import { inState, lateTotal } from '#features/milestones/server/state-queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { MapArea, MapStations } from '../contract.ts'
import { sourcesOf } from './source-queries.ts'

/** The counties in their order, with what has come from each: stored totals, unless there is a filter. */
export async function listMapAreas(
  db: Db,
  scope: Scope,
  filter: VerifiedOnly,
  now: Date,
): Promise<MapArea[]> {
  const { reports, countyFlags } = sourcesOf(scope, filter)
  const { rows } = await sql<MapArea>`
    with counted as (
      select n.county_id, sum(n.reported)::integer as reports
        from ${reports} n
       where ${ofNgos(scope, sql`n.ngo_id`)}
       group by n.county_id
    ),
    irregular as (
      select n.county_id, sum(n.flagged)::integer as flagged from ${countyFlags} n
       where n.election_id = ${scope.electionId} and ${ofNgos(scope, sql`n.ngo_id`)}
       group by n.county_id
    ),
    there as (
      select s.area_id, count(*) as stations from polling_stations s
       where s.election_id = ${scope.electionId} and ${isCounted(scope.electionId)}
       group by s.area_id
    ),
    covered as (
      select a.county_id, sum(s.stations)::integer as stations, sum(k.covered)::integer as covered,
             sum(k.visited)::integer as visited, sum(k.met)::integer as met
        from areas a
        left join there s on s.area_id = a.id
        left join ${coverTotals(scope, filter)} k on k.election_id = a.election_id and k.area_id = a.id
                                and k.ngo_id = ${scope.ngoId ?? everybody}
       where a.election_id = ${scope.electionId}
       group by a.county_id
    ),
    owed as (
      select x.county_id, ${lateTotal(now)} as late from expectation_counts x
       where x.election_id = ${scope.electionId} ${andOfNgo(scope, sql`x.ngo_id`)}
       group by x.county_id
    )
    select c.id, c.code, c.name, coalesce(k.stations, 0) as stations, coalesce(k.covered, 0) as covered,
           coalesce(k.visited, 0) as visited, coalesce(k.met, 0) as met, coalesce(x.late, 0) as late,
           coalesce(n.reports, 0) as reports, coalesce(f.flagged, 0) as flagged
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      left join counted n on n.county_id = c.id
      left join irregular f on f.county_id = c.id
      left join covered k on k.county_id = c.id
      left join owed x on x.county_id = c.id
     where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}
     order by c.position, c.name collate names, c.id`.execute(db)
  return rows
}

/** Limits rows to the caller's organisation or, for the organiser, to all active organisations. */
export const ofNgos = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  sql`(${ngoId}::integer is null or ${column} = ${ngoId})
      and ${column} = any(array(select g.id from ngos g where g.is_active))`

type StationLists = Readonly<
  Record<'ids' | 'longitudes' | 'latitudes' | 'otherIds' | 'otherStates', string>
> &
  Pick<MapStations, 'states'>

/**
 * The stations of a county, those without coordinates in a separate list. Merged stations appear as the one they are
 * counted as, with the greatest of their states. PostgreSQL joins each list into one text of whole numbers: small rows
 * cost more to parse than to send, and JSON costs five times as much. A state is looked up by station, and `limit`
 * stops at the first row found, so that PostgreSQL does not read a whole table.
 */
export async function listMapStations(
  db: Db,
  scope: Scope,
  { countyId, ...filter }: { readonly countyId: Id<'areas'> } & VerifiedOnly,
  now: Date,
): Promise<MapStations> {
  const { stationFlags, cover } = sourcesOf(scope, filter)
  const { rows } = await sql<StationLists>`${toPrepare}
    with named as (
      select s.id, s.counted_as, (s.longitude * ${precision})::integer as longitude,
             (s.latitude * ${precision})::integer as latitude,
             coalesce(
               (select 4 from ${stationFlags} n
                 where n.election_id = ${scope.electionId} and n.polling_station_id = s.id and n.flagged > 0
                   and ${ofNgos(scope, sql`n.ngo_id`)} limit 1),
               (select 3 from expectations x
                 where x.election_id = ${scope.electionId} and x.polling_station_id = s.id
                   and ${inState('late', now)} ${andOfNgo(scope, sql`x.ngo_id`)} limit 1),
               ${cover},
               0) as state
        from polling_stations s
       where s.election_id = ${scope.electionId} and s.county_id = ${countyId} ${andInCounties(scope, sql`s.county_id`)}
    ), shown as (
      select counted_as as id, max(state) as state, max(longitude) filter (where id = counted_as) as longitude,
             max(latitude) filter (where id = counted_as) as latitude
        from named group by counted_as order by counted_as
    )
    select ${listOf('id')} as ids, ${listOf('longitude')} as longitudes, ${listOf('latitude')} as latitudes,
           ${listOf('state', '')} as states,
           ${listOf('id', ',', sql`not`)} as other_ids, ${listOf('state', '', sql`not`)} as other_states
      from shown`.execute(db)
  const { ids, longitudes, latitudes, states, otherIds, otherStates } = rows[0] as StationLists
  const numbersIn = (text: string) => JSON.parse(`[${text}]`) as number[]
  return {
    states,
    ids: numbersIn(ids),
    longitudes: numbersIn(longitudes).map(inDegrees),
    latitudes: numbersIn(latitudes).map(inDegrees),
    notLocated: { ids: numbersIn(otherIds), states: otherStates },
  }
}

/** @param are `not`: those without coordinates */
const listOf = (column: string, between = ',', are = sql``) => sql`
  coalesce(array_to_string(array_agg(${sql.ref(column)})
                             filter (where ${are} (longitude is not null and latitude is not null)),
                           ${sql.lit(between)}), '')`

/** Parts of a degree: about a metre each. */
const precision = 100_000

const inDegrees = (units: number) => units / precision
