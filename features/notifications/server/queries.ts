import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { skipped } from '#kit/contract/page.ts'
import { rolesWith } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import type {
  Delivery,
  DeliveryQuery,
  Notification,
  NotificationQuery,
  NotificationResults,
} from '../contract.ts'

/** Observers a message may go to: all undeleted ones in the sender's scope, or those with the ids. */
export const reachable = (
  scope: Scope,
  ids: readonly number[] | undefined,
): RawBuilder<unknown> => sql`
  observers o
 where ${inScope(scope)} and o.deleted_at is null
   and (${ids ?? null}::integer[] is null or o.id = any(${ids ?? null}::integer[]))`

/** How many a message would go to, and how many of them have no phone registered. */
export async function countReach(db: Db, scope: Scope, ids: readonly number[] | undefined) {
  const { rows } = await sql<{ recipients: number; withoutDevice: number }>`
    select count(*) as recipients,
           count(*) filter (where not exists (
             select from devices d where d.election_id = o.election_id and d.observer_id = o.id
           )) as without_device
      from ${reachable(scope, ids)}`.execute(db)
  return rows[0] ?? { recipients: 0, withoutDevice: 0 }
}

/** The ids that match no observer in the caller's scope, a thousand at most. */
export async function listUnreachable(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct asked.id from unnest(${ids}::integer[]) asked (id)
     where asked.id not in (select o.id from ${reachable(scope, ids)})
     order by asked.id limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** The fields that `withhold` checks when the message `n` goes out. */
const senderNow = sql<Notification['senderNow']>`
  case when n.held_until is not null
       then coalesce((select case when not s.role = any(${rolesWith('message')}::text[]) then 'without-right'
                                  when s.county_codes is not null then 'limited' else 'there' end
                        from staff s where s.id = n.sender_id), 'gone') end`

const columnsFor = (scope: Scope, withRecipients: boolean) => sql<Notification>`
  n.id, n.title, n.channel, n.body, n.inserted_at, n.sender_id, n.ngo_id as sender_id_ngo,
  g.name as sender_ngo_name, n.sender_account, ${senderNow} as sender_now,
  array(select d.observer_id from deliveries d
         where ${withRecipients} and d.election_id = n.election_id and d.notification_id = n.id
               ${ofTheirs(scope)}
         order by d.observer_id) as sent_observer_ids,
  n.recipients, n.recipients - n.sent - n.failed - n.opened as queued, n.sent, n.failed, n.opened,
  n.held_until, n.send_at, n.taken_back_at, n.taken_back_by`

/** ` and` condition: the recipient of the delivery `d` is in the caller's scope; empty for callers who see all. */
export const ofTheirs = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null
    ? sql``
    : sql` and d.observer_id in (select o.id from observers o where ${inScope(scope)})`

/**
 * Messages `n` the caller may see: those of their own organisation, or all. An account limited to counties sees
 * only its own: how many others a message went to, and its text, is not about their counties.
 */
export const isSeenBy = ({ id, scope: { electionId, ngoId, countyIds } }: StaffActor) =>
  sql`n.election_id = ${electionId} and (${ngoId}::integer is null or n.ngo_id = ${ngoId})
      ${countyIds === null ? sql`` : sql` and n.sender_id = ${id}`}`

/** When message `n` is or was sent. */
export const leavesAt: RawBuilder<Date> = sql`coalesce(n.send_at, n.inserted_at)`

/** A page of messages with the total: newest first, but the next waiting message first. */
export async function listNotifications(
  db: Db,
  who: StaffActor,
  query: NotificationQuery,
): Promise<{ data: Notification[]; totalItems: number }> {
  const matching = query.key
    ? sql`${isSeenBy(who)} and n.sender_id = ${who.id} and n.key = ${query.key}`
    : sql`${isSeenBy(who)}${query.waiting ? sql` and n.held_until is not null` : sql``}`
  const order = query.waiting ? sql`n.held_until, n.id` : sql`${leavesAt} desc, n.id desc`
  const { rows: data } = await sql<Notification>`
    select ${columnsFor(who.scope, query.recipients)}
      from notifications n join ngos g on g.id = n.ngo_id
     where ${matching}
     order by ${order}
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from notifications n where ${matching}`.execute(db)
  return { data, totalItems: rows[0]?.total ?? 0 }
}

export async function findNotification(
  db: Db,
  who: StaffActor,
  id: Id<'notifications'>,
): Promise<Notification | undefined> {
  const { rows } = await sql<Notification>`
    select ${columnsFor(who.scope, true)} from notifications n join ngos g on g.id = n.ngo_id
     where ${isSeenBy(who)} and n.id = ${id}`.execute(db)
  return rows[0]
}

/** Why a message failed for recipients in the caller's scope, the most frequent reason first. */
export async function listFailures(
  db: Db,
  scope: Scope,
  id: Id<'notifications'>,
): Promise<NotificationResults['failures']> {
  const { rows } = await sql<NotificationResults['failures'][number]>`
    select d.why, count(*) as count from deliveries d
     where d.election_id = ${scope.electionId} and d.notification_id = ${id}
       and d.state = 'failed' ${ofTheirs(scope)}
     group by d.why order by count(*) desc, d.why`.execute(db)
  return rows
}

/** One page of a message's recipients, by name, and how many there are. */
export async function listDeliveries(
  db: Db,
  scope: Scope,
  id: Id<'notifications'>,
  query: DeliveryQuery,
): Promise<{ data: Delivery[]; totalItems: number }> {
  const matching = sql`
    from deliveries d
    join observers o on o.election_id = d.election_id and o.id = d.observer_id
   where d.election_id = ${scope.electionId} and d.notification_id = ${id} ${ofTheirs(scope)}
     and (${query.state ?? null}::text is null or d.state = ${query.state ?? null})`
  const { rows: data } = await sql<Delivery>`
    select d.observer_id, o.name as observer_name, o.phone as observer_phone, d.state, d.why, d.at
      ${matching}
     order by o.name collate names, o.id
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { data, totalItems: rows[0]?.total ?? 0 }
}
