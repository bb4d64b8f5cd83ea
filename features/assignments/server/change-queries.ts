import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { analyzeTables, worthAnalyzing } from '#database/statistics.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'

/** An assignment as it is stored. */
export type PlanValues = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly from: Date
  readonly until: Date
  readonly isMobile: boolean
}

export type StoredAssignment = PlanValues &
  Columns<'assignments', 'id' | 'revision'> & {
    readonly ngoId: Id<'ngos'>
    readonly changes: Readonly<Record<string, { revision: number; at: string; by: string | null }>>
  }

/**
 * Which of these observers and stations the caller may plan with: those whom they see, because a plan shows a county's
 * desk whoever is in it. Locked against going away.
 */
export async function findPlannable(
  tx: Tx,
  scope: Scope,
  {
    observerIds,
    stationIds,
  }: { readonly observerIds: readonly number[]; readonly stationIds: readonly number[] },
): Promise<{
  readonly observers: ReadonlyMap<number, Id<'ngos'>>
  readonly stations: ReadonlySet<number>
}> {
  const { rows: observers } = await sql<Columns<'observers', 'id' | 'ngoId'>>`
    select o.id, o.ngo_id from observers o
     where ${inScope(scope)} and o.id = any(${observerIds}::integer[]) and o.deleted_at is null
     order by o.id for key share of o`.execute(tx)
  const { rows: stations } = await sql<Columns<'pollingStations', 'id'>>`
    select s.id from polling_stations s
     where s.election_id = ${scope.electionId} and s.id = any(${stationIds}::integer[])
           ${andInCounties(scope, sql`s.county_id`)}
     order by s.id for key share`.execute(tx)
  return {
    observers: new Map(observers.map(({ id, ngoId }) => [id, ngoId])),
    stations: new Set(stations.map(({ id }) => id)),
  }
}

/** Adds assignments, in order; undefined where the observer is assigned to that station from that moment already. */
export async function insertAssignments(
  tx: Tx,
  electionId: Id<'elections'>,
  each: readonly PlanValues[],
): Promise<(Id<'assignments'> | undefined)[]> {
  const { rows } = await sql<Columns<'assignments', 'id'> & { place: number }>`
    with sent as (
      select * from unnest(${each.map(({ observerId }) => observerId)}::integer[],
                           ${each.map(({ pollingStationId }) => pollingStationId)}::integer[],
                           ${each.map(({ from }) => from)}::timestamptz[], ${each.map(({ until }) => until)}::timestamptz[],
                           ${each.map(({ isMobile }) => isMobile)}::boolean[])
             with ordinality as s (observer_id, polling_station_id, from_at, until_at, is_mobile, place)
    ), added as (
      insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at, is_mobile)
      select ${electionId}, observer_id, polling_station_id, from_at, until_at, is_mobile from sent
       -- Two who plan the same wait for each other's keys: never in a circle.
       order by observer_id, polling_station_id, from_at, place
      on conflict do nothing
      returning id, observer_id, polling_station_id, from_at
    )
    select a.id, min(s.place)::integer as place from added a join sent s using (observer_id, polling_station_id, from_at)
     group by a.id`.execute(tx)
  const ids = new Map(rows.map(({ id, place }) => [place, id]))
  return each.map((_, at) => ids.get(at + 1))
}

/** Has PostgreSQL analyze the plan, where so much of it is new that it has no idea of its size. */
export async function analyzePlan(tx: Tx, added: number): Promise<void> {
  if (added >= worthAnalyzing) await analyzeTables(tx, ['assignments'])
}

/** Locks assignments that the caller may change, in the order of their ids. */
export async function lockAssignments(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  { isDeleted }: { readonly isDeleted: boolean } = { isDeleted: false },
): Promise<StoredAssignment[]> {
  const { rows } = await sql<StoredAssignment>`
    select a.id, a.observer_id, a.polling_station_id, a.from_at as "from", a.until_at as until, a.is_mobile, a.revision,
           a.changes, o.ngo_id
      from assignments a
      join observers o on o.election_id = a.election_id and o.id = a.observer_id
      join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
     where a.election_id = ${scope.electionId} and a.id = any(${ids}::integer[])
       and a.deleted_at is ${isDeleted ? sql`not null` : sql`null`} and o.deleted_at is null
       and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`s.county_id`)}
     order by a.id for no key update of a`.execute(tx)
  return rows
}

/** Whoever plans the same at the same moment, and is done first, has it. */
const refusedAsTaken = refusedBy('assignments_once', () => new Problem('assignment.taken', {}))

export async function updateAssignment(
  tx: Tx,
  electionId: Id<'elections'>,
  id: Id<'assignments'>,
  { pollingStationId, from, until, isMobile }: PlanValues,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ pollingStationId, fromAt: from, untilAt: until, isMobile, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
    .catch(refusedAsTaken)
}

/** Takes assignments out (`at`: when), or brings them back; one that was planned anew since stays out. */
export async function setDeleted(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'assignments'>[],
  at: Date | null,
): Promise<Id<'assignments'>[]> {
  const { rows } = await sql<Columns<'assignments', 'id'>>`
    update assignments a set deleted_at = ${at}
     where a.election_id = ${electionId} and a.id = any(${ids}::integer[])
       and not exists (select from assignments b
                        where ${at}::timestamptz is null and b.election_id = a.election_id
                          and b.observer_id = a.observer_id and b.polling_station_id = a.polling_station_id
                          and b.from_at = a.from_at and b.deleted_at is null)
    returning a.id`
    .execute(tx)
    .catch(refusedAsTaken)
  return rows.map(({ id }) => id)
}
