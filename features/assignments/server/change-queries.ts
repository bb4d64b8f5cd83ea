import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { analyzeTables, worthAnalyzing } from '#database/statistics.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { type ImportTarget, keeping } from '#features/tasks/server/import/rows-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { planTable } from './import/imported-queries.ts'

/** The editable columns of an assignment. */
export type PlanValues = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly from: Date
  readonly until: Date
  readonly isMobile: boolean
  /** Set for a shift that continues another one: `beganBefore`. */
  readonly beganAt?: Date | null
}

export type StoredAssignment = PlanValues &
  Columns<'assignments', 'id' | 'revision' | 'cutUntil' | 'deletedAt'> & {
    readonly ngoId: Id<'ngos'>
    readonly changes: Readonly<Record<string, { revision: number; at: string; by: string | null }>>
  }

/**
 * The observers and stations that the caller may plan with: those in their scope, because a county's desk sees
 * every observer in its plan. Locks them against deletion.
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

/** Adds assignments, in order; undefined where the observer already has one at that station from that time. */
export async function insertAssignments(
  tx: Tx,
  into: ImportTarget,
  each: readonly PlanValues[],
): Promise<(Id<'assignments'> | undefined)[]> {
  const { rows } = await sql<Columns<'assignments', 'id'> & { place: number }>`
    with sent as (
      select * from unnest(${each.map(({ observerId }) => observerId)}::integer[],
                           ${each.map(({ pollingStationId }) => pollingStationId)}::integer[],
                           ${each.map(({ from }) => from)}::timestamptz[], ${each.map(({ until }) => until)}::timestamptz[],
                           ${each.map(({ isMobile }) => isMobile)}::boolean[],
                           ${each.map(({ beganAt = null }) => beganAt)}::timestamptz[])
             with ordinality as s (observer_id, polling_station_id, from_at, until_at, is_mobile, began_at, place)
    ), stored as (
      insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at, is_mobile, began_at)
      select ${into.electionId}, observer_id, polling_station_id, from_at, until_at, is_mobile, began_at from sent
       -- Two who plan the same wait for each other's keys: never in a circle.
       order by observer_id, polling_station_id, from_at, place
      on conflict do nothing
      returning *
    ), kept as (${keeping(into, planTable)})
    select a.id, min(s.place)::integer as place from stored a join sent s using (observer_id, polling_station_id, from_at)
     group by a.id`.execute(tx)
  const ids = new Map(rows.map(({ id, place }) => [place, id]))
  return each.map((_, at) => ids.get(at + 1))
}

/** Has PostgreSQL analyze the plan after a large addition, because it cannot estimate the size otherwise. */
export async function analyzePlan(tx: Tx, added: number): Promise<void> {
  if (added >= worthAnalyzing) await analyzeTables(tx, ['assignments'])
}

/** Locks assignments that the caller may change, in the order of their ids: those in the plan, or those to restore. */
export async function lockAssignments(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  { isToRestore }: { readonly isToRestore: boolean } = { isToRestore: false },
): Promise<StoredAssignment[]> {
  const found = isToRestore
    ? sql`(a.deleted_at is not null or a.cut_until is not null)`
    : sql`a.deleted_at is null`
  const { rows } = await sql<StoredAssignment>`
    select a.id, a.observer_id, a.polling_station_id, a.from_at as "from", a.until_at as until, a.is_mobile, a.revision,
           a.changes, a.began_at, a.cut_until, a.deleted_at, o.ngo_id
      from assignments a
      join observers o on o.election_id = a.election_id and o.id = a.observer_id
      join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
     where a.election_id = ${scope.electionId} and a.id = any(${ids}::integer[])
       and ${found} and o.deleted_at is null
       and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`s.county_id`)}
     order by a.id for no key update of a`.execute(tx)
  return rows
}

/** The ids of an act, and the revisions on screen in the same order. */
export type Begun = {
  readonly ids: readonly number[]
  readonly revisions?: readonly number[] | undefined
}

/**
 * Refuses an act on assignments that have changed since the caller read them.
 * @param more revisions added by the act that is being undone
 * @throws Problem `thing.changed-meanwhile`, with the changed fields
 */
export function expectRevisions(
  found: readonly Pick<StoredAssignment, 'id' | 'revision' | 'changes'>[],
  { ids, revisions = [] }: Begun,
  more = 0,
): void {
  const begun = new Map(ids.map((id, at) => [id, revisions[at]]))
  for (const { id, revision, changes } of found) {
    const known = (begun.get(id) ?? revision) + more
    if (revision <= known) continue
    const fields = Object.keys(changes).filter((field) => (changes[field]?.revision ?? 0) > known)
    throw new Problem('thing.changed-meanwhile', { revision, fields })
  }
}

/** Of two concurrent requests for the same shift, the first to commit wins. */
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
    .set({
      ...{ pollingStationId, fromAt: from, untilAt: until, isMobile, changing },
      // A new end means the observer stays, so the former end is dropped.
      cutUntil: sql<Date | null>`case when until_at = ${until} then cut_until end`,
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
    .catch(refusedAsTaken)
}

/** Takes assignments out of the plan, as if they had never been in it. */
export async function removeAssignments(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'assignments'>[],
  at: Date,
): Promise<void> {
  await sql`
    update assignments set deleted_at = ${at}
     where election_id = ${electionId} and id = any(${ids}::integer[])`.execute(tx)
}

type Leaving = {
  /** The new end; shifts that begin later are removed from the plan. */
  readonly at: Date
  readonly now: Date
  readonly changing: string
}

/** Ends shifts that an observer leaves, and keeps their planned end. */
export async function endAssignments(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'assignments'>[],
  { at, now, changing }: Leaving,
): Promise<void> {
  await sql`
    update assignments
       set cut_until = until_at, changing = ${changing},
           until_at = case when from_at < ${at} then ${at}::timestamptz else until_at end,
           deleted_at = case when from_at < ${at} then deleted_at else ${now}::timestamptz end
     where election_id = ${electionId} and id = any(${ids}::integer[])`.execute(tx)
}

/**
 * Restores assignments that were removed or ended, except those planned again since. Returns the restored ones with
 * the end of each.
 */
export async function restoreAssignments(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'assignments'>[],
  changing: string,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<Columns<'assignments', 'id'> & { readonly until: Date }>`
    update assignments a
       set deleted_at = null, changing = ${changing},
           until_at = case when a.deleted_at is null then coalesce(a.cut_until, a.until_at) else a.until_at end,
           -- The shift had ended before it was removed: it comes back ended.
           cut_until = case when a.deleted_at is not null and a.cut_until > a.until_at then a.cut_until end
     where a.election_id = ${electionId} and a.id = any(${ids}::integer[])
       and not exists (select from assignments b
                        where b.election_id = a.election_id and b.observer_id = a.observer_id
                          and b.polling_station_id = a.polling_station_id and b.from_at = a.from_at
                          and b.id <> a.id and b.deleted_at is null)
    returning a.id, a.until_at as until`
    .execute(tx)
    .catch(refusedAsTaken)
  return new Map(rows.map(({ id, until }) => [id, until]))
}
