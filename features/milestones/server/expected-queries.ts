import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import { containing } from '#database/like.ts'
import type { Db } from '#database/open.ts'
import { inScope, planned, stationsWithin } from '#features/assignments/server/queries.ts'
import { countedAs } from '#features/places/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { skipped } from '#kit/contract/page.ts'
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

function matching(scope: Scope, filter: DeploymentFilter, now: Date): RawBuilder<unknown> {
  const { countyId, areaId, ngoId, observerId, pollingStationId, milestoneId, state, name } = filter
  const owes = (which: RawBuilder<unknown>) => sql`a.id in (
    select x.assignment_id from expectations x where ${owedWhere(scope, filter)} and ${which})`
  const ofThis = milestoneId === undefined ? sql`true` : sql`x.milestone_id = ${milestoneId}`
  const conditions = [
    inScope(scope),
    countyId !== undefined && sql`s.county_id = ${countyId}`,
    areaId !== undefined && sql`s.id in ${stationsWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`o.ngo_id = ${ngoId}`,
    observerId !== undefined && sql`a.observer_id = ${observerId}`,
    pollingStationId !== undefined && sql`s.id = ${pollingStationId}`,
    state !== undefined && owes(sql`${ofThis} and ${inState(state, now)}`),
    state === undefined && milestoneId !== undefined && owes(ofThis),
    Boolean(name) && sql`o.name_folded like folded(${containing(name ?? '')})`,
  ].filter((one) => one !== false)
  return sql.join(conditions, sql` and `)
}

type Row = Omit<Expected, 'milestones'>

/** What is owed `x` where a filter says: whatever it says of a place, observer or organisation is in each row. */
const owedWhere = (scope: Scope, filter: DeploymentFilter): RawBuilder<unknown> => {
  const { countyId, ngoId, observerId, pollingStationId } = filter
  const conditions = [
    sql`x.election_id = ${scope.electionId}`,
    countyId !== undefined && sql`x.county_id = ${countyId}`,
    ngoId !== undefined && sql`x.ngo_id = ${ngoId}`,
    observerId !== undefined && sql`x.observer_id = ${observerId}`,
    pollingStationId !== undefined &&
      sql`x.polling_station_id in ${countedAs(scope.electionId, pollingStationId)}`,
  ].filter((one) => one !== false)
  return sql`${sql.join(conditions, sql` and `)}
    ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}`
}

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
  const { ids, total } =
    (await pageInTurn(db, scope, query, now)) ?? (await pageOf(db, scope, query, now))
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

async function pageOf(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & Paged,
  now: Date,
): Promise<Found> {
  const where = matching(scope, query, now)
  const isOfFew = query.pollingStationId !== undefined || query.observerId !== undefined
  const { rows } = await sql<{ id: number; total: number }>`${isOfFew ? toPrepare : sql``}
    with owed as materialized (
      select x.assignment_id, min(x.due_at) filter (where x.progress < 2 and x.excused_at is null) as first_at
        from expectations x where ${owedWhere(scope, query)} group by x.assignment_id
    )
    select a.id, count(*) over ()::integer as total
      from ${planned} left join owed on owed.assignment_id = a.id
     where ${where}
     order by owed.first_at nulls last, c.position, c.id, s.number, a.id
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const [first] = rows
  if (first || query.page === 1) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 }
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::integer as total from ${planned} where ${where}`.execute(db)
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
      own.map(({ milestoneId, dueAt, doneAt, excuse, ...rest }) => ({
        ...{ milestoneId, dueAt, doneAt, excuse },
        state: stateOf({ dueAt, ...rest }, now),
      })),
    ]),
  )
}
