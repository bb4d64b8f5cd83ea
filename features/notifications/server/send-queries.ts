import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverWho, Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { type Filling, mostFilling } from '../domain.ts'
import type { NotificationKey } from './delivery-queries.ts'
import { isSeenBy, ofTheirs, reachable } from './queries.ts'
import { readers } from './subjects.ts'

export type NotificationRow = {
  readonly channel: string
  readonly title: string
  readonly body: string
  readonly key: string | null
  /** Until when it waits; null: it is sent at once. */
  readonly heldUntil: Date | null
  /** The first of the messages that it is once more; null: it is none of any. */
  readonly againOf: Id<'notifications'> | null
  /** The set time at which it goes out, if it has one. */
  readonly sendAt: Date | null
}

/** Stores a message without recipients; undefined when this sender's key was used before. */
export async function insertNotification(
  tx: Tx,
  { scope, id: senderId, name: senderAccount, ngoId }: Staff,
  draft: NotificationRow,
  insertedAt: Date,
): Promise<Id<'notifications'> | undefined> {
  const { electionId } = scope
  const row = await tx
    .insertInto('notifications')
    .values({
      electionId,
      senderId,
      senderAccount,
      ngoId,
      ...draft,
      insertedAt,
    })
    .onConflict((on) => on.constraint('notifications_key_sends_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * The first of those that a message is once more, or the message itself.
 * @throws Problem `thing.not-found`
 */
export async function getFirst(
  tx: Tx,
  who: Staff,
  id: Id<'notifications'>,
): Promise<Id<'notifications'>> {
  const { rows } = await sql<{ first: Id<'notifications'> }>`
    select coalesce(n.again_of, n.id) as first from notifications n
     where ${isSeenBy(who)} and n.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Problem('thing.not-found')
  return rows[0].first
}

/** How many the message that was sent with this key went to. */
export async function getRecipientsOf(
  tx: Tx,
  { scope, id }: Staff,
  key: string | null,
): Promise<number> {
  const { recipients } = await tx
    .selectFrom('notifications')
    .select('recipients')
    .where('electionId', '=', scope.electionId)
    .where('senderId', '=', id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return recipients
}

type Settling = {
  /** Undefined: all observers in the sender's scope. */
  readonly ids: readonly number[] | undefined
  readonly isFilled: boolean
  readonly at: Date
}

/**
 * The recipients of a message, as history records them: a digest, so that twenty thousand take no more room
 * than one.
 */
export const digestOfRecipients = (ids: readonly number[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...ids].sort((one, other) => one - other)))
    .digest('hex')

/** The stations at which the observer `o` is to be by the plan, of those with a condition, as a text names them. */
const plannedWhere = (condition = sql``) => sql`
  coalesce((select string_agg(distinct m.name || ' ' || s.number, ', ')
              from assignments a
              ${joinCounted(sql`a.election_id`, sql`a.polling_station_id`)}
              join areas m on m.election_id = s.election_id and m.id = s.area_id
             where a.election_id = o.election_id and a.observer_id = o.id and a.deleted_at is null ${condition}), '–')`

const plannedStations = plannedWhere()

/** A preview of the blanks for the first recipient, with stations that the sender may see. */
export async function findSample(
  db: Db,
  scope: Scope,
  ids: readonly number[] | undefined,
): Promise<Filling | null> {
  const { rows } = await sql<Filling>`
    select left(o.name, ${mostFilling.name}) as name, 
           left(${plannedWhere(andInCounties(scope, sql`s.county_id`))}, ${mostFilling.station}) as station
      from (select o.election_id, o.id, o.name from ${reachable(scope, ids)} order by o.id limit 1) o`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * Fixes the recipients of the message: all observers in the sender's scope, or those with the ids. With `isFilled` it
 * also stores the values for each recipient's blanks.
 */
export async function insertDeliveries(
  tx: Tx,
  scope: Scope,
  id: Id<'notifications'>,
  { ids, isFilled, at }: Settling,
): Promise<{ readonly recipients: number; readonly recipientsDigest: string }> {
  const { rows } = await sql<{
    readonly recipients: readonly Column<'deliveries', 'observerId'>[]
  }>`
    with made as (
      insert into deliveries (election_id, notification_id, observer_id, at, stations)
      select o.election_id, ${id}, o.id, ${at}, ${isFilled ? plannedStations : sql`null`} from ${reachable(scope, ids)}
      -- The lock order of every bulk change of observers, against deadlocks.
       order by o.id
      returning observer_id
    ), counted as (
      update notifications set recipients = (select count(*) from made)
       where election_id = ${scope.electionId} and id = ${id}
    )
    select array(select observer_id from made) as recipients`.execute(tx)
  const recipients = rows[0]?.recipients ?? []
  return { recipients: recipients.length, recipientsDigest: digestOfRecipients(recipients) }
}

/** Refills the blanks for recipients still queued, from the current plan. */
export async function refillBlanks(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
): Promise<void> {
  await sql`
    update deliveries d set stations = ${plannedStations} from observers o
     where d.election_id = ${electionId} and d.notification_id = ${notificationId} and d.state = 'queued'
       and o.election_id = d.election_id and o.id = d.observer_id`.execute(tx)
}

/** Queues failed deliveries again for recipients in the caller's scope; returns how many. */
export async function requeueFailed(
  tx: Tx,
  scope: Scope,
  notificationId: Id<'notifications'>,
  at: Date,
): Promise<number> {
  const { electionId } = scope
  const { rows } = await sql<{ queued: number }>`
    with moved as (
      update deliveries d set state = 'queued', why = null, at = ${at}
       where d.election_id = ${electionId} and d.notification_id = ${notificationId}
         and d.state = 'failed' and d.why <> 'taken-back' ${ofTheirs(scope)}
      returning 1
    ), total as (select count(*) as queued from moved), counted as (
      update notifications n set failed = n.failed - total.queued from total
       where n.election_id = ${electionId} and n.id = ${notificationId}
    )
    select queued from total`.execute(tx)
  return rows[0]?.queued ?? 0
}

/** The delivery before the observer opened the message; undefined if they are no recipient. */
export async function markOpened(
  tx: Tx,
  { scope, id: observerId }: ObserverWho,
  notificationId: Id<'notifications'>,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<Columns<'deliveries', 'state'>>`
    with found as (
      select d.state from deliveries d
       where d.election_id = ${scope.electionId} and d.notification_id = ${notificationId}
         and d.observer_id = ${observerId}
         -- What waits, or was taken back, no phone has got: none can know of it.
         and exists (select from notifications n
                      where n.election_id = d.election_id and n.id = d.notification_id
                        and n.held_until is null and n.taken_back_at is null)
         for update
    ), moved as (
      update deliveries d set state = 'opened', why = null, at = ${at} from found
       where d.election_id = ${scope.electionId} and d.notification_id = ${notificationId}
         and d.observer_id = ${observerId} and found.state <> 'opened'
      returning found.state as was
    ), counted as (
      update notifications n
         set opened = n.opened + 1,
             sent = n.sent - (moved.was = 'sent')::integer,
             failed = n.failed - (moved.was = 'failed')::integer
        from moved
       where n.election_id = ${scope.electionId} and n.id = ${notificationId}
    )
    select state from found`.execute(tx)
  const was = rows[0]?.state
  if (was !== undefined && was !== 'opened') await mark(tx, scope.electionId, readers, [observerId])
  return was
}
