import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { epochMs } from '#database/values/epoch.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { type DeploymentRow, dueMinutes, type StateCounts } from '../contract.ts'
import { countStates, type OwedCounts } from '../domain.ts'
import { owedTotals } from './state-queries.ts'

/** Totals of a milestone and due time as an array of numbers, which are faster to parse than rows. */
type Counted = readonly [
  milestoneId: Id<'milestones'>,
  dueMs: number,
  expected: number,
  begun: number,
  done: number,
  doneLate: number,
  excused: number,
]

type CountedRow = Pick<DeploymentRow, 'id' | 'name' | 'isDivided'> & {
  readonly counted: readonly Counted[]
}

export const andOfNgo = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  ngoId === null ? sql`` : sql` and ${column} = ${ngoId}`

/** The stored totals `c` that a caller may see. */
const counts = (scope: Scope) => sql`
  (select c.election_id, c.county_id, c.ngo_id, c.milestone_id, c.due_at, c.expected, c.begun, c.done,
          c.done_late, c.excused
     from expectation_counts c
    where c.election_id = ${scope.electionId} and c.expected + c.excused > 0
          ${andOfNgo(scope, sql`c.ngo_id`)} ${andInCounties(scope, sql`c.county_id`)}) c`

const totals = sql`
  c.milestone_id, c.due_at, sum(c.expected)::integer as expected, sum(c.begun)::integer as begun,
  sum(c.done)::integer as done, sum(c.done_late)::integer as done_late, sum(c.excused)::integer as excused`

/** All the totals `c` of one row, for each milestone and each moment by which it is owed. */
const counted = sql`
  json_agg(json_build_array(c.milestone_id, ${epochMs('c.due_at')}, c.expected, c.begun, c.done, c.done_late, c.excused)) as counted`

/** By county, from the stored totals; counties without a plan are left out. */
async function countCounties(db: Db, scope: Scope): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select t.id, t.name, exists (select from areas n where n.election_id = t.election_id and n.parent_id = t.id) as is_divided,
           ${counted}
      from (select c.county_id, ${totals} from ${counts(scope)} group by c.county_id, c.milestone_id, c.due_at) c
      join areas t on t.election_id = ${scope.electionId} and t.id = c.county_id
     group by t.election_id, t.id, t.name, t.position
     order by t.position, t.id`.execute(db)
  return rows
}

async function countOrganisations(db: Db, scope: Scope): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select g.id, g.name, false as is_divided, ${counted}
      from (select c.ngo_id, ${totals} from ${counts(scope)} group by c.ngo_id, c.milestone_id, c.due_at) c
      join ngos g on g.id = c.ngo_id
     group by g.id, g.name
     order by g.name collate names, g.id`.execute(db)
  return rows
}

/** Counts each innermost area within one area on request; `countDeployment` adds them up. */
async function countAreas(
  db: Db,
  scope: Scope,
  areaId: Id<'areas'>,
): Promise<readonly CountedRow[]> {
  const { rows } = await sql<CountedRow>`${toPrepare}
    with recursive tops as materialized (
      select t.id, t.county_id, t.name, t.position,
             (select true from areas n where n.election_id = t.election_id and n.parent_id = t.id limit 1) is true as is_divided
        from areas t
       where t.election_id = ${scope.electionId} and t.parent_id = ${areaId}
    ), inside as (
      select id as top, id, county_id from tops
      union all
      -- By their index: joined, all areas there are would be read.
      select i.top, n.id, n.county_id from inside i cross join lateral (
        select id, county_id from areas where election_id = ${scope.electionId} and parent_id = i.id offset 0) n
    ), owed as materialized (
      -- Of whole counties, by their index.
      select x.area_id, x.milestone_id, x.due_at, ${owedTotals}
        from expectations x
       where x.election_id = ${scope.electionId} and x.county_id = any(array(select distinct county_id from inside))
             ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}
       group by x.area_id, x.milestone_id, x.due_at
    )
    select t.id, t.name, t.is_divided, ${counted}
      from tops t
      join inside i on i.top = t.id
      join owed c on c.area_id = i.id
     group by t.id, t.name, t.is_divided, t.position
     order by t.position, t.id`.execute(db)
  return rows
}

