import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { namedColumns } from '#kit/server/fields.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { StationAddress, StationPlace } from '../address-contract.ts'
import type { County, Municipality, OneCounty, Province, Station } from '../contract.ts'
import { addressKeyOf } from '../domain.ts'
import { stationFields } from '../fields.ts'

type Filter = { readonly provinceCode?: string; readonly id?: Id<'areas'> }

/** How many levels of areas there are, and which of them is the county's. */
export type Levels = { readonly levels: number; readonly countyLevel: number }

export async function getLevels(db: Db, electionId: Id<'elections'>): Promise<Levels> {
  return db
    .selectFrom('elections')
    .select([sql<number>`jsonb_array_length(level_names)`.as('levels'), 'countyLevel'])
    .where('id', '=', electionId)
    .executeTakeFirstOrThrow()
}

/** The ids of an area of any level and of all areas in it, as a subquery. */
export const areasWithin = (
  electionId: Id<'elections'>,
  areaId: Id<'areas'>,
): RawBuilder<unknown> => sql`(
  with recursive inside as (
    select id from areas where election_id = ${electionId} and id = ${areaId}
    union all
    select n.id from areas n join inside i on n.parent_id = i.id where n.election_id = ${electionId})
  select id from inside)`

/** The counties in order, with how many stations each has and the highest number among them. */
export async function listCounties(
  db: Db,
  scope: Scope,
  { provinceCode, id }: Filter = {},
): Promise<County[]> {
  const { rows } = await sql<County>`
    select c.id, c.code, coalesce(p.code, e.id::text) as "provinceCode", c.name,
           coalesce(s.stations, 0) as "numberOfPollingStations", coalesce(s.highest, 0) as "limit",
           c.is_diaspora as diaspora, c.position as "order"
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      left join areas p on p.election_id = c.election_id and p.id = c.parent_id
      left join lateral (
        select count(*)::integer as stations, max(number) as highest
          from polling_stations s where s.election_id = c.election_id and s.county_id = c.id
      ) s on true
     where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}
       and (${id ?? null}::integer is null or c.id = ${id ?? null})
       and (${provinceCode ?? null}::text is null or coalesce(p.code, e.id::text) = ${provinceCode ?? null})
     order by c.position, c.name collate names, c.id`.execute(db)
  return rows
}

/** An area and the areas that contain it, from its county inwards; empty outside the caller's scope. */
export async function listPath(
  db: Db,
  scope: Scope,
  id: Id<'areas'>,
): Promise<{ id: Id<'areas'>; name: string }[]> {
  const { rows } = await sql<{ id: Id<'areas'>; name: string }>`
    with recursive up as (
      select id, parent_id, county_id, name, level from areas where election_id = ${scope.electionId} and id = ${id}
             ${andInCounties(scope, sql`county_id`)}
      union all
      select n.id, n.parent_id, n.county_id, n.name, n.level
        from up join areas n on n.election_id = ${scope.electionId} and n.id = up.parent_id and n.county_id = up.county_id)
    select id, name from up order by level`.execute(db)
  return rows
}

/** A county for editing; undefined if there is none or the caller may not see it. */
export async function findCounty(
  db: Db,
  scope: Scope,
  id: Id<'areas'>,
): Promise<OneCounty | undefined> {
  const [county] = await listCounties(db, scope, { id })
  if (!county) return undefined
  const { rows } = await sql<Revised & Pick<OneCounty, 'isCounted' | 'hasAreas'>>`
    select a.revision, a.changes, ${isCounted('a')} as is_counted, ${hasAreas('a')} as has_areas
      from areas a join elections e on e.id = a.election_id
     where a.election_id = ${scope.electionId} and a.id = ${id}`.execute(db)
  return rows[0] && { ...county, ...rows[0] }
}

/** Whether a county is divided: its stations then belong to the areas below it. */
export const hasAreas = (county: 'a' | 'c') => sql<boolean>`
  exists (select from areas below
           where below.election_id = ${sql.ref(`${county}.election_id`)}
             and below.county_id = ${sql.ref(`${county}.id`)}
             and below.id <> ${sql.ref(`${county}.id`)})`

