import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { epochMs } from '#database/values/epoch.ts'
import { isElsewhere } from '#features/assignments/server/elsewhere-queries.ts'
import { detailsOf, replacedBy } from '#features/assignments/server/list-queries.ts'
import { inItsCounty, inScope, plannedThere } from '#features/assignments/server/queries.ts'
import { type LastCallValues, lastCall, readLastCall } from '#features/calls/server/queries.ts'
import { hasName } from '#features/observers/server/part-queries.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { DeploymentFilter, Expected, State } from '../contract.ts'
import { isDoneLate, stateOf } from '../domain.ts'
import { countByState } from './deployment-queries.ts'
import { lastSeen, ofSilent, owedWhere, plannedWhere, silentSince } from './filter-queries.ts'
import { inState, isOwing } from './state-queries.ts'

type Query = DeploymentFilter & { readonly page: number; readonly pageSize: number }

type Listed = { readonly data: Expected[]; readonly totalItems: number }

/**
 * One page of assignments with their progress, earliest due first. An area is tried as a county first: most areas are
 * counties, and any result proves it, which saves a lookup.
 */
export async function listExpected(
  db: Db,
  scope: Scope,
  { areaId, ...rest }: Query,
  now: Date,
): Promise<Listed> {
  if (areaId === undefined || rest.countyId !== undefined)
    return readExpected(db, scope, { areaId, ...rest }, now)
  const inCounty = await readExpected(db, scope, { ...rest, countyId: areaId }, now)
  if (inCounty.totalItems > 0) return inCounty
  return readExpected(db, scope, await inItsCounty(db, scope, { areaId, ...rest }), now)
}

async function readExpected(db: Db, scope: Scope, query: Query, now: Date): Promise<Listed> {
  const { found, inOrder, total } = matching(scope, query, now)
  const reading = sql<Row>`${isOfFew(query) || total ? toPrepare : sql``}
    with found as ${total ? sql`` : sql`materialized`} (${found}),
    chosen as materialized (
      select f.id, f.first_at, f.position, f.county_id, f.number,
             ${total ? sql`null` : sql`(select count(*) from found)`}::integer as total
        from found f order by ${inOrder}
       -- Written out: PostgreSQL then knows how few they are, and looks up the rest by keys.
       limit ${sql.lit(query.pageSize)} offset ${skipped(query)}
    )
    select ${columns(scope, now)}, f.total from ${detailed(scope, sql`chosen`)} order by ${inOrder}`.execute(
    db,
  )
  const [{ rows }, stored] = await Promise.all([reading, total?.(db)])
  const data = rows.map(({ total: _, ...row }) => shownAt(row, now))
  const isPast = rows.length === 0 && query.page > 1
  const totalItems = stored ?? (isPast ? await countFound(db, found) : rows[0]?.total)
  return { data, totalItems: totalItems ?? 0 }
}

/** The ids of all that match, in the order of the list. */
export async function listExpectedIds(
  db: Db,
  scope: Scope,
  filter: DeploymentFilter,
  now: Date,
): Promise<readonly Id<'assignments'>[]> {
  const { found, inOrder } = matching(scope, await inItsCounty(db, scope, filter), now)
  const { rows } = await sql<{ id: Id<'assignments'> }>`
    select f.id from (${found}) f order by ${inOrder}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The number of matching assignments. */
export const countExpected = (db: Db, scope: Scope, filter: DeploymentFilter, now: Date) =>
  countFound(db, matching(scope, filter, now).found)

/** How many rows of an export one statement reads. */
const most = 1000

/** Assignments with their progress, by ids and in their order, some at a time. */
export async function* eachExpected(
  db: Db,
  scope: Scope,
  ids: readonly Id<'assignments'>[],
  now: Date,
): AsyncGenerator<Expected[]> {
  for (let from = 0; from < ids.length; from += most) {
    const some = sql`unnest(${arrayOf(ids.slice(from, from + most))}::integer[]) with ordinality as`
    const { rows } = await sql<DetailedRow>`
      with chosen as materialized (select id, place from ${some} k (id, place))
      select ${columns(scope, now)} from ${detailed(scope, sql`chosen`)} order by f.place`.execute(
      db,
    )
    yield rows.map((row) => shownAt(row, now))
  }
}

type DetailedRow = Omit<Expected, 'milestones' | 'lastCall'> & {
  readonly owed: readonly Owed[] | null
  readonly lastCall: LastCallValues | null
}
type Row = DetailedRow & { readonly total: number | null }

const isOfFew = ({ countyId, observerId, pollingStationId }: DeploymentFilter) =>
  (countyId ?? observerId ?? pollingStationId) !== undefined

async function countFound(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${found}) f`.execute(db)
  return rows[0]?.total ?? 0
}

