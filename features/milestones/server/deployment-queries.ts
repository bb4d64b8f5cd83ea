import { type RawBuilder, sql } from 'kysely'
import { containing } from '#database/like.ts'
import type { Db } from '#database/open.ts'
import { inScope, planned, stationsWithin } from '#features/assignments/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import {
  type DeploymentFilter,
  type DeploymentRow,
  dueMinutes,
  type Expected,
  type State,
} from '../contract.ts'
import { countStates, type OwedCounts, stateOf } from '../domain.ts'

type CountedRow = OwedCounts & {
  readonly id: number
  readonly name: string
  readonly isDivided: boolean
  readonly milestoneId: Id<'milestones'>
}

const andOfNgo = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  ngoId === null ? sql`` : sql` and ${column} = ${ngoId}`

/** The stored totals, `c`, of what a caller may see. */
const counts = (scope: Scope) => sql`
  (select * from expectation_counts c
    where c.election_id = ${scope.electionId} and c.expected > 0
          ${andOfNgo(scope, sql`c.ngo_id`)} ${andInCounties(scope, sql`c.county_id`)}) c`

const totals = sql`
  c.milestone_id, c.due_at, sum(c.expected)::integer as expected, sum(c.begun)::integer as begun,
  sum(c.done)::integer as done, sum(c.excused)::integer as excused`

/** By county, from the stored totals; counties without a plan are left out. */
async function countCounties(db: Db, scope: Scope): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select t.id, t.name, exists (select from areas n where n.election_id = t.election_id and n.parent_id = t.id) as is_divided,
           ${totals}
      from ${counts(scope)}
      join areas t on t.election_id = c.election_id and t.id = c.county_id
     group by t.election_id, t.id, t.name, t.position, c.milestone_id, c.due_at
     order by t.position, t.id`.execute(db)
  return rows
}

async function countOrganisations(db: Db, scope: Scope): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select g.id, g.name, false as is_divided, ${totals}
      from ${counts(scope)} join ngos g on g.id = c.ngo_id
     group by g.id, g.name, c.milestone_id, c.due_at
     order by g.name collate names, g.id`.execute(db)
  return rows
}

/** By the areas in one: what is owed at the stations of each, counted as they are asked for. */
async function countAreas(
  db: Db,
  scope: Scope,
  areaId: Id<'areas'>,
): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    with recursive inside as (
      select id as top, id from areas where election_id = ${scope.electionId} and parent_id = ${areaId}
      union all
      select i.top, n.id from areas n join inside i on n.parent_id = i.id where n.election_id = ${scope.electionId}
    )
    select t.id, t.name, exists (select from areas n where n.election_id = t.election_id and n.parent_id = t.id) as is_divided,
           x.milestone_id, x.due_at, count(*)::integer as expected,
           count(*) filter (where x.progress = 1 and x.excused_at is null)::integer as begun,
           count(*) filter (where x.progress = 2)::integer as done,
           count(*) filter (where x.progress < 2 and x.excused_at is not null)::integer as excused
      from inside i
      join areas t on t.election_id = ${scope.electionId} and t.id = i.top
      join polling_stations s on s.election_id = ${scope.electionId} and s.area_id = i.id
      join expectations x on x.election_id = s.election_id and x.polling_station_id = s.id
                             ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}
     group by t.election_id, t.id, t.name, t.position, x.milestone_id, x.due_at
     order by t.position, t.id`.execute(db)
  return rows
}

/** How far each county, area or organisation is with each milestone. */
export async function countDeployment(
  db: Db,
  scope: Scope,
  {
    by,
    areaId,
  }: { readonly by: 'area' | 'organisation'; readonly areaId?: Id<'areas'> | undefined },
  now: Date,
): Promise<DeploymentRow[]> {
  const rows =
    by === 'organisation'
      ? await countOrganisations(db, scope)
      : await (areaId === undefined ? countCounties(db, scope) : countAreas(db, scope, areaId))
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const each = groupBy(own, ({ milestoneId }) => milestoneId)
    const milestones = [...each].map(([milestoneId, some]) => ({
      milestoneId,
      counts: countStates(some, now),
    }))
    const { id, name, isDivided } = first
    return [{ id, name, isDivided, milestones }]
  })
}

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
  const owes = (which: RawBuilder<unknown>) => sql`exists (
    select from expectations x
     where x.election_id = a.election_id and x.assignment_id = a.id and ${which})`
  const ofThis = milestoneId === undefined ? sql`true` : sql`x.milestone_id = ${milestoneId}`
  const conditions = [
    inScope(scope),
    countyId !== undefined && sql`s.county_id = ${countyId}`,
    areaId !== undefined && sql`s.id in ${stationsWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`o.ngo_id = ${ngoId}`,
    observerId !== undefined && sql`a.observer_id = ${observerId}`,
    pollingStationId !== undefined && sql`a.polling_station_id = ${pollingStationId}`,
    state !== undefined && owes(sql`${ofThis} and ${inState(state, now)}`),
    state === undefined && milestoneId !== undefined && owes(ofThis),
    Boolean(name) && sql`o.name_folded like folded(${containing(name ?? '')})`,
  ].filter((one) => one !== false)
  return sql.join(conditions, sql` and `)
}

type Row = Omit<Expected, 'milestones'>

/** One page of assignments with how far each is, what was due first of what they owe first. */
export async function listExpected(
  db: Db,
  scope: Scope,
  query: DeploymentFilter & { readonly page: number; readonly pageSize: number },
  now: Date,
): Promise<{ data: Expected[]; totalItems: number }> {
  const where = matching(scope, query, now)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select a.id as assignment_id, a.observer_id, o.name as observer_name, o.phone as observer_phone, g.name as ngo,
             a.polling_station_id, s.county_id, c.name as county,
             case when m.id <> c.id then m.name else '' end as municipality, s.number as polling_station_number,
             a.from_at as "from", a.until_at as until, w.last_seen
        from ${planned}
        join ngos g on g.id = o.ngo_id
        join observer_counts w on w.election_id = o.election_id and w.observer_id = o.id
       where ${where}
       order by (select min(x.due_at) from expectations x
                  where x.election_id = a.election_id and x.assignment_id = a.id and x.progress < 2
                    and x.excused_at is null) nulls last,
                c.position, c.id, s.number, a.id
       limit ${query.pageSize} offset ${skipped(query)}`.execute(db),
    sql<{
      total: number
    }>`select count(*)::integer as total from ${planned} where ${where}`.execute(db),
  ])
  const owed = await listOwed(db, scope, rows, now)
  const data = rows.map((row) => ({ ...row, milestones: owed.get(row.assignmentId) ?? [] }))
  return { data, totalItems: counted[0]?.total ?? 0 }
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
  >`
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