/**
 * Which of the areas `a` hold stations: the innermost, and the counties that are not divided. One country may
 * have both: abroad has no municipalities. A code means one of them: a municipality's first.
 */
export const holdsStations = ({ levels, countyLevel }: Levels) => sql`
  (a.level = ${levels} or (a.level = ${countyLevel} and not ${hasAreas('a')} and not exists (
     select from areas named
      where named.election_id = a.election_id and named.level = ${levels} and named.code = a.code)))`

/** Whether the stations of a county, of election `e`, are numbered 1 to their count. */
export const isCounted = (county: 'a' | 'c') => sql<boolean>`
  (not ${hasAreas(county)} and not exists (
     select from (select s.number, row_number() over (order by s.number) as place
                    from polling_stations s
                   where s.election_id = ${sql.ref(`${county}.election_id`)}
                     and s.county_id = ${sql.ref(`${county}.id`)}) s
      where s.number <> s.place))`

/**
 * The areas directly above the counties. Where counties are the outermost, the phones of generation C still
 * ask for provinces: they get a single one, which is the whole election.
 */
export async function listProvinces(db: Db, { electionId }: Scope) {
  const { rows } = await sql<Province>`
    select p.* from (
      select a.id, a.code, a.name, a.position as "order"
        from areas a join elections e on e.id = a.election_id and a.level = e.county_level - 1
       where a.election_id = ${electionId}
      union all
      select e.id, e.id::text, e.name, 1 from elections e
       where e.id = ${electionId} and e.county_level = 1
    ) p order by p."order", p.name collate names, p.id`.execute(db)
  return rows
}

/** The areas of a county that hold stations: the county itself if it is not divided. */
export async function listMunicipalities(db: Db, scope: Scope, countyCode: string) {
  const { rows } = await sql<Municipality>`
    select m.id, c.code as "countyCode", m.code, m.name, m.position as "order",
           (select count(*)::integer from polling_stations s
             where s.election_id = m.election_id and s.area_id = m.id) as "numberOfPollingStations"
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      join areas m on m.election_id = c.election_id and m.county_id = c.id
     where c.election_id = ${scope.electionId} and c.code = ${countyCode}
           ${andInCounties(scope, sql`c.id`)}
       and (m.level = jsonb_array_length(e.level_names) or (m.id = c.id and not ${hasAreas('c')}))
     order by m.position, m.name collate names, m.id`.execute(db)
  return rows
}

/** The stations of a county, area by area, in the order of their numbers. */
export async function listStations(
  db: Db,
  { electionId }: Scope,
  countyId: Id<'areas'>,
): Promise<Station[]> {
  const { rows } = await sql<Station>`
    select s.id, case when a.id <> s.county_id then a.name else '' end as municipality,
           case when a.id <> s.county_id then a.id end as "municipalityId", s.number,
           ${namedColumns(stationFields, 's')}, s.latitude, s.longitude, s.closed_at as "closedAt", ${mergedInto} as "mergedInto"
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.election_id = ${electionId} and s.county_id = ${countyId}
     order by a.position, a.name collate names, a.id, s.number`.execute(db)
  return rows
}

/** The label of a station, such as `(12A)`. */
function inBrackets(row: 's' | 'n') {
  return sql`'(' || nullif(${sql.ref(`${row}.label`)}, '') || ')'`
}

/** The name of a station: `c` is its county, `a` its innermost area and `s` itself. */
export const stationName = sql`concat_ws(' ', c.name, case when a.id <> c.id then a.name end, s.number, ${inBrackets('s')})`

/**
 * Joins the station `s` that is read and counted in place of the one with this id (docs/decisions/080): itself, or
 * the one it is merged into. `named` is the one that was named.
 */
