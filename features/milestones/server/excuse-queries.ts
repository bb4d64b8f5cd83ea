import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import {
  expectRevisions,
  type StoredAssignment,
} from '#features/assignments/server/change-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { owedPairs } from '../owed-domain.ts'
import { readPlan } from './owed-queries.ts'
import { owedStations } from './projections.ts'

type Chosen = {
  readonly assignmentIds: readonly Id<'assignments'>[]
  readonly milestoneId?: Id<'milestones'> | undefined
  /** Instead of `milestoneId`: one for each assignment, in their order. */
  readonly milestoneIds?: readonly Id<'milestones'>[] | undefined
  readonly revisions?: readonly number[] | undefined
}

/** An expectation, with the organisation of its observer. */
export type OwedThing = {
  readonly assignmentId: Id<'assignments'>
  readonly milestoneId: Id<'milestones'>
  readonly ngoId: Id<'ngos'>
}

type ChosenAssignment = Columns<'assignments', 'id' | 'pollingStationId' | 'revision'> &
  Columns<'observers', 'ngoId'> &
  Pick<StoredAssignment, 'changes'>

/** The assignments that the caller may excuse, also those out of the plan; locked against other acts. */
async function lockChosen(
  tx: Tx,
  scope: Scope,
  { assignmentIds: ids, revisions }: Chosen,
): Promise<ReadonlyMap<number, ChosenAssignment>> {
  const { rows } = await sql<ChosenAssignment>`
    select a.id, a.polling_station_id, a.revision, a.changes, o.ngo_id
      from assignments a
      join observers o on o.election_id = a.election_id and o.id = a.observer_id
      join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
     where a.election_id = ${scope.electionId} and a.id = any(${ids}::integer[])
       and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`s.county_id`)}
     order by a.id for share of a`.execute(tx)
  expectRevisions(rows, { ids, revisions })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether a call names the expectation of an assignment and milestone. */
function isChosen({ assignmentIds, milestoneId, milestoneIds }: Chosen) {
  const pairs = new Set(assignmentIds.map((id, at) => `${id} ${milestoneIds?.[at] ?? milestoneId}`))
  const isOfAll = milestoneIds === undefined && milestoneId === undefined
  return (assignmentId: number, id: number) =>
    pairs.has(`${assignmentId} ${isOfAll ? undefined : id}`)
}

/** Marks the stations for recounting, because figures depend on excuses. */
async function markExcused(
  tx: Tx,
  electionId: Id<'elections'>,
  owed: OwedThing[],
): Promise<OwedThing[]> {
  await mark(
    tx,
    electionId,
    owedStations,
    sql`
      select a.polling_station_id as key from assignments a
       where a.election_id = ${electionId}
         and a.id = any(${arrayOf(owed.map(({ assignmentId }) => assignmentId))}::integer[])`,
  )
  return owed
}

/** Excuses open expectations, including those that are not counted yet. */
export async function insertExcuses(
  tx: Tx,
  scope: Scope,
  chosen: Chosen & { readonly reason: string },
  by: { readonly name: string; readonly now: Date },
): Promise<OwedThing[]> {
  const { electionId } = scope
  const found = await lockChosen(tx, scope, chosen)
  const stationIds = [...found.values()].map(({ pollingStationId }) => pollingStationId)
  const within = (column: RawBuilder<unknown>) => sql`${column} = any(${stationIds}::integer[])`
  const isMeant = isChosen(chosen)
  const owed = owedPairs(await readPlan(tx, { electionId, within })).flatMap(
    ({ shift: { assignmentId }, milestoneId, progress }) =>
      found.has(assignmentId) && progress < 2 && isMeant(assignmentId, milestoneId)
        ? [{ assignmentId, milestoneId }]
        : [],
  )
  const { rows } = await sql<Omit<OwedThing, 'ngoId'>>`
    with said as (
      insert into excuses (election_id, assignment_id, milestone_id, reason, excused_at, excused_by)
      select ${electionId}, assignment_id, milestone_id, ${chosen.reason}, ${by.now}, ${by.name}
        from unnest(${owed.map(({ assignmentId }) => assignmentId)}::integer[],
                    ${owed.map(({ milestoneId }) => milestoneId)}::integer[]) as o (assignment_id, milestone_id)
       order by assignment_id, milestone_id
      on conflict (election_id, assignment_id, milestone_id) do nothing
      returning assignment_id, milestone_id
    )
    select * from said order by assignment_id, milestone_id`.execute(tx)
  return markExcused(tx, electionId, withNgos(found, rows))
}

const withNgos = (
  found: ReadonlyMap<number, ChosenAssignment>,
  pairs: readonly Omit<OwedThing, 'ngoId'>[],
): OwedThing[] =>
  pairs.flatMap((pair) => {
    const ngoId = found.get(pair.assignmentId)?.ngoId
    return ngoId === undefined ? [] : [{ ...pair, ngoId }]
  })

/** Takes back the excuses from deadlines that have passed. */
export async function deletePassedExcuses(
  tx: Tx,
  electionId: Id<'elections'>,
  now: Date,
): Promise<OwedThing[]> {
  const { rows } = await sql<OwedThing>`
    with owed as (
      select x.assignment_id, x.milestone_id, x.ngo_id from expectations x
       where x.election_id = ${electionId} and x.excused_at is not null and x.due_at <= ${now}
    ), gone as (
      delete from excuses e
       using owed o
       where e.election_id = ${electionId} and e.assignment_id = o.assignment_id and e.milestone_id = o.milestone_id
    )
    select * from owed order by assignment_id, milestone_id`.execute(tx)
  return markExcused(tx, electionId, rows)
}

/** Withdraws excuses, also of removed assignments and of expectations done since. */
export async function deleteExcuses(
  tx: Tx,
  scope: Scope,
  { givenUntil, ...chosen }: Chosen & { readonly givenUntil?: Date | undefined },
): Promise<OwedThing[]> {
  const { electionId } = scope
  const found = await lockChosen(tx, scope, chosen)
  const { milestoneId = null } = chosen
  const { rows } = await sql<Omit<OwedThing, 'ngoId'>>`
    with gone as (
      delete from excuses e
       using unnest(${chosen.assignmentIds}::integer[],
                    ${chosen.milestoneIds ?? chosen.assignmentIds.map(() => milestoneId)}::integer[])
               as c (assignment_id, milestone_id)
       where e.election_id = ${electionId} and e.assignment_id = c.assignment_id
         and e.milestone_id = coalesce(c.milestone_id, e.milestone_id)
         and e.assignment_id = any(${[...found.keys()]}::integer[])
         and (${givenUntil ?? null}::timestamptz is null or e.excused_at <= ${givenUntil ?? null})
      returning e.assignment_id, e.milestone_id
    )
    select * from gone order by assignment_id, milestone_id`.execute(tx)
  return markExcused(tx, electionId, withNgos(found, rows))
}
