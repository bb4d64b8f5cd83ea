import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { owedStations } from './projections.ts'

type Chosen = {
  readonly assignmentIds: readonly Id<'assignments'>[]
  readonly milestoneId?: Id<'milestones'> | undefined
}

/** Something owed, and whose observer owes it. */
export type OwedThing = {
  readonly assignmentId: Id<'assignments'>
  readonly milestoneId: Id<'milestones'>
  readonly ngoId: Id<'ngos'>
}

/** Which of these the caller may excuse. */
const among = (scope: Scope, { assignmentIds, milestoneId }: Chosen) => sql`
  x.election_id = ${scope.electionId} and x.assignment_id = any(${assignmentIds}::integer[]) and x.progress < 2
  and (${milestoneId ?? null}::integer is null or x.milestone_id = ${milestoneId ?? null})
  and (${scope.ngoId}::integer is null or x.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`x.county_id`)}`

/** Figures count whom somebody excuses, or does not any more. */
const markStations = (tx: Tx, electionId: Id<'elections'>, owed: readonly OwedThing[]) =>
  mark(
    tx,
    electionId,
    owedStations,
    sql`
      select a.polling_station_id as key from assignments a
       where a.election_id = ${electionId}
         and a.id = any(${arrayOf(owed.map(({ assignmentId }) => assignmentId))}::integer[])`,
  )

/** Excuses what is still owed, as it is counted by now, and not excused yet. */
export async function insertExcuses(
  tx: Tx,
  scope: Scope,
  chosen: Chosen & { readonly reason: string },
  by: { readonly name: string; readonly now: Date },
): Promise<OwedThing[]> {
  const { rows } = await sql<OwedThing>`
    with owed as (
      select x.assignment_id, x.milestone_id, x.ngo_id from expectations x where ${among(scope, chosen)}
    ), said as (
      insert into excuses (election_id, assignment_id, milestone_id, reason, excused_at, excused_by)
      select ${scope.electionId}, assignment_id, milestone_id, ${chosen.reason}, ${by.now}, ${by.name}
        from owed order by assignment_id, milestone_id
      on conflict (election_id, assignment_id, milestone_id) do nothing
      returning assignment_id, milestone_id
    )
    select o.* from owed o join said s using (assignment_id, milestone_id)
     order by o.assignment_id, o.milestone_id`.execute(tx)
  await markStations(tx, scope.electionId, rows)
  return rows
}

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
  await markStations(tx, electionId, rows)
  return rows
}

/** Takes excuses back, also of what is out of the plan just now, or was done in spite of them. */
export async function deleteExcuses(
  tx: Tx,
  scope: Scope,
  { assignmentIds, milestoneId }: Chosen,
): Promise<OwedThing[]> {
  const { rows } = await sql<OwedThing>`
    with gone as (
      delete from excuses e
       using assignments a
        join observers o on o.election_id = a.election_id and o.id = a.observer_id
        join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
       where e.election_id = ${scope.electionId} and e.assignment_id = any(${assignmentIds}::integer[])
         and (${milestoneId ?? null}::integer is null or e.milestone_id = ${milestoneId ?? null})
         and a.election_id = e.election_id and a.id = e.assignment_id
         and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`s.county_id`)}
      returning e.assignment_id, e.milestone_id, o.ngo_id
    )
    select * from gone order by assignment_id, milestone_id`.execute(tx)
  await markStations(tx, scope.electionId, rows)
  return rows
}
