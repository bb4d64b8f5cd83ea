import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Unassigned } from '../contract.ts'

/**
 * The observers `o` without an assignment. Deleting a station deletes its assignments. Assignments at closed stations
 * do not count: no observer is expected there, so they can be sent elsewhere.
 */
export const unassigned = (scope: Scope): RawBuilder<unknown> => sql`
  from observers o
  join ngos g on g.id = o.ngo_id and g.is_active
 where ${inScope(scope)} and o.deleted_at is null and not o.is_test
   and not exists (select from assignments a
                     join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
                     join polling_stations p on p.election_id = s.election_id and p.id = s.counted_as
                                            and p.closed_at is null
                    where a.election_id = o.election_id and a.observer_id = o.id and a.deleted_at is null)`

type UnassignedRow = { readonly total: number } & (
  | Unassigned
  | { readonly [Key in keyof Unassigned]: null }
)

/**
 * A page of unassigned observers by name, with the total. One scan serves both, because it takes 50 ms for 20,000 assigned
 * observers.
 */
export async function listUnassigned(
  db: Db,
  scope: Scope,
  query: PageQuery,
): Promise<{ data: Unassigned[]; totalItems: number }> {
  const { rows } = await sql<UnassignedRow>`
    with found as materialized (select o.id, o.name, o.phone, g.name as ngo ${unassigned(scope)})
    select t.total, u.id as observer_id, u.name as observer_name, u.phone as observer_phone, u.ngo, w.last_seen
      from (select count(*)::integer as total from found) t
      left join (select * from found order by name collate names, id
                  limit ${query.pageSize} offset ${skipped(query)}) u on true
      left join observer_counts w on w.election_id = ${scope.electionId} and w.observer_id = u.id
     order by u.name collate names, u.id`.execute(db)
  const data = rows.flatMap(({ total, ...one }) => (one.observerId === null ? [] : [one]))
  return { data, totalItems: rows[0]?.total ?? 0 }
}

/** All unassigned observers, a thousand at a time. */
export async function* eachUnassigned(db: Db, scope: Scope): AsyncGenerator<Unassigned[]> {
  const most = 1000
  for (let page = 1; ; page++) {
    const { data } = await listUnassigned(db, scope, { page, pageSize: most })
    if (data.length > 0) yield data
    if (data.length < most) return
  }
}