export type Matching = {
  /** The assignments `f`. */
  readonly found: RawBuilder<unknown>
  readonly inOrder: RawBuilder<unknown>
  /** The total, if stored totals have it; otherwise the rows are counted. */
  readonly total?: (db: Db) => Promise<number>
}

/** The order: urgency of a call, first due or longest silent, then county and number, unless an index gives it. */
export function matching(scope: Scope, query: DeploymentFilter, now: Date): Matching {
  const { milestoneId, state, silentMinutes } = query
  if (silentMinutes !== undefined)
    return {
      found: ofSilent(scope, { ...query, silentMinutes }, now),
      inOrder: sql`f.first_at, f.position, f.county_id, f.number, f.id`,
    }
  if (query.order === 'call')
    return { found: toCall(scope, query, now), inOrder: sql`f.position, f.first_at, f.id` }
  if (milestoneId !== undefined && isOwed(state) && isStored(query))
    return {
      found: inTurn(scope, query, milestoneId, state, now),
      inOrder: sql`f.first_at, f.id`,
      total: async (db) => (await countByState(db, scope, { ...query, milestoneId }, now))[state],
    }
  const isOfOwing = milestoneId !== undefined || state !== undefined
  return {
    found: isOfOwing ? ofOwing(scope, query, now) : ofPlanned(scope, query, now),
    inOrder: sql`f.first_at nulls last, f.position, f.county_id, f.number, f.id`,
  }
}

const isOwed = (state: State | undefined): state is State =>
  state !== undefined && state !== 'done' && state !== 'excused'

/** Totals are stored by county, organisation and milestone. */
const isStored = ({ areaId, name, observerId, pollingStationId, elsewhere }: DeploymentFilter) =>
  !(name || elsewhere) && (areaId ?? observerId ?? pollingStationId) === undefined

/** Assignments in a state for one milestone, read in order of deadline by index. */
const inTurn = (
  scope: Scope,
  filter: DeploymentFilter,
  milestoneId: Id<'milestones'>,
  state: State,
  now: Date,
) => sql`
  select x.assignment_id as id, x.due_at as first_at, 0 as position, 0 as county_id, 0 as number
    from expectations x
   where ${owedWhere(scope, filter, now)} and x.milestone_id = ${milestoneId} and ${inState(state, now)}`

/** Assignments by milestone or state, read only from expectations. */
function ofOwing(scope: Scope, query: DeploymentFilter, now: Date): RawBuilder<unknown> {
  const { countyId, name } = query
  const { each, firstAt, having } = owingIn(query, now)
  // As few columns as possible, because expectations are grouped by each of them.
  const columns = sql`x.assignment_id, x.polling_station_id
    ${countyId === undefined ? sql`, x.county_id` : sql``} ${name ? sql`, x.observer_id` : sql``}`
  return sql`
    select owed.assignment_id as id, owed.first_at, s.number,
           ${countyId === undefined ? sql`c.position, owed.county_id` : sql`0 as position, 0 as county_id`}
      from (select ${columns}, ${firstAt} as first_at
              from expectations x where ${owedWhere(scope, query, now)} and ${each}
             group by ${columns} ${having}) owed
      ${placesOf(scope, countyId)}
      ${name ? sql`join observers o on o.election_id = ${scope.electionId} and o.id = owed.observer_id and ${hasName(name)}` : sql``}`
}

/** The filter of expectations, the first due time, and the filter of groups. */
function owingIn({ state, milestoneId }: DeploymentFilter, now: Date) {
  const counts = [
    milestoneId === undefined ? sql`true` : sql`x.milestone_id = ${milestoneId}`,
    state === undefined ? sql`true` : inState(state, now),
  ]
  // If any expectation of an assignment is late, its earliest one is: reading that one is enough.
  if (state === 'late')
    return {
      each: inState(state, now),
      firstAt: sql`min(x.due_at)`,
      having: milestoneId === undefined ? sql`` : sql`having bool_or(${counts[0]})`,
    }
  return {
    each: sql`true`,
    firstAt: sql`min(x.due_at) filter (where ${isOwing})`,
    having: sql`having bool_or(${sql.join(counts, sql` and `)})`,
  }
}

/** Joins the stations `s` of `owed` and their counties `c`; without the latter if all are in one county. */
const placesOf = ({ electionId }: Scope, countyId: Id<'areas'> | undefined) =>
  countyId === undefined
    ? sql`
     -- By their key: joined, all there are would be read.
     cross join lateral (
       select number from polling_stations
        where election_id = ${electionId} and id = owed.polling_station_id limit 1) s
      join areas c on c.election_id = ${electionId} and c.id = owed.county_id`
    : sql`
      join polling_stations s on s.election_id = ${electionId} and s.county_id = ${countyId}
                             and s.id = owed.polling_station_id`

