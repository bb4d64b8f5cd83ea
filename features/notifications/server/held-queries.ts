import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { findStaffActor } from '#features/session/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { may, type Scope } from '#kit/contract/who.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { deliver, type NotificationKey } from './delivery-queries.ts'
import { messages } from './subjects.ts'

/** A message that waits, locked for this transaction; undefined: it does not wait any more. */
export async function lockHeld(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notifications'>,
): Promise<Columns<'notifications', 'title' | 'sendAt'> | undefined> {
  const { rows } = await sql<Columns<'notifications', 'title' | 'sendAt'>>`
    select title, send_at from notifications
     where election_id = ${electionId} and id = ${id} and held_until is not null
       for no key update`.execute(tx)
  return rows[0]
}

/** Does it still wait? */
export async function isHeld(
  db: Db,
  { electionId, notificationId }: NotificationKey,
): Promise<boolean> {
  const { rows } = await sql`
    select from notifications
     where election_id = ${electionId} and id = ${notificationId} and held_until is not null`.execute(
    db,
  )
  return rows.length > 0
}

/** A message at the end of its delay. */
export type Released = Columns<'notifications', 'title' | 'body' | 'senderId'> & {
  readonly wasScheduled: boolean
}

/**
 * Ends its waiting, if it did, and did until that moment where one is said: from now on it is being sent. One that had
 * a set time went out now.
 */
export async function release(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  { until, now }: { readonly until?: Date | undefined; readonly now: Date },
): Promise<Released | undefined> {
  const { rows } = await sql<Released>`
    update notifications
       set held_until = null, send_at = case when send_at is not null then ${now}::timestamptz end
     where election_id = ${electionId} and id = ${notificationId} and held_until is not null
       and (${until ?? null}::timestamptz is null or held_until = ${until ?? null}::timestamptz)
    returning title, body, sender_id, send_at is not null as was_scheduled`.execute(tx)
  return rows[0]
}

/**
 * Withholds the message from recipients its sender may no longer write to: all of them if the account lost the right,
 * those outside its counties if it was limited. If the account was deleted, the message belongs to the organisation and
 * goes to everybody. Returns how many were withheld.
 */
export async function withhold(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  { senderId, now }: { readonly senderId: number; readonly now: Date },
): Promise<number> {
  const sender = await findStaffActor(tx, electionId, senderId as Id<'staff'>)
  if (!sender) return 0
  const reach = may(sender, 'message')
    ? sql`d.observer_id not in (select o.id from observers o where ${inScope(sender.scope)})`
    : sql`true`
  const { rows } = await sql<{ withheld: number }>`
    with moved as (
      update deliveries d set state = 'failed', why = 'sender-limited', at = ${now}
       where d.election_id = ${electionId} and d.notification_id = ${notificationId}
         and d.state = 'queued' and ${reach}
      returning 1
    )
    update notifications n set failed = n.failed + (select count(*) from moved)
     where n.election_id = ${electionId} and n.id = ${notificationId}
    returning (select count(*) from moved) as withheld`.execute(tx)
  return rows[0]?.withheld ?? 0
}

/** Lets it wait until another moment. */
export async function holdUntil(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  sendAt: Date,
): Promise<void> {
  await sql`
    update notifications set send_at = ${sendAt}, held_until = ${sendAt}
     where election_id = ${electionId} and id = ${notificationId}`.execute(tx)
}

/** Takes it back: for all its recipients it has failed. Returns how many they are. */
export async function takeBack(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  by: { readonly name: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ recipients: number }>`
    with moved as (
      update deliveries set state = 'failed', why = 'taken-back', at = ${by.now}
       where election_id = ${electionId} and notification_id = ${notificationId} and state = 'queued'
      returning 1
    )
    update notifications n
       set held_until = null, send_at = null, taken_back_at = ${by.now}, taken_back_by = ${by.name},
           failed = n.failed + (select count(*) from moved)
     where n.election_id = ${electionId} and n.id = ${notificationId}
    returning (select count(*) from moved) as recipients`.execute(tx)
  await mark(tx, electionId, messages, [notificationId])
  return rows[0]?.recipients ?? 0
}

/** The job knows until when it waits: if that changes, another one sends it. */
export const sendLater = (
  tx: Tx,
  key: NotificationKey,
  heldUntil: Date,
  now: Date,
): Promise<void> =>
  enqueue(
    tx,
    deliver,
    { ...key, heldUntil: heldUntil.toISOString() },
    Math.max(0, heldUntil.getTime() - now.getTime()) / 1000,
  )
