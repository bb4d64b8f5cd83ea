import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { isSeenBy, leavesAt } from '#features/notifications/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import {
  joinReview,
  type ReviewRow,
  reviewColumns,
  withReview,
} from '#features/reviews/server/state-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Contact, ReceivedMessage, Sign, VisitedStation } from '../contract.ts'

/** Whether the caller may see an observer, deleted or not. */
export async function isSeen(db: Db, scope: Scope, id: Id<'observers'>): Promise<boolean> {
  const { rows } = await sql`
    select from observers o where ${inScope(scope)} and o.id = ${id}`.execute(db)
  return rows.length > 0
}

/** The visits `v` of an observer in the caller's counties. */
const visitsOf = (scope: Scope, id: Id<'observers'>) => sql`
  v.election_id = ${scope.electionId} and v.observer_id = ${id} ${andInCounties(scope, sql`v.county_id`)}`

/**
 * The last sign of life of each kind. A note also changes its visit: at the same moment it counts as the note.
 */
export async function listSigns(db: Db, scope: Scope, id: Id<'observers'>): Promise<Sign[]> {
  const { electionId } = scope
  const { rows } = await sql<Sign>`
    select * from (
      select 1 as place, 'note' as kind, max(n.received_at) as at
        from visits v join notes n on n.election_id = v.election_id and n.visit_id = v.id
       where ${visitsOf(scope, id)}
      union all
      select 2, 'report', max(v.last_modified) from visits v where ${visitsOf(scope, id)}
      union all
      select 3, 'message', max(d.at) from deliveries d
       where d.election_id = ${electionId} and d.observer_id = ${id} and d.state = 'opened'
      union all
      select 4, 'sign-in', max(s.created_at) from sessions s
       where s.election_id = ${electionId} and s.observer_id = ${id}) signs
     where at is not null
     order by at desc, place`.execute(db)
  return rows.map(({ kind, at }) => ({ kind, at }))
}

type Counted = { readonly total: number }

/** The stations that an observer reported from, the latest first, and their number. */
export async function listVisited(
  db: Db,
  scope: Scope,
  id: Id<'observers'>,
): Promise<Pick<Contact, 'visits' | 'visitCount'>> {
  const { rows } = await sql<Omit<VisitedStation, 'review'> & ReviewRow & Counted>`
    select count(*) over ()::integer as total, v.polling_station_id, c.name as county, case when m.id <> c.id then m.name else '' end as municipality,
           s.number as polling_station_number, v.last_modified, v.answered, v.flagged, v.notes,
           ${reviewColumns}
      from visits v
      ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
      join areas m on m.election_id = s.election_id and m.id = s.area_id
      join areas c on c.election_id = v.election_id and c.id = v.county_id
      ${joinReview}
     where ${visitsOf(scope, id)}
     order by v.last_modified desc, v.id desc limit 100`.execute(db)
  return {
    visits: rows.map(({ total, ...one }) => withReview(one)),
    visitCount: rows[0]?.total ?? 0,
  }
}

/** The messages to an observer that the caller may see, the newest first, and how many there are. */
export async function listReceived(
  db: Db,
  who: StaffActor,
  id: Id<'observers'>,
): Promise<Pick<Contact, 'messages' | 'messageCount'>> {
  const { rows } = await sql<ReceivedMessage & Counted>`
    select count(*) over ()::integer as total, n.id as notification_id, n.title, n.inserted_at, n.send_at, n.sender_account, d.state, d.why, d.at
      from deliveries d
      join notifications n on n.election_id = d.election_id and n.id = d.notification_id
     where d.election_id = ${who.scope.electionId} and d.observer_id = ${id} and ${isSeenBy(who)}
     order by ${leavesAt} desc, n.id desc limit 20`.execute(db)
  return { messages: rows.map(({ total, ...one }) => one), messageCount: rows[0]?.total ?? 0 }
}