export const joinCounted = (electionId: RawBuilder<unknown>, stationId: RawBuilder<unknown>) => sql`
  join polling_stations named on named.election_id = ${electionId} and named.id = ${stationId}
  join polling_stations s on s.election_id = named.election_id and s.id = named.counted_as`

/** The station that is read and counted in place of this one. */
export const standsFor = (electionId: Id<'elections'>, stationId: number) => sql`(
  select own.counted_as from polling_stations own
   where own.election_id = ${electionId} and own.id = ${stationId})`

/** All stations that are read and counted as this one, itself among them. */
export const countedAs = (
  electionId: Id<'elections'>,
  stationId: number | RawBuilder<unknown>,
) => sql`(
  select one.id from polling_stations one
   where one.election_id = ${electionId} and one.counted_as = ${stationId})`

/** Ids and names of the stations `n`. */
const namedStations = sql`
  json_build_object('id', n.id, 'name',
                    concat_ws(' ', nc.name, case when na.id <> nc.id then na.name end, n.number, ${inBrackets('n')}))`
const stationsByName = sql`
  polling_stations n
  join areas na on na.election_id = n.election_id and na.id = n.area_id
  join areas nc on nc.election_id = na.election_id and nc.id = na.county_id`

/** The station that `s` is merged into. */
export const mergedInto = sql`
  (select ${namedStations} from ${stationsByName}
    where n.election_id = s.election_id and n.id = s.merged_into)`

/** The stations merged into `s`. */
export const mergedHere = sql`
  (select coalesce(json_agg(${namedStations} order by n.id), '[]') from ${stationsByName}
    where n.election_id = s.election_id and n.merged_into = s.id)`

/** A station's place, as a `StationPlace`, from the same three. */
export const stationPlace = sql<StationPlace>`json_build_object(
  'county', c.name, 'municipality', case when a.id <> c.id then a.name else '' end,
  'number', s.number, 'name', s.name, 'address', s.address,
  'latitude', s.latitude, 'longitude', s.longitude)`

/** An existing station, as a visit needs it. */
export type PlacedStation = Columns<'pollingStations', 'id' | 'countyId'>

/**
 * Finds stations by address, keyed by `addressKeyOf`. The result leaves out an address that matches none, or more than
 * one (a county's number that several of its municipalities use). If all of these are merged, the address means their
 * merge target. An address that matches only a merged station means that station.
 */
export async function findStations(
  db: Db | Tx,
  electionId: Id<'elections'>,
  addresses: readonly StationAddress[],
): Promise<Map<string, PlacedStation>> {
  const distinct = [...new Map(addresses.map((at) => [addressKeyOf(at), at]))]
  const { rows } = await sql<PlacedStation & { key: string }>`
    select a.key, coalesce(min(p.id) filter (where p.id = p.counted_as), min(p.id)) as id,
           min(p.county_id) as "countyId"
      from unnest(${distinct.map(([key]) => key)}::text[],
                  ${distinct.map(([, at]) => at.countyCode)}::text[],
                  ${distinct.map(([, at]) => at.municipalityCode ?? '')}::text[],
                  ${distinct.map(([, at]) => at.pollingStationNumber)}::integer[])
           as a (key, county, municipality, number)
     cross join lateral (
       select id from areas
        where election_id = ${electionId}
          and code = case when a.municipality <> '' then a.municipality else a.county end
       offset 0
     ) m
     -- Area by area: without statistics PostgreSQL would read all stations that have the number.
     cross join lateral (
       select s.id, s.county_id, s.counted_as from polling_stations s
        where a.municipality <> '' and s.election_id = ${electionId}
          and s.area_id = m.id and s.number = a.number
       union all
       select s.id, s.county_id, s.counted_as from polling_stations s
        where a.municipality = '' and s.election_id = ${electionId}
          and s.county_id = m.id and s.number = a.number
       offset 0
     ) p
     group by a.key having count(distinct p.counted_as) = 1`.execute(db)
  return new Map(rows.map(({ key, ...station }) => [key, station]))
}
