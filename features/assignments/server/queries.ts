import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { isReviewed } from '#features/answers/server/chosen-queries.ts'
import { hasName } from '#features/observers/server/part-queries.ts'
import { areasWithin, standsFor } from '#features/places/server/queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { findClockTimes } from '#kit/server/clock-times.ts'
import type { ClockTimes, Zones } from '#kit/server/election.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { announce } from '#kit/server/live/announce.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { type AssignmentFilter, type PlannedArea, planChanged } from '../contract.ts'
import { plannedObservers, plannedStations } from './subjects.ts'
import { inTarget } from './target-queries.ts'

// Each of these rows is looked up by its key, which `offset 0` keeps PostgreSQL from undoing: without statistics it takes an
// election for a few rows, and compares all of its stations with all of its assignments.
const observerOfIt = sql`
  cross join lateral (
    select * from observers where election_id = a.election_id and id = a.observer_id offset 0) o`
const countyOfIt = sql`
  cross join lateral (
    select * from areas where election_id = s.election_id and id = s.county_id offset 0) c`

/**
 * Assignments `a` with their observer `o` and station `s`. A station that was taken out takes its assignments along until
 * it is brought back; of one that is merged into another, `s` is the other.
 */
export const plannedAt = sql`
  assignments a ${observerOfIt}
  cross join lateral (
    select id, counted_as from polling_stations
     where election_id = a.election_id and id = a.polling_station_id offset 0) named
  cross join lateral (
    select * from polling_stations
     where election_id = a.election_id and id = named.counted_as offset 0) s`

/** `plannedAt` with the county `c`. */
export const plannedInCounty = sql`${plannedAt} ${countyOfIt}`

/** `plannedInCounty` with the station's area `m`. */
export const planned = sql`
  ${plannedInCounty}
  cross join lateral (
    select * from areas where election_id = s.election_id and id = s.area_id offset 0) m`

/** `plannedInCounty` for a filter: one of places begins with their stations, which an index finds. */
export const plannedThere = (
  { electionId }: Scope,
  { countyId, areaId, pollingStationId }: AssignmentFilter,
): RawBuilder<unknown> => {
  if ((countyId ?? areaId ?? pollingStationId) === undefined) return plannedInCounty
  const conditions = [
    countyId !== undefined && sql`county_id = ${countyId}`,
    areaId !== undefined && sql`area_id in ${areasWithin(electionId, areaId)}`,
    pollingStationId !== undefined && sql`id = ${standsFor(electionId, pollingStationId)}`,
  ].filter((one) => one !== false)
  return sql`
    (select * from polling_stations
      where election_id = ${electionId} and ${sql.join(conditions, sql` and `)} offset 0) s
    cross join lateral (
      select id from polling_stations where election_id = ${electionId} and counted_as = s.id offset 0) named
    cross join lateral (
      select * from assignments
       where election_id = ${electionId} and polling_station_id = named.id and deleted_at is null offset 0) a
    ${observerOfIt} ${countyOfIt}`
}

/**
 * The station `written` and its area, as exported: merged stations appear as their merge target. If an observer has
 * shifts at several of them from the same moment, each keeps its own number, or two rows would be identical.
 */
export const written = sql`
  cross join lateral (
    select t.number, l.code as area_code, l.id as area_id
      from polling_stations t join areas l on l.election_id = t.election_id and l.id = t.area_id
     where t.election_id = a.election_id
       and t.id = case when s.id <> named.id and exists (
                              select from assignments b
                                join polling_stations u on u.election_id = b.election_id and u.id = b.polling_station_id
                               where b.election_id = a.election_id and b.observer_id = a.observer_id
                                 and b.from_at = a.from_at and b.id <> a.id and b.deleted_at is null
                                 and u.counted_as = s.id)
                       then named.id else s.id end) written`

/**
 * The assignments a caller may see: of their organisation's observers, at stations of their counties. Observers are found by
 * their key: without statistics PostgreSQL took an index of those that are not deleted for as good, and read it whole for
 * each assignment.
 */
export const inScope = (scope: Scope): RawBuilder<unknown> => sql`
  a.election_id = ${scope.electionId} and a.deleted_at is null and (o.deleted_at is null) is not false
  and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`s.county_id`)}`

/** Narrows the scope to one organisation; a caller who belongs to one keeps their own. */
export const ofOrganisation = (
  scope: Scope,
  { ngoId }: { readonly ngoId?: Id<'ngos'> | undefined },
): Scope => ({ ...scope, ngoId: scope.ngoId ?? ngoId ?? null })

