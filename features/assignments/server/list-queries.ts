import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { PlanRow } from '../columns.ts'
import type { Assignment, AssignmentFilter, AssignmentQuery } from '../contract.ts'
import { elsewhere, inItsCounty, matching, plannedThere, written } from './queries.ts'

type AssignmentId = Id<'assignments'>

/** How many rows of an export one statement reads. */
const most = 1000

const columns = sql`
  a.id, a.observer_id, o.name as observer_name, o.phone as observer_phone, g.name as ngo, a.polling_station_id,
  s.county_id, c.name as county, case when m.id <> c.id then m.name else '' end as municipality,
  s.number as polling_station_number, a.from_at as "from", a.until_at as until, a.is_mobile,
  case when ${elsewhere} then 'two-places' end as conflict, a.revision, a.changes`

/**
 * The name of the observer who was replaced by the assignment `a` within a shift. One who never came is not in the plan
 * any more.
 */
export const replacedBy = (scope: Scope) => sql`
  (select f.name
     from assignments b
     cross join lateral (
       select name from observers
        where election_id = ${scope.electionId} and id = b.observer_id and deleted_at is null
          and (${scope.ngoId}::integer is null or ngo_id = ${scope.ngoId}) offset 0) f
    where b.election_id = ${scope.electionId} and b.polling_station_id = a.polling_station_id and b.deleted_at is null
      and b.until_at = a.from_at and b.cut_until > b.until_at and b.observer_id <> a.observer_id
    order by b.id limit 1)`

/**
 * Joins the assignment `a` of an id with everything the list shows. Each row is found by its key: without statistics
 * PostgreSQL would join whole tables.
 */
export const detailsOf = (electionId: number, id: RawBuilder<unknown>) => sql`
  cross join lateral (
    select * from assignments where election_id = ${electionId} and id = ${id} offset 0) a
  cross join lateral (
    select name, phone, ngo_id, deleted_at, is_test from observers
     where election_id = ${electionId} and id = a.observer_id offset 0) o
  cross join lateral (
    select id, counted_as from polling_stations
     where election_id = ${electionId} and id = a.polling_station_id offset 0) named
  cross join lateral (
    select id, area_id, county_id, number from polling_stations
     where election_id = ${electionId} and id = named.counted_as offset 0) s
  cross join lateral (
    select id, code, name from areas where election_id = ${electionId} and id = s.county_id offset 0) c
  cross join lateral (
    select id, name from areas where election_id = ${electionId} and id = s.area_id offset 0) m
  join ngos g on g.id = o.ngo_id`

/**
 * Assignments `a` as `plannedAt` finds them, but with few columns of the station `s`. Merged stations are few: all stations
 * are joined once, not twice.
 */
const countedAt = (electionId: number) => sql`
  assignments a
  join observers o on o.election_id = ${electionId} and o.id = a.observer_id
  join polling_stations named on named.election_id = ${electionId} and named.id = a.polling_station_id
  left join (
    select w.id as named_id, t.id, t.area_id, t.county_id
      from polling_stations w join polling_stations t on t.election_id = ${electionId} and t.id = w.merged_into
     where w.election_id = ${electionId} and w.merged_into is not null) other on other.named_id = named.id
  cross join lateral (
    select coalesce(other.id, named.id) as id, coalesce(other.area_id, named.area_id) as area_id,
           coalesce(other.county_id, named.county_id) as county_id) s`

/** The assignments in the areas `n`, with key lookups for each area. */
const countedIn = (electionId: number, areas: RawBuilder<unknown>) => sql`
  ${areas} n
  cross join lateral (
    select id, area_id, county_id from polling_stations
     where election_id = ${electionId} and area_id = n.area_id offset 0) s
  cross join lateral (
    select id from polling_stations where election_id = ${electionId} and counted_as = s.id offset 0) named
  cross join lateral (
    select * from assignments
     where election_id = ${electionId} and polling_station_id = named.id and deleted_at is null offset 0) a
  cross join lateral (
    select * from observers where election_id = ${electionId} and id = a.observer_id offset 0) o`

/**
 * One page of the plan, and how many assignments match. They are counted by area first: only those of the areas on the
 * page are read and put in order.
 */
export async function listAssignments(
  db: Db,
  scope: Scope,
  query: AssignmentQuery,
): Promise<{ data: Assignment[]; totalItems: number }> {
  const { electionId } = scope
  const filter = await inItsCounty(db, scope, query)
  const where = matching(scope, filter)
  const first = skipped(query)
  const { rows } = await sql<Assignment & { readonly total: number }>`
    with found as (
      select s.area_id, count(*) as own from ${countedAt(electionId)} where ${where} group by s.area_id
    ), counted as materialized (
      select f.area_id, f.own, sum(f.own) over (order by c.position, c.id, m.position, m.id) - f.own as before
        from found f
        join areas m on m.election_id = ${electionId} and m.id = f.area_id
        join areas c on c.election_id = ${electionId} and c.id = m.county_id
    ), chosen as materialized (
      select a.id, n.before
        from ${countedIn(
          electionId,
          sql`(select area_id, before from counted
                where before < ${first + query.pageSize} and before + own > ${first})`,
        )}
       where ${where}
    )
    select ${columns}, ${replacedBy(scope)} as replaces, (select sum(own) from counted)::integer as total
      from chosen k ${detailsOf(electionId, sql`k.id`)}
     order by k.before, s.number, a.from_at, o.name collate names, a.id
     limit ${query.pageSize} offset ${first} - (select min(before) from chosen)`.execute(db)
  const isPast = rows.length === 0 && query.page > 1
  const totalItems = isPast ? await countMatching(db, scope, filter) : (rows[0]?.total ?? 0)
  return { data: rows.map(({ total: _, ...row }) => row), totalItems }
}

async function countMatching(db: Db, scope: Scope, filter: AssignmentFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
      from ${plannedThere(scope, filter)} where ${matching(scope, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The number of assignments at one station that the caller sees. */
export const countAssigned = (
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<number> => countMatching(db, scope, { pollingStationId: stationId })

/** The ids of all that match, in the order of the list. */
export async function listAssignmentIds(
  db: Db,
  scope: Scope,
  filter: AssignmentFilter,
): Promise<readonly AssignmentId[]> {
  const found = await inItsCounty(db, scope, filter)
  const { rows } = await sql<{ id: AssignmentId }>`
    select a.id from ${plannedThere(scope, found)}
      cross join lateral (
        select id, position from areas where election_id = s.election_id and id = s.area_id offset 0) m
     where ${matching(scope, found)}
     order by c.position, c.id, m.position, m.id, s.number, a.from_at, o.name collate names, a.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Assignments by their ids, in this order, some at a time. */
export async function* eachAssignment(
  db: Db,
  { electionId }: Scope,
  ids: readonly AssignmentId[],
): AsyncGenerator<PlanRow[]> {
  for (let from = 0; from < ids.length; from += most) {
    const some = sql`
      (select id, place from unnest(${arrayOf(ids.slice(from, from + most))}::integer[])
         with ordinality as u (id, place))`
    const { rows } = await sql<PlanRow>`
      select ${columns}, written.number, c.code as county_code,
             case when written.area_id <> c.id then written.area_code else '' end as area_code
        from ${some} k ${detailsOf(electionId, sql`k.id`)} ${written}
       order by k.place`.execute(db)
    yield rows
  }
}
