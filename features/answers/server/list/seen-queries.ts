import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { announce } from '#kit/server/live/announce.ts'
import { type answers, openReportsChanged, reportSeen } from '../../contract.ts'

/** Whether the visit `v` has changed since an account last opened its report. */
export const isUnseen = (staffId: Id<'staff'>): RawBuilder<unknown> => sql`not exists (
  select from reports_seen r
   where r.election_id = v.election_id and r.staff_id = ${staffId} and r.visit_id = v.id
     and r.last_modified >= v.last_modified)`

type Opened = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly lastModified: Date
  readonly isOpen: boolean
}

/** How long an account counts as reading a report after its last sign of life. */
const openMs = 8 * 60_000

/**
 * Notes that an account has a report open, in the state it was shown in, or leaves it. Announced where that is new.
 * @throws Problem `thing.not-found` where the account may not see such a report.
 */
export async function markSeen(
  tx: Tx,
  { id, ngoId, scope }: Staff,
  opened: Opened,
  now: Date,
): Promise<void> {
  const { electionId } = scope
  const openUntil = opened.isOpen ? new Date(now.getTime() + openMs) : null
  const { rows } = await sql<{ countyId: Id<'areas'>; wasOpen: boolean; isNews: boolean }>`
    with opened as materialized (
      select v.election_id, v.id, v.county_id, least(${opened.lastModified}::timestamptz, v.last_modified) as last_modified,
             coalesce(b.open_until > ${now}, false) as was_open, b.last_modified as seen_until
        from visits v
        left join reports_seen b on b.election_id = v.election_id and b.staff_id = ${id} and b.visit_id = v.id
       where v.election_id = ${electionId} and v.observer_id = ${opened.observerId}
         and v.polling_station_id = ${opened.pollingStationId} ${andSeen(scope)}
    ), noted as (
      insert into reports_seen as r (election_id, staff_id, visit_id, last_modified, open_until)
      select o.election_id, ${id}, o.id, o.last_modified, ${openUntil}::timestamptz from opened o
      on conflict (election_id, staff_id, visit_id) do update
        set last_modified = greatest(r.last_modified, excluded.last_modified), open_until = excluded.open_until
    )
    select county_id, was_open, coalesce(last_modified > seen_until, true) as is_news from opened`.execute(
    tx,
  )
  const [report] = rows
  if (!report) throw new Problem('thing.not-found')
  if (report.isNews) await announce(tx, reportSeen, { electionId, ngoId, staffId: id }, {})
  if (report.wasOpen === opened.isOpen) return
  const { countyId } = report
  await announce(tx, openReportsChanged, { electionId, ngoId, countyId }, {})
}

/** Limits visits `v` to those that the caller sees. */
const andSeen = (scope: Scope) => sql`
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`v.county_id`)}`

/** The reports that accounts have open, as far as the caller sees both: of their organisation, or of all. */
export async function listOpen(db: Db, scope: Scope, now: Date): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    select v.observer_id, v.polling_station_id, w.account
      from reports_seen r
      join visits v on v.election_id = r.election_id and v.id = r.visit_id
      join staff w on w.id = r.staff_id
     where r.election_id = ${scope.electionId} and r.open_until > ${now} ${andSeen(scope)}
       and (${scope.ngoId}::integer is null or w.ngo_id = ${scope.ngoId})
     order by r.open_until desc, w.account limit 200`.execute(db)
  return rows
}

type OpenReport = Reply<typeof answers.listOpen>['reports'][number]

/** Makes a report unseen for all accounts: its answers changed by an act of staff, under whatever time. */
export async function forgetSeen(tx: Tx, { electionId }: Scope, visitId: number): Promise<void> {
  await sql`
    delete from reports_seen
     where election_id = ${electionId} and visit_id = ${visitId}`.execute(tx)
}