/** Another place in the same shift; mobile teams may have several. */
export const elsewhere = sql`exists (
  select from (
    select b.polling_station_id, b.is_mobile, b.from_at, b.until_at from assignments b
     where b.election_id = a.election_id and b.observer_id = a.observer_id and b.observer_id > 0 and b.deleted_at is null
    -- One look by the index for each: joined without statistics, all would be compared with all.
    offset 0) b
   cross join lateral (
     select t.counted_as from polling_stations t
      where t.election_id = a.election_id and t.id = b.polling_station_id offset 0) t
   where t.counted_as <> s.id and not (a.is_mobile and b.is_mobile)
     and b.from_at < a.until_at and a.from_at < b.until_at
   offset 0)`

/** Finds an area through its county, which has indexes; for a county by that alone. */
export async function inItsCounty<
  Filter extends Partial<Readonly<Record<'areaId' | 'countyId', Id<'areas'> | undefined>>>,
>(db: Db, { electionId }: Scope, filter: Filter): Promise<Filter> {
  if (filter.areaId === undefined || filter.countyId !== undefined) return filter
  const { rows } = await sql<{ countyId: Id<'areas'> | null }>`${toPrepare}
    select county_id from areas where election_id = ${electionId} and id = ${filter.areaId}`.execute(
    db,
  )
  const countyId = rows[0]?.countyId
  if (countyId === undefined || countyId === null) return filter
  return { ...filter, countyId, areaId: countyId === filter.areaId ? undefined : filter.areaId }
}

/**
 * Observers of an inactive organisation cannot sign in, so they are not expected, cover no station and are never late.
 * Its plan stays stored and applies again when the organisation is switched on.
 */
export const isExpected = sql`o.ngo_id <> all(array(select g.id from ngos g where not g.is_active))`

/** The condition that a filter sets on `planned`. */
export const matching = (scope: Scope, filter: AssignmentFilter): RawBuilder<unknown> => {
  const { countyId, areaId, pollingStationId, observerId, conflict, name } = filter
  const conditions = [
    inScope(scope),
    isExpected,
    countyId !== undefined && sql`s.county_id = ${countyId}`,
    areaId !== undefined && sql`s.area_id in ${areasWithin(scope.electionId, areaId)}`,
    pollingStationId !== undefined && sql`s.id = ${standsFor(scope.electionId, pollingStationId)}`,
    observerId !== undefined && sql`a.observer_id = ${observerId}`,
    conflict !== undefined && elsewhere,
    name !== undefined && hasName(name),
  ].filter((one) => one !== false)
  return sql.join(conditions, sql` and `)
}

/**
 * Counts assigned and visited stations by area: all counties, or the areas in one; for one organisation, or all. Reads
 * stored totals, which leave out closed stations.
 */
export async function listPlannedAreas(
  db: Db,
  scope: Scope,
  { areaId, ...filter }: { readonly areaId?: Id<'areas'> | undefined } & VerifiedOnly,
): Promise<PlannedArea[]> {
  const { rows } = await sql<PlannedArea>`${areaId === undefined ? sql`` : toPrepare}
    with recursive tops as (
      select t.id, t.code, t.name, t.position
        from areas t join elections e on e.id = t.election_id
       where t.election_id = ${scope.electionId}
         and ${areaId === undefined ? sql`t.level = e.county_level` : sql`t.parent_id = ${areaId}`}
             ${andInCounties(scope, sql`t.county_id`)}
    ), inside as (
      select id as top, id from tops
      union all
      select i.top, n.id from areas n join inside i on n.parent_id = i.id
       where n.election_id = ${scope.electionId}
    ), there as (
      select s.area_id, count(*) as stations from polling_stations s
       where s.election_id = ${scope.electionId} and s.area_id = any(array(select id from inside))
         and ${isCounted(scope.electionId)}
       group by s.area_id
    )
    select t.id as area_id, t.code, t.name, coalesce(sum(s.stations), 0)::integer as stations,
           coalesce(sum(c.covered), 0)::integer as covered, coalesce(sum(c.visited), 0)::integer as visited,
           coalesce(sum(c.met), 0)::integer as met,
           exists (select from areas n where n.election_id = ${scope.electionId} and n.parent_id = t.id) as is_divided
      from tops t
      join inside i on i.top = t.id
      left join there s on s.area_id = i.id
      left join ${coverTotals(scope, filter)} c on c.election_id = ${scope.electionId} and c.area_id = i.id
                              and c.ngo_id = ${scope.ngoId ?? everybody}
     group by t.id, t.code, t.name, t.position
     order by t.position, t.name collate names, t.id`.execute(db)
  return rows
}