/** All assignments, including those that owe nothing. */
const ofPlanned = (scope: Scope, query: DeploymentFilter, now: Date): RawBuilder<unknown> => sql`
  select u.id, min(u.first_at) as first_at, min(u.position) as position, min(u.county_id) as county_id, min(u.number) as number
    from (select a.id, null::timestamptz as first_at, c.position, c.id as county_id, s.number
            from ${plannedThere(scope, query)} where ${plannedWhere(scope, query, now)}
          ${unlessJoined}
          select x.assignment_id, min(x.due_at), null, null, null from expectations x
           where ${owedWhere(scope, query, now)} and ${isOwing} group by x.assignment_id) u
   group by u.id having min(u.county_id) is not null`

/** A union instead of a join: without statistics PostgreSQL joins by comparing every pair of rows. */
const unlessJoined = sql`union all`

/** Assignments by urgency of a call: `position` is minus the late milestones, `first_at` the last sign of life. */
function toCall(scope: Scope, query: DeploymentFilter, now: Date): RawBuilder<unknown> {
  const isOfOwing = query.milestoneId !== undefined || query.state !== undefined
  const isLate = inState('late', now)
  const { each, having } = isOfOwing ? owingIn(query, now) : { each: isLate, having: sql`` }
  return sql`
    select u.id, -coalesce(min(u.late), 0) as position, min(u.silent_since) as first_at, 0 as county_id, 0 as number
      from (select a.id, null::integer as late, ${silentSince} as silent_since
              from ${plannedThere(scope, query)} ${lastSeen}
             where ${plannedWhere(scope, query, now)}
            ${unlessJoined}
            select x.assignment_id, (count(*) filter (where ${isLate}))::integer, null from expectations x
             where ${owedWhere(scope, query, now)} and ${each}
             group by x.assignment_id ${having}) u
     group by u.id
    having min(u.silent_since) is not null ${isOfOwing ? sql`and min(u.late) is not null` : sql``}`
}

/** An expectation as an array of values, which are faster to parse than rows. */
type Owed = readonly [
  milestoneId: Id<'milestones'>,
  dueMs: number,
  progress: number,
  doneMs: number | null,
  excusedMs: number | null,
  excuse: string | null,
]

/** The expectations of the assignment `a`, in the order of the milestones. */
const owedByIt = sql`
  (select json_agg(json_build_array(
            x.milestone_id, ${epochMs('x.due_at')}, x.progress, ${epochMs('x.done_at')}, ${epochMs('x.excused_at')},
            case when x.excused_at is not null
                 then (select e.reason from excuses e
                        where e.election_id = x.election_id and e.assignment_id = x.assignment_id
                          and e.milestone_id = x.milestone_id) end) order by x.due_at, x.milestone_id)
     from expectations x
    where x.election_id = a.election_id and x.assignment_id = a.id)`

/** The other station that the observer of the assignment `a` last reported from. */
const elsewhereFrom = (now: Date) => sql`
  (select json_build_object('pollingStationId', t.id, 'area', l.name, 'number', t.number)
     from observers_elsewhere e
     join polling_stations t on t.election_id = e.election_id and t.id = e.polling_station_id
     join areas l on l.election_id = t.election_id and l.id = t.area_id
    where e.election_id = a.election_id and e.observer_id = a.observer_id and e.assignment_id = a.id
      and ${isElsewhere(now)})`

const columns = (scope: Scope, now: Date) => sql`
  a.id as assignment_id, a.observer_id, o.name as observer_name, o.phone as observer_phone, g.name as ngo,
  a.polling_station_id, s.county_id, c.name as county,
  case when m.id <> c.id then m.name else '' end as municipality, s.number as polling_station_number,
  a.from_at as "from", a.until_at as until, a.revision, a.is_mobile, w.last_seen, ${replacedBy(scope)} as replaces,
  ${elsewhereFrom(now)} as elsewhere, ${owedByIt} as owed, ${lastCall} as last_call`

/** Assignments `f` by their ids, with everything the list shows. */
const detailed = (scope: Scope, chosen: RawBuilder<unknown>) => sql`
  ${chosen} f ${detailsOf(scope.electionId, sql`f.id`)}
  ${lastSeen}
  where ${inScope(scope)}`

const shownAt = ({ owed, lastCall: values, ...row }: DetailedRow, now: Date): Expected => ({
  ...row,
  lastCall: readLastCall(values),
  milestones: (owed ?? []).map((one) => withState(one, now)),
})

function withState([milestoneId, dueMs, progress, doneMs, excusedMs, excuse]: Owed, now: Date) {
  const dueAt = new Date(dueMs)
  const state = stateOf({ progress, dueAt, isExcused: excusedMs !== null }, now)
  const doneAt = doneMs === null ? null : new Date(doneMs)
  const excusedAt = excusedMs === null ? null : new Date(excusedMs)
  const isLate = isDoneLate({ dueAt, doneAt })
  return { milestoneId, state, dueAt, doneAt, isDoneLate: isLate, excuse, excusedAt }
}