/** By the stations of an area, of any level: those at which something is owed. */
async function countStations(
  db: Db,
  scope: Scope,
  areaId: Id<'areas'>,
): Promise<readonly CountedRow[]> {
  const { electionId } = scope
  const { rows } = await sql<CountedRow>`${toPrepare}
    with inside as materialized (
      select id, county_id from areas where election_id = ${electionId} and id in ${areasWithin(electionId, areaId)}
    ), owed as materialized (
      select t.counted_as as station_id, x.milestone_id, x.due_at, ${owedTotals}
        from expectations x
        join polling_stations t on t.election_id = x.election_id and t.id = x.polling_station_id
       where x.election_id = ${electionId} and x.county_id = any(array(select distinct county_id from inside))
         and x.area_id = any(array(select id from inside))
             ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}
       group by t.counted_as, x.milestone_id, x.due_at
    )
    select s.id, s.number::text as name, false as is_divided, ${counted}
      from owed c
      join polling_stations s on s.election_id = ${electionId} and s.id = c.station_id
      join areas m on m.election_id = s.election_id and m.id = s.area_id
     group by s.id, s.number, m.position, m.id
     order by m.position, m.id, s.number, s.id`.execute(db)
  return rows
}

/** The numbers of expectations of one milestone by state, for all, a county or an organisation; from the stored totals. */
export async function countByState(
  db: Db,
  seen: Scope,
  of: {
    readonly milestoneId: Id<'milestones'>
    readonly countyId?: Id<'areas'> | undefined
    readonly ngoId?: Id<'ngos'> | undefined
  },
  now: Date,
): Promise<StateCounts> {
  const { rows } = await sql<OwedCounts>`${toPrepare}
    select ${totals} from ${counts(seen)}
     where c.milestone_id = ${of.milestoneId}
       and (${of.countyId ?? null}::integer is null or c.county_id = ${of.countyId ?? null})
       and (${of.ngoId ?? null}::integer is null or c.ngo_id = ${of.ngoId ?? null})
     group by c.milestone_id, c.due_at`.execute(db)
  return countStates(rows, now)
}

/** The next moment at which something owed comes near or is missed, from the stored totals; null if nothing will. */
export async function findNextDue(db: Db, scope: Scope, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`${toPrepare}
    select min(next.at) as at
      from ${counts(scope)}
      cross join lateral (values (c.due_at - make_interval(mins => ${dueMinutes})), (c.due_at)) next (at)
     where c.done < c.expected and next.at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

type Narrowed = {
  readonly by: 'area' | 'station' | 'organisation'
  readonly areaId?: Id<'areas'> | undefined
  readonly ngoId?: Id<'ngos'> | undefined
}

/** The progress of each county, area, station or organisation with each milestone. */
export async function countDeployment(
  db: Db,
  seen: Scope,
  { by, areaId, ngoId }: Narrowed,
  now: Date,
): Promise<DeploymentRow[]> {
  const scope = { ...seen, ngoId: seen.ngoId ?? ngoId ?? null }
  const rows = await countRows(db, scope, by, areaId)
  return rows.map(({ id, name, isDivided, counted }) => {
    const each = groupBy(counted, ([milestoneId]) => milestoneId)
    const milestones = [...each].map(([milestoneId, own]) => ({
      milestoneId,
      counts: countStates(own.map(owedCounts), now),
    }))
    return { id, name, isDivided, milestones }
  })
}

function countRows(db: Db, scope: Scope, by: Narrowed['by'], areaId: Id<'areas'> | undefined) {
  if (by === 'organisation') return countOrganisations(db, scope)
  if (areaId === undefined) return countCounties(db, scope)
  return by === 'station' ? countStations(db, scope, areaId) : countAreas(db, scope, areaId)
}

const owedCounts = ([, dueMs, expected, begun, done, doneLate, excused]: Counted): OwedCounts => ({
  dueAt: new Date(dueMs),
  expected,
  begun,
  done,
  doneLate,
  excused,
})
