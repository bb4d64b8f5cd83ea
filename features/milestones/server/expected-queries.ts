import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import { containing } from '#database/values/like.ts'
import type { Db } from '#database/open.ts'
import {
  areasWithin,
  inItsCounty,
  inScope,
  planned,
  plannedInCounty,
} from '#features/assignments/server/queries.ts'
import { countedAs, standsFor } from '#features/places/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { type DeploymentFilter, dueMinutes, type Expected, type State } from '../contract.ts'
import { stateOf } from '../domain.ts'
import { andOfNgo, countByState } from './deployment-queries.ts'

/** What is owed `x` in a state, at a moment. */
const inState = (state: State, now: Date): RawBuilder<unknown> => {
  const soon = new Date(now.getTime() + dueMinutes * 60_000)
  const owing = sql`x.progress < 2 and x.excused_at is null`
  const conditions: Readonly<Record<State, RawBuilder<unknown>>> = {
    'not-yet': sql`${owing} and x.progress = 0 and x.due_at > ${soon}`,
    due: sql`${owing} and x.progress = 0 and x.due_at > ${now} and x.due_at <= ${soon}`,
    'in-part': sql`${owing} and x.progress = 1 and x.due_at > ${now}`,
    late: sql`${owing} and x.due_at <= ${now}`,
    done: sql`x.progress = 2`,
    excused: sql`x.progress < 2 and x.excused_at is not null`,
  }
  return conditions[state]
}

