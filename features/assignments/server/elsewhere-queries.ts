import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { inScope, isExpected, plannedInCounty } from './queries.ts'

/** A station merged with one in the shift counts as the same station. */
const isApart = sql`
  not exists (
    select from (select polling_station_id from assignments
                  where election_id = e.election_id and observer_id = e.observer_id and observer_id > 0
                    and deleted_at is null and from_at <= e.said_at and e.said_at < until_at offset 0) b
     cross join lateral (
       select counted_as from polling_stations
        where election_id = e.election_id and id = b.polling_station_id offset 0) s
     cross join lateral (
       select counted_as from polling_stations
        where election_id = e.election_id and id = e.polling_station_id offset 0) t
     where s.counted_as = t.counted_as)`

/**
 * Whether the observer `o` of the assignment `a` is elsewhere, by their row `e`: the assignment is on, and they are no test
 * observer.
 */
export const isElsewhere = (now: Date): RawBuilder<unknown> =>
  sql`(a.until_at > ${now} and not o.is_test and ${isApart})`

/** The ids of assignments with an observer elsewhere, as an array. */
export const assignedElsewhere = ({ electionId }: Scope, now: Date): RawBuilder<unknown> => sql`
  array(
    select e.assignment_id from observers_elsewhere e
     cross join lateral (
       select until_at from assignments where election_id = ${electionId} and id = e.assignment_id offset 0) a
     cross join lateral (
       select is_test from observers where election_id = ${electionId} and id = e.observer_id offset 0) o
     where e.election_id = ${electionId} and ${isElsewhere(now)})`

/** The number of these observers that a caller sees: of all, or at stations of an area. */
export async function countElsewhere(
  db: Db,
  scope: Scope,
  { areaId }: { readonly areaId?: Id<'areas'> | undefined },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${plannedInCounty}
     where ${inScope(scope)} and ${isExpected} and a.id = any(${assignedElsewhere(scope, now)})
           ${areaId === undefined ? sql`` : sql`and s.area_id in ${areasWithin(scope.electionId, areaId)}`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
