import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column } from '#database/rows.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Seen } from './queries.ts'

type Mentionable = { readonly id: Column<'staff', 'id'>; readonly account: string }

/**
 * The other accounts that see a subject, as far as the caller may know of them: of their organisation, and not limited to
 * other counties than theirs.
 */
export async function listMentionable(
  db: Db | Tx,
  { scope, id }: Pick<StaffActor, 'scope' | 'id'>,
  subject: Seen,
): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    select w.id, w.account from staff w join ngos g on g.id = w.ngo_id and g.is_active
     where w.id <> ${id} and (g.is_organiser or w.ngo_id = ${subject.ngoId})
       and (${scope.ngoId}::integer is null or w.ngo_id = ${scope.ngoId})
       and (w.county_codes is null or w.county_codes && array(
         select a.code from areas a
          where a.election_id = ${scope.electionId} and a.id in (${countiesOf(scope, subject)})
                ${andInCounties(scope, sql`a.id`)}))
     order by w.account collate names, w.id`.execute(db)
  return rows
}

/** The ids of the counties in which a subject is seen. */
function countiesOf(
  { electionId }: Scope,
  { observerId, pollingStationId, incidentId }: Seen,
): RawBuilder<unknown> {
  const stations = sql`polling_stations s where s.election_id = ${electionId} and s.id`
  if (incidentId !== undefined)
    return sql`
      select coalesce(i.county_id, (select s.county_id from ${stations} = i.polling_station_id))
        from incidents i where i.election_id = ${electionId} and i.id = ${incidentId}`
  const visited = sql`
    select v.county_id from visits v where v.election_id = ${electionId} and v.observer_id = ${observerId}`
  if (observerId === undefined)
    return sql`select s.county_id from ${stations} = ${pollingStationId}`
  if (pollingStationId !== undefined)
    return sql`${visited} and v.polling_station_id = ${pollingStationId}`
  return sql`
    ${visited}
    union select s.county_id from assignments p
            join polling_stations s on s.election_id = p.election_id and s.id = p.polling_station_id
           where p.election_id = ${electionId} and p.observer_id = ${observerId} and p.deleted_at is null`
}