/** The covered and visited stations of areas: the stored totals, or, with a filter, visited as far as it leaves a report. */
export function coverTotals(scope: Scope, filter: VerifiedOnly): RawBuilder<unknown> {
  const isIncluded = isReviewed(scope, filter)
  if (!isIncluded) return sql`cover_counts`
  return sql`(
    select c.election_id, c.area_id, c.ngo_id, sum(c.covered)::integer as covered, count(r.id)::integer as visited,
           (count(r.id) filter (where c.covered = 1))::integer as met
      from station_cover c
      left join (
        select s.counted_as as id
          from visits v
          join polling_stations s on s.election_id = ${scope.electionId} and s.id = v.polling_station_id
         where ${isIncluded} group by 1) r on r.id = c.polling_station_id
     where c.election_id = ${scope.electionId} and c.ngo_id = ${scope.ngoId ?? everybody}
       and ${inTarget(scope.electionId, sql`c.polling_station_id`)}
     group by 1, 2, 3)`
}

type Cover = Readonly<Record<'open' | 'covered' | 'visited' | 'met', number>>

/**
 * Counts the target's open stations: all, assigned, visited, and both. These are the sums of `listPlannedAreas`.
 */
export async function countCover(db: Db, scope: Scope): Promise<Cover> {
  const { electionId, ngoId } = scope
  const { rows } = await sql<Cover>`
    select s.open, coalesce(sum(c.covered), 0)::integer as covered, coalesce(sum(c.visited), 0)::integer as visited,
           coalesce(sum(c.met), 0)::integer as met
      from (select count(*)::integer as open from polling_stations s
             where s.election_id = ${electionId} and ${isCounted(electionId)}
                   ${andInCounties(scope, sql`s.county_id`)}) s
      left join (areas a join cover_counts c on c.election_id = a.election_id and c.area_id = a.id)
        on a.election_id = ${electionId} and c.ngo_id = ${ngoId ?? everybody} ${andInCounties(scope, sql`a.county_id`)}
     group by s.open`.execute(db)
  return rows[0] ?? { open: 0, covered: 0, visited: 0, met: 0 }
}

/** The condition that coverage counts the station `s`: it is open, not merged into another, and of the target. */
export const isCounted = (electionId: number): RawBuilder<unknown> =>
  sql`s.closed_at is null and s.merged_into is null and ${inTarget(electionId, sql`s.id`)}`

/** The coverage of all organisations together is stored like that of another organisation. */
export const everybody = 0

/** Shifts of the plan, also deleted ones, which may be restored. */
export const shiftTimes: ClockTimes = {
  what: 'shifts',
  find: (db, electionId, zones) =>
    findClockTimes(
      db,
      sql`select a.id, o.name, s.at
            from assignments a
            left join observers o on o.election_id = a.election_id and o.id = a.observer_id
           cross join lateral (values (a.from_at), (a.until_at)) s (at)
           where a.election_id = ${electionId} and a.deleted_at is null`,
      zones,
    ),
  move: async ({ db, who }, electionId, zones) => {
    const changing = 'name' in who ? who.name : null
    const away = await putAway(db, electionId, zones)
    const was = (column: string) => sql`
      ${sql.ref(column)} - case when id = any(${arrayOf(away)}::integer[]) then ${farAway} else '0' end`
    // When clocks go forward, start and end may become equal.
    await sql`
      update assignments
         set from_at = ${movedTo(was('from_at'), zones)},
             until_at = greatest(${movedTo(was('until_at'), zones)},
                                 ${movedTo(was('from_at'), zones)} + interval '1 minute'),
             began_at = ${movedTo(sql`began_at`, zones)}, cut_until = ${movedTo(sql`cut_until`, zones)},
             changing = ${changing}
       where election_id = ${electionId}`.execute(db)
    for (const one of [plannedStations, plannedObservers]) await markAll(db, electionId, one)
    await announce(db, planChanged, { electionId, ngoId: null }, {})
  },
}

/** The moment at which clocks of the new zone show what those of the former zone did. */
const movedTo = (at: ReturnType<typeof sql>, { from, to }: Zones) =>
  sql`(${at}) at time zone ${from} at time zone ${to}`

/** A hundred years. */
const farAway = sql`interval '876600 hours'`

/**
 * Puts shifts away that are to begin when another one of their observer at their station begins now: the two may not do
 * so even for a moment.
 */
async function putAway(tx: Tx, electionId: Id<'elections'>, zones: Zones): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update assignments a set from_at = a.from_at + ${farAway}, until_at = a.until_at + ${farAway}
     where a.election_id = ${electionId} and a.deleted_at is null and exists (
       select from assignments o
        where o.election_id = ${electionId} and o.observer_id = a.observer_id
          and o.polling_station_id = a.polling_station_id and o.deleted_at is null and o.id <> a.id
          and (o.from_at = ${movedTo(sql`a.from_at`, zones)} or a.from_at = ${movedTo(sql`o.from_at`, zones)}))
    returning a.id`.execute(tx)
  return rows.map(({ id }) => id)
}
