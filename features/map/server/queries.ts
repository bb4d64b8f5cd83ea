import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { everybody } from '#features/assignments/server/queries.ts'
import { andOfNgo } from '#features/milestones/server/deployment-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { MapArea, MapStations } from '../contract.ts'

/** The counties in their order, with what has come from each. */
export async function listMapAreas(db: Db, scope: Scope, now: Date): Promise<MapArea[]> {
  const { rows } = await sql<MapArea>`
    with reported as (${reportedStations(scope)}),
    counted as (
      select county_id, count(*)::integer as reported, sum(reports)::integer as reports,
             sum(flagged)::integer as flagged
        from reported group by county_id
    ),
    covered as (
      select a.county_id, sum(k.covered)::integer as covered
        from cover_counts k join areas a on a.election_id = k.election_id and a.id = k.area_id
       where k.election_id = ${scope.electionId} and k.ngo_id = ${scope.ngoId ?? everybody}
       group by a.county_id
    ),
    owed as (
      select x.county_id, sum(x.expected - x.done - x.excused)::integer as late from expectation_counts x
       where x.election_id = ${scope.electionId} and x.due_at <= ${now} ${andOfNgo(scope, sql`x.ngo_id`)}
       group by x.county_id
    )
    select c.id, c.code, c.name, coalesce(s.stations, 0) as stations, coalesce(s.open, 0) as open,
           coalesce(k.covered, 0) as covered, coalesce(x.late, 0) as late,
           coalesce(n.reported, 0) as reported, coalesce(n.reports, 0) as reports,
           coalesce(n.flagged, 0) as flagged
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      left join counted n on n.county_id = c.id
      left join covered k on k.county_id = c.id
      left join owed x on x.county_id = c.id
      left join lateral (
        select count(*)::integer as stations, count(*) filter (where s.closed_at is null)::integer as open
          from polling_stations s
         where s.election_id = c.election_id and s.county_id = c.id and s.merged_into is null
      ) s on true
     where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}
     order by c.position, c.name collate names, c.id`.execute(db)
  return rows
}

type StationLists = Readonly<
  Record<'ids' | 'countyIds' | 'numbers' | 'longitudes' | 'latitudes', string>
> &
  Pick<MapStations, 'states' | 'withoutPlace'>

/**
 * The stations that have coordinates. Each list is put together by PostgreSQL, because fifty thousand rows of a few
 * numbers cost more to take apart than to send; as text, which costs it a fifth of what JSON does.
 */
export async function listMapStations(db: Db, scope: Scope, now: Date): Promise<MapStations> {
  const { rows } = await sql<StationLists>`
    with reported as materialized (${reportedStations(scope)}),
    late as materialized (
      select distinct p.counted_as as polling_station_id
        from expectations x
        join polling_stations p on p.election_id = x.election_id and p.id = x.polling_station_id
       where x.election_id = ${scope.electionId} and x.progress < 2 and x.excused_at is null and x.due_at <= ${now}
             ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}
    ),
    covered as materialized (
      select k.polling_station_id from station_cover k
       where k.election_id = ${scope.electionId} and k.ngo_id = ${scope.ngoId ?? everybody} and k.covered = 1
    ),
    placed as materialized (
      select s.id, s.county_id, s.number, s.longitude, s.latitude,
             case when r.flagged > 0 then '4' when l.polling_station_id is not null then '3' when r.reports > 0 then '2'
                  when k.polling_station_id is not null then '1' else '0' end as state
        from polling_stations s
        left join reported r on r.polling_station_id = s.id
        left join late l on l.polling_station_id = s.id
        left join covered k on k.polling_station_id = s.id
       where s.election_id = ${scope.electionId} ${andInCounties(scope, sql`s.county_id`)}
         and s.merged_into is null and s.longitude is not null and s.latitude is not null
       order by s.id
    )
    select ${listOf('id')} as ids, ${listOf('county_id')} as county_ids, ${listOf('number')} as numbers,
           ${listOf('longitude')} as longitudes, ${listOf('latitude')} as latitudes,
           coalesce(string_agg(state, ''), '') as states,
           (select count(*)::integer from polling_stations s
             where s.election_id = ${scope.electionId} ${andInCounties(scope, sql`s.county_id`)}
               and s.merged_into is null and (s.longitude is null or s.latitude is null)) as without_place
      from placed`.execute(db)
  const { ids, countyIds, numbers, longitudes, latitudes, ...rest } = rows[0] as StationLists
  const numbersIn = (text: string) => JSON.parse(`[${text}]`) as number[]
  return {
    ...rest,
    ids: numbersIn(ids),
    countyIds: numbersIn(countyIds),
    numbers: numbersIn(numbers),
    // About a metre.
    longitudes: numbersIn(longitudes).map(rounded),
    latitudes: numbersIn(latitudes).map(rounded),
  }
}

const listOf = (column: string) =>
  sql`coalesce(array_to_string(array_agg(${sql.ref(column)}), ','), '')`

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/**
 * Stations with reports, and what these hold; without those of test observers, as statistics count. Few observers test
 * and few organisations are inactive, so that visits are compared with these rather than joined with all others.
 */
const reportedStations = (scope: Scope): RawBuilder<unknown> => sql`
  select p.counted_as as polling_station_id, n.county_id, sum(n.reports) as reports, sum(n.flagged) as flagged
    from (${namedStations(scope)}) n
    join polling_stations p on p.election_id = ${scope.electionId} and p.id = n.polling_station_id
   group by p.counted_as, n.county_id`

/** The same, by the stations that phones name. */
const namedStations = (scope: Scope): RawBuilder<unknown> => sql`
  select v.polling_station_id, v.county_id, count(*) as reports, sum(v.flagged) as flagged
    from visits v
   where v.election_id = ${scope.electionId} and (v.answered > 0 or v.notes > 0)
     and v.ngo_id = any(array(select g.id from ngos g where g.is_active))
     and v.observer_id not in (
           select o.observer_id from observer_counts o where o.election_id = ${scope.electionId} and o.is_test)
     and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
         ${andInCounties(scope, sql`v.county_id`)}
   group by v.polling_station_id, v.county_id`
