import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { forgetDevices } from '#features/session/server/sign-in/device-queries.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { job } from '#kit/server/jobs/jobs.ts'
import type { Device } from '#kit/server/push/push.ts'
import type { DeliveryFault } from '../contract.ts'
import { mostFilling } from '../domain.ts'

/** Which message a job is about. */
export const payload = z.object({
  electionId: id('elections'),
  notificationId: id('notifications'),
  /** Until when it waits: if it waits for another moment by then, another job sends it. */
  heldUntil: instant.optional(),
})

/** The process died at every try. */
export const giveUp = job({ name: 'notifications.give-up', payload, tries: 6 })

/** Sends a message to all its queued recipients. */
export const deliver = job({
  name: 'notifications.deliver',
  payload,
  tries: 6,
  otherwise: giveUp,
})

/** A message's key. */
export type NotificationKey = {
  readonly electionId: Id<'elections'>
  readonly notificationId: Id<'notifications'>
}

/** Lets one process at a time send a message, for the duration of this transaction. */
export async function tryLockSending(
  tx: Tx,
  { notificationId }: NotificationKey,
): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`notification:${notificationId}`}, 0))
        as got`.execute(tx)
  return rows[0]?.got ?? false
}

/** The text to send, and the organisation that owns it. */
export type Message = {
  readonly title: string
  readonly body: string
  readonly ngoId: Id<'ngos'>
}

/** Undefined when its election has been emptied. */
export async function findMessage(
  db: Db,
  { electionId, notificationId }: NotificationKey,
): Promise<Message | undefined> {
  return db
    .selectFrom('notifications')
    .select(['title', 'body', 'ngoId'])
    .where('electionId', '=', electionId)
    .where('id', '=', notificationId)
    .executeTakeFirst()
}

/** A recipient still to be reached, with all their devices. */
export type QueuedRecipient = Columns<'deliveries', 'observerId'> & {
  readonly devices: readonly Device[]
  /** Values for the blanks in the message; null: it has none. */
  readonly blanks: { readonly name: string; readonly station: string } | null
  /** Why the message must no longer be sent to this recipient. */
  readonly gone: DeliveryFault | null
}

/** Why nothing is sent any more to the observer `o` of the election `e`, of the organisation `g`. */
const goneBecause = sql<DeliveryFault | null>`
  case when not e.is_current then 'election-over'
       when o.deleted_at is not null or not g.is_active then 'observer-gone' end`

/** Is the device `d` still signed in? An expired session does not count as ended. */
const isIn = sql`not exists (
  select from sessions s where s.id = d.session_id and s.revoked_at is not null)`

const recipients = sql`
  deliveries q
  join elections e on e.id = q.election_id
  join observers o on o.election_id = q.election_id and o.id = q.observer_id
  join ngos g on g.id = o.ngo_id`

export async function listQueued(
  db: Db,
  { electionId, notificationId }: NotificationKey,
  most: number,
): Promise<QueuedRecipient[]> {
  const { rows } = await sql<QueuedRecipient>`
    select q.observer_id, coalesce(d.devices, '[]') as devices, ${goneBecause} as gone,
           case when q.stations is not null
                then json_build_object('name', left(o.name, ${mostFilling.name}),
                                       'station', left(q.stations, ${mostFilling.station})) end as blanks
      from ${recipients}
      left join lateral (
        select json_agg(json_build_object('channel', channel, 'token', token)) as devices
          from devices d
         where d.election_id = q.election_id and d.observer_id = q.observer_id and ${isIn}
      ) d on true
     where q.election_id = ${electionId} and q.notification_id = ${notificationId}
       and q.state = 'queued'
     limit ${most}`.execute(db)
  return rows
}

/** A device that a message is about to be sent to. */
export type DeliveryTarget = { readonly observerId: Id<'observers'>; readonly device: Device }

/**
 * For each, in their order, whether the message may still be sent there: much may have changed since the list
 * was read.
 */
export async function listStillDue(
  db: Db,
  { electionId, notificationId }: NotificationKey,
  aims: readonly DeliveryTarget[],
): Promise<boolean[]> {
  const { rows } = await sql<{ place: number }>`
    select aim.place::integer as place
      from unnest(${aims.map(({ observerId }) => observerId)}::integer[],
                  ${aims.map(({ device }) => device.token)}::text[])
           with ordinality as aim (observer_id, token, place)
      join ${recipients} on q.observer_id = aim.observer_id
      join devices d on d.election_id = q.election_id and d.observer_id = q.observer_id
                    and d.token = aim.token and ${isIn}
     where q.election_id = ${electionId} and q.notification_id = ${notificationId}
       and q.state = 'queued' and ${goneBecause} is null`.execute(db)
  const due = new Set(rows.map(({ place }) => place))
  return aims.map((_, index) => due.has(index + 1))
}

/** The result of a message for one recipient. */
export type DeliveryOutcome = {
  readonly observerId: Id<'observers'>
  /** Null when it was sent. */
  readonly why: DeliveryFault | null
  /** Their devices that no longer exist. */
  readonly gone: readonly Device[]
}

/** Stores the results of queued deliveries; an opened message stays opened. */
export async function settle(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  outcomes: readonly DeliveryOutcome[],
  at: Date,
): Promise<void> {
  await sql`
    with told as (
      select * from unnest(${outcomes.map(({ observerId }) => observerId)}::integer[],
                           ${outcomes.map(({ why }) => why)}::text[]) told (observer_id, why)
    ), moved as (
      update deliveries d
         set state = case when told.why is null then 'sent' else 'failed' end,
             why = told.why, at = ${at}
        from told
       where d.election_id = ${electionId} and d.notification_id = ${notificationId}
         and d.observer_id = told.observer_id and d.state = 'queued'
      returning d.state
    )
    update notifications n set sent = n.sent + moves.sent, failed = n.failed + moves.failed
      from (select count(*) filter (where state = 'sent') as sent,
                   count(*) filter (where state = 'failed') as failed from moved) moves
     where n.election_id = ${electionId} and n.id = ${notificationId}`.execute(tx)
  const gone = outcomes.flatMap(({ observerId, gone }) =>
    gone.map((device) => ({ observerId, ...device })),
  )
  await forgetDevices(tx, electionId, gone)
}

/** Marks whatever is still queued as failed. */
export async function failQueued(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  why: DeliveryFault,
  at: Date,
): Promise<void> {
  await sql`
    with moved as (
      update deliveries set state = 'failed', why = ${why}, at = ${at}
       where election_id = ${electionId} and notification_id = ${notificationId}
         and state = 'queued'
      returning 1
    )
    update notifications n set failed = n.failed + (select count(*) from moved)
     where n.election_id = ${electionId} and n.id = ${notificationId}`.execute(tx)
}