/** The assignments, whether they owe anything or not. */
function matching(scope: Scope, filter: DeploymentFilter): RawBuilder<unknown> {
  const { countyId, areaId, ngoId, observerId, pollingStationId, name } = filter
  const conditions = [
    inScope(scope),
    countyId !== undefined && sql`s.county_id = ${countyId}`,
    areaId !== undefined && sql`s.area_id in ${areasWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`o.ngo_id = ${ngoId}`,
    observerId !== undefined && sql`a.observer_id = ${observerId}`,
    pollingStationId !== undefined && sql`s.id = ${standsFor(scope.electionId, pollingStationId)}`,
    Boolean(name) && isNamed(name),
  ].filter((one) => one !== false)
  return sql.join(conditions, sql` and `)
}

const isNamed = (name = '') => sql`o.name_folded like folded(${containing(name)})`

type Row = Omit<Expected, 'milestones'>

/** What is owed `x` where a filter says: whatever it says of a place, observer or organisation is in each row. */
const owedWhere = (scope: Scope, filter: DeploymentFilter): RawBuilder<unknown> => {
  const { countyId, areaId, ngoId, observerId, pollingStationId } = filter
  const conditions = [
    sql`x.election_id = ${scope.electionId}`,
    countyId !== undefined && sql`x.county_id = ${countyId}`,
    areaId !== undefined && sql`x.area_id in ${areasWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`x.ngo_id = ${ngoId}`,
    observerId !== undefined && owedBy(scope, observerId),
    pollingStationId !== undefined &&
      sql`x.polling_station_id in ${countedAs(scope.electionId, standsFor(scope.electionId, pollingStationId))}`,
  ].filter((one) => one !== false)
  return sql`${sql.join(conditions, sql` and `)}
    ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}`
}

/** What `x` an observer owes: by their assignments, which have an index for that. */
const owedBy = ({ electionId }: Scope, observerId: Id<'observers'>) => sql`
  x.assignment_id = any(array(select a.id from assignments a
                               where a.election_id = ${electionId} and a.observer_id = ${observerId} and a.deleted_at is null))`

/** Those in a state with one milestone, read in the order of its deadlines by their index. */
function inTurn(
  scope: Scope,
  filter: DeploymentFilter,
  now: Date,
): RawBuilder<unknown> | undefined {
  const { milestoneId, state, areaId, name } = filter
  const isOwed = state !== undefined && state !== 'done' && state !== 'excused'
  if (milestoneId === undefined || !isOwed || areaId !== undefined || name) return undefined
  return sql`
    select x.assignment_id, x.due_at from expectations x
     where ${owedWhere(scope, filter)} and x.milestone_id = ${milestoneId} and ${inState(state, now)}`
}

/** One page of assignments with how far each is, what was due first of what they owe first. */
export async function listExpected(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & { readonly page: number; readonly pageSize: number },
  now: Date,
): Promise<{ data: Expected[]; totalItems: number }> {
  const { ids, total } = await findPage(db, scope, await inItsCounty(db, scope, query), now)
  const { rows } = await sql<Row>`${toPrepare}
    select a.id as assignment_id, a.observer_id, o.name as observer_name, o.phone as observer_phone, g.name as ngo,
           a.polling_station_id, s.county_id, c.name as county,
           case when m.id <> c.id then m.name else '' end as municipality, s.number as polling_station_number,
           a.from_at as "from", a.until_at as until, w.last_seen
      from unnest(${ids}::integer[]) with ordinality as chosen (id, place)
      join ${planned} on a.election_id = ${scope.electionId} and a.id = chosen.id
      join ngos g on g.id = o.ngo_id
      join observer_counts w on w.election_id = o.election_id and w.observer_id = o.id
     where ${inScope(scope)}
     order by chosen.place`.execute(db)
  const owed = await listOwed(db, scope, rows, now)
  const data = rows.map((row) => ({ ...row, milestones: owed.get(row.assignmentId) ?? [] }))
  return { data, totalItems: total }
}

type Paged = { readonly page: number; readonly pageSize: number }
type Found = { readonly ids: readonly number[]; readonly total: number }

async function findPage(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & Paged,
  now: Date,
): Promise<Found> {
  const inOrder = await pageInTurn(db, scope, query, now)
  if (inOrder) return inOrder
  const isOfOwing = query.state !== undefined || query.milestoneId !== undefined
  return isOfOwing ? pageOfOwing(db, scope, query, now) : pageOfPlanned(db, scope, query)
}

/** A page of those in a state with one milestone; undefined for any other question. */
async function pageInTurn(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & Paged,
  now: Date,
): Promise<Found | undefined> {
  const owing = inTurn(scope, query, now)
  if (!owing) return undefined
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number }>`${toPrepare}
      select x.assignment_id as id from (${owing}) x
       order by x.due_at, x.assignment_id limit ${query.pageSize} offset ${skipped(query)}`.execute(
      db,
    ),
    countInTurn(db, scope, query, owing, now),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

/** How many these are: from the stored totals, or counted where only one observer or station is meant. */
async function countInTurn(
  db: Db,
  scope: Scope,
  { milestoneId, state, countyId, ngoId, observerId, pollingStationId }: DeploymentFilter,
  owing: RawBuilder<unknown>,
  now: Date,
): Promise<number> {
  const isOfAll = observerId === undefined && pollingStationId === undefined
  if (isOfAll && milestoneId !== undefined && state !== undefined) {
    const counted = await countByState(db, scope, { milestoneId, countyId, ngoId }, now)
    return counted[state]
  }
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${owing}) x`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page of those who owe something by a milestone, or in a state: read from what is owed alone. */
async function pageOfOwing(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & Paged,
  now: Date,
): Promise<Found> {
  const { countyId, milestoneId, state, name } = query
  const inAsked = state === undefined ? sql`true` : inState(state, now)
  const asked = [
    milestoneId === undefined ? sql`true` : sql`x.milestone_id = ${milestoneId}`,
    inAsked,
  ]
  // If anything that somebody owes is late, so is what was due first: nothing else has to be read.
  const read = state === 'late' ? inAsked : sql`true`
  return readPage(
    db,
    query,
    sql`
    with owed as materialized (
      select x.assignment_id, x.observer_id, x.polling_station_id, x.county_id,
             min(x.due_at) filter (where x.progress < 2 and x.excused_at is null) as first_at
        from expectations x where ${owedWhere(scope, query)} and ${read}
       group by x.assignment_id, x.observer_id, x.polling_station_id, x.county_id
      having bool_or(${sql.join(asked, sql` and `)})
    )
    select owed.assignment_id as id, owed.first_at, ${countyId === undefined ? sql`c.position` : sql`0 as position`},
           owed.county_id, s.number
      from owed ${placesOf(scope, countyId)}
      ${name ? sql`join observers o on o.election_id = ${scope.electionId} and o.id = owed.observer_id and ${isNamed(name)}` : sql``}`,
  )
}

/** The stations `s` of what is `owed`, and their counties `c`; of one county without: all of it is in that one. */
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

/** A page of assignments, of which some owe nothing. */
function pageOfPlanned(db: Db, scope: Scope, query: DeploymentFilter & Paged): Promise<Found> {
  return readPage(
    db,
    query,
    sql`
    with owed as materialized (
      select x.assignment_id, min(x.due_at) as first_at from expectations x
       where ${owedWhere(scope, query)} and x.progress < 2 and x.excused_at is null
       group by x.assignment_id
    )
    select a.id, owed.first_at, c.position, c.id as county_id, s.number
      from ${plannedInCounty} left join owed on owed.assignment_id = a.id
     where ${matching(scope, query)}`,
  )
}

/** What is due first comes first, then by county and number. */
async function readPage(
  db: Db,
  query: DeploymentFilter & Paged,
  found: RawBuilder<unknown>,
): Promise<Found> {
  const { countyId, observerId, pollingStationId } = query
  const isOfFew = (countyId ?? observerId ?? pollingStationId) !== undefined
  const { rows } = await sql<{ id: number; total: number }>`${isOfFew ? toPrepare : sql``}
    select f.id, count(*) over ()::integer as total from (${found}) f
     order by f.first_at nulls last, f.position, f.county_id, f.number, f.id
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const [first] = rows
  if (first || query.page === 1) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (${found}) f`.execute(db)
  return { ids: [], total: counted[0]?.total ?? 0 }
}

/** What these assignments owe, by assignment; in the order of the milestones. */
async function listOwed(
  db: Db,
  { electionId }: Scope,
  each: readonly Pick<Row, 'assignmentId'>[],
  now: Date,
) {
  const ids = each.map(({ assignmentId }) => assignmentId)
  const { rows } = await sql<
    Omit<Expected['milestones'][number], 'state'> & {
      readonly assignmentId: number
      readonly progress: number
      readonly excusedAt: Date | null
    }
  >`${toPrepare}
    select x.assignment_id, x.milestone_id, x.due_at, x.progress, x.done_at, x.excused_at, e.reason as excuse
      from expectations x
      left join excuses e using (election_id, assignment_id, milestone_id)
     where x.election_id = ${electionId} and x.assignment_id = any(${ids}::integer[])
     order by x.due_at, x.milestone_id`.execute(db)
  return new Map(
    [...groupBy(rows, ({ assignmentId }) => assignmentId)].map(([id, own]) => [
      id,
      own.map(({ milestoneId, dueAt, doneAt, excuse, progress, excusedAt }) => {
        const state = stateOf({ progress, dueAt, excusedAt }, now)
        return { milestoneId, state, dueAt, doneAt, excuse }
      }),
    ]),
  )
}
