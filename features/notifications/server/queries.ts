import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type Delivery, type DeliveryQuery, mostListedIds, type Notification } from '../contract.ts'

/** Observers a message may go to: all living ones whom the sender may see, or those of the ids. */
export const reachable = (
  { electionId, ngoId }: Scope,
  ids: readonly number[] | undefined,
): RawBuilder<unknown> => sql`
  observers o
 where o.election_id = ${electionId} and o.deleted_at is null
   and (${ngoId}::integer is null or o.ngo_id = ${ngoId})
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

/** Those of the ids that nobody has whom the caller may see, a thousand at most. */
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

const columns = sql<Notification>`
  n.id, n.title, n.channel, n.body, n.inserted_at, n.sender_id, n.ngo_id as sender_id_ngo,
  g.name as sender_ngo_name, n.sender_account,
  array(select d.observer_id from deliveries d
         where d.election_id = n.election_id and d.notification_id = n.id
         order by d.observer_id limit ${mostListedIds}) as sent_observer_ids,
  n.recipients, n.recipients - n.sent - n.failed - n.opened as queued, n.sent, n.failed, n.opened`

/** Messages the caller may see: an organiser all, an administrator those of the own organisation. */
const inScope = ({ electionId, ngoId }: Scope) =>
  sql`n.election_id = ${electionId} and (${ngoId}::integer is null or n.ngo_id = ${ngoId})`

/** One page of messages, newest first, and how many there are. */
export async function listNotifications(
  db: Db,
  scope: Scope,
  query: PageQuery,
): Promise<{ data: Notification[]; totalItems: number }> {
  const { rows: data } = await sql<Notification>`
    select ${columns} from notifications n join ngos g on g.id = n.ngo_id
     where ${inScope(scope)}
     order by n.inserted_at desc, n.id desc
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from notifications n where ${inScope(scope)}`.execute(db)
  return { data, totalItems: rows[0]?.total ?? 0 }
}

export async function findNotification(
  db: Db,
  scope: Scope,
  id: Id<'notifications'>,
): Promise<Notification | undefined> {
  const { rows } = await sql<Notification>`
    select ${columns} from notifications n join ngos g on g.id = n.ngo_id
     where ${inScope(scope)} and n.id = ${id}`.execute(db)
  return rows[0]
}

/** One page of a message's recipients, by name, and how many there are. */
export async function listDeliveries(
  db: Db,
  { electionId }: Scope,
  id: Id<'notifications'>,
  query: DeliveryQuery,
): Promise<{ data: Delivery[]; totalItems: number }> {
  const matching = sql`
    from deliveries d
    join observers o on o.election_id = d.election_id and o.id = d.observer_id
   where d.election_id = ${electionId} and d.notification_id = ${id}
     and (${query.state ?? null}::text is null or d.state = ${query.state ?? null})`
  const { rows: data } = await sql<Delivery>`
    select d.observer_id, o.name as observer_name, o.phone as observer_phone, d.state, d.why, d.at
      ${matching}
     order by lower(o.name), o.id
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { data, totalItems: rows[0]?.total ?? 0 }
}
