import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Unassigned } from '../contract.ts'

/** The observers `o` whom the plan sends nowhere; a station that was taken out takes its assignments along. */
export const unassigned = (scope: Scope): RawBuilder<unknown> => sql`
  from observers o
  join ngos g on g.id = o.ngo_id and g.is_active
 where ${inScope(scope)} and o.deleted_at is null and not o.is_test
   and not exists (select from assignments a
                     join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
                    where a.election_id = o.election_id and a.observer_id = o.id and a.deleted_at is null)`

/** One page of them, by name, and how many there are. */
export async function listUnassigned(
  db: Db,
  scope: Scope,
  query: PageQuery,
): Promise<{ data: Unassigned[]; totalItems: number }> {
  const [{ rows: data }, { rows: totals }] = await Promise.all([
    sql<Unassigned>`
      select u.id as observer_id, u.name as observer_name, u.phone as observer_phone, u.ngo, w.last_seen
        from (select o.election_id, o.id, o.name, o.phone, g.name as ngo ${unassigned(scope)}
               order by o.name collate names, o.id limit ${query.pageSize} offset ${skipped(query)}) u
        join observer_counts w on w.election_id = u.election_id and w.observer_id = u.id
       order by u.name collate names, u.id`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total ${unassigned(scope)}`.execute(db),
  ])
  return { data, totalItems: totals[0]?.total ?? 0 }
}
