import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { announce } from '#kit/server/live/announce.ts'
import { reportSeen } from '../../contract.ts'

/** Whether the visit `v` has changed since an account last opened its report. */
export const isUnseen = (staffId: Id<'staff'>): RawBuilder<unknown> => sql`not exists (
  select from reports_seen r
   where r.election_id = v.election_id and r.staff_id = ${staffId} and r.visit_id = v.id
     and r.last_modified >= v.last_modified)`

type Opened = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly lastModified: Date
}

/**
 * Notes that an account opened a report, in the state it was shown in.
 * @throws Problem `thing.not-found` where the account may not see such a report.
 */
export async function markSeen(tx: Tx, { id, scope }: Staff, opened: Opened): Promise<void> {
  const { electionId, ngoId } = scope
  const { rows } = await sql`
    insert into reports_seen as r (election_id, staff_id, visit_id, last_modified)
    select v.election_id, ${id}, v.id, least(${opened.lastModified}::timestamptz, v.last_modified)
      from visits v
     where v.election_id = ${electionId} and v.observer_id = ${opened.observerId}
       and v.polling_station_id = ${opened.pollingStationId}
       and (${ngoId}::integer is null or v.ngo_id = ${ngoId}) ${andInCounties(scope, sql`v.county_id`)}
    on conflict (election_id, staff_id, visit_id) do update
      set last_modified = greatest(r.last_modified, excluded.last_modified)
    returning r.visit_id`.execute(tx)
  if (rows.length === 0) throw new Problem('thing.not-found')
  await announce(tx, reportSeen, { electionId, ngoId, staffId: id }, {})
}

/** Makes a report unseen for all accounts: its answers changed by an act of staff, under whatever time. */
export async function forgetSeen(tx: Tx, { electionId }: Scope, visitId: number): Promise<void> {
  await sql`
    delete from reports_seen
     where election_id = ${electionId} and visit_id = ${visitId}`.execute(tx)
}
