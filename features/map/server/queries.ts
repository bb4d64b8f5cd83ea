import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { MapArea, MapStations } from '../contract.ts'

/** The counties in their order, with what has come from each. */
export async function listMapAreas(db: Db, scope: Scope): Promise<MapArea[]> {
  const { rows } = await sql<MapArea>`
    with reported as (${reportedStations(scope)}),
    counted as (
      select county_id, count(*)::integer as reported, sum(reports)::integer as reports,
             sum(flagged)::integer as flagged
        from reported group by county_id
    )
    select c.id, c.code, c.name, coalesce(s.stations, 0) as stations,
           coalesce(n.reported, 0) as reported, coalesce(n.reports, 0) as reports,
           coalesce(n.flagged, 0) as flagged
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      left join counted n on n.county_id = c.id
      left join lateral (
        select count(*)::integer as stations from polling_stations s
         where s.election_id = c.election_id and s.county_id = c.id
      ) s on true
     where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}
     order by c.position, c.name collate names, c.id`.execute(db)
  return rows
}

/**
 * The stations that have coordinates. Built by PostgreSQL as JSON, because fifty thousand rows of a few numbers cost
 * more to take apart than to send.
 */
export async function listMapStations(db: Db, scope: Scope): Promise<MapStations> {
  const { rows } = await sql<{ stations: MapStations }>`
    with reported as (${reportedStations(scope)}),
    placed as (
      select s.id, s.county_id, s.number, round(s.longitude::numeric, 5) as longitude,
             round(s.latitude::numeric, 5) as latitude,
             case when r.flagged > 0 then '2' when r.reports > 0 then '1' else '0' end as state
        from polling_stations s
        left join reported r on r.polling_station_id = s.id
       where s.election_id = ${scope.electionId} ${andInCounties(scope, sql`s.county_id`)}
         and s.longitude is not null and s.latitude is not null
    )
    select json_build_object(
             'ids', coalesce(json_agg(id order by id), '[]'),
             'countyIds', coalesce(json_agg(county_id order by id), '[]'),
             'numbers', coalesce(json_agg(number order by id), '[]'),
             'longitudes', coalesce(json_agg(longitude order by id), '[]'),
             'latitudes', coalesce(json_agg(latitude order by id), '[]'),
             'states', coalesce(string_agg(state, '' order by id), ''),
             'withoutPlace', (
               select count(*) from polling_stations s
                where s.election_id = ${scope.electionId} ${andInCounties(scope, sql`s.county_id`)}
                  and (s.longitude is null or s.latitude is null))
           ) as stations
      from placed`.execute(db)
  return (rows[0] as { stations: MapStations }).stations
}

/** Stations with reports, and what these hold; without those of test observers, as statistics count. */
const reportedStations = (scope: Scope): RawBuilder<unknown> => sql`
  select v.polling_station_id, v.county_id, count(*) as reports, sum(v.flagged) as flagged
    from visits v
    join ngos g on g.id = v.ngo_id and g.is_active
    join observer_counts o on o.election_id = v.election_id and o.observer_id = v.observer_id
     and not o.is_test
   where v.election_id = ${scope.electionId} and (v.answered > 0 or v.notes > 0)
     and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
         ${andInCounties(scope, sql`v.county_id`)}
   group by v.polling_station_id, v.county_id`
