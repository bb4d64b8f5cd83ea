import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { dequeue, enqueue } from '#kit/server/jobs/jobs.ts'
import { notificationsChanged } from '../contract.ts'
import { isFilledForEach, mostDaysAhead, timeFault } from '../domain.ts'
import { deliver } from './delivery-queries.ts'
import { lockHeld, sendLater, takeBack } from './held-queries.ts'
import { listUnreachable } from './queries.ts'
import { insertDeliveries, insertNotification, type NotificationRow } from './send-queries.ts'

const recordChange = changeRecorder('notifications', notificationsChanged, 'own organisation')

type StaffCall = { readonly db: Tx; readonly who: Staff; readonly now: Date }

type Sent = { readonly id: Id<'notifications'>; readonly recipients: number }

/**
 * Stores a message, fixes its recipients, and leaves the rest to the job; undefined when this sender's key was used before.
 * @param ids undefined: all observers in the sender's scope
 */
export async function sendMessage(
  call: StaffCall,
  draft: NotificationRow,
  ids: readonly Id<'observers'>[] | undefined,
): Promise<Sent | undefined> {
  const { db, who, now } = call
  const { title, body, againOf, heldUntil, sendAt } = draft
  const id = await insertNotification(db, who, draft, now)
  if (id === undefined) return undefined
  // Only now: a request repeated after the send time still gets the result of the first.
  if (sendAt) ensureTime(sendAt, now)
  if (ids) await ensureReachable(call, ids)
  const deliveries = await insertDeliveries(db, who.scope, id, {
    ...{ ids, isFilled: isFilledForEach(body), at: now },
  })
  const messageKey = { electionId: who.scope.electionId, notificationId: id }
  if (heldUntil) await sendLater(db, messageKey, heldUntil, now)
  else await enqueue(db, deliver, messageKey)
  const waits = sendAt ? { sendAt } : heldUntil && { heldUntil }
  const act = sendAt ? 'notifications.scheduled' : 'notifications.sent'
  await recordChange(call, act, id, {
    after: { title, body, ...deliveries, ...waits, ...(againOf && { againOf }) },
  })
  return { id, recipients: deliveries.recipients }
}

/** Takes a message back before it is delivered; false: it does not wait any more. */
export async function withdrawMessage(call: StaffCall, id: Id<'notifications'>): Promise<boolean> {
  const { db, who, now } = call
  const key = { electionId: who.scope.electionId, notificationId: id }
  const held = await lockHeld(db, who.scope, id)
  if (!held) return false
  const recipients = await takeBack(db, key, { name: who.name, now })
  await dequeue(db, deliver, key)
  await recordChange(call, 'notifications.taken-back', id, {
    after: { title: held.title, recipients },
  })
  return true
}

const timeFaults = {
  past: 'Must be in the future',
  far: `Must be at most ${mostDaysAhead} days ahead`,
} as const

/** @throws Problem `request.invalid` */
export function ensureTime(sendAt: Date, now: Date): void {
  const fault = timeFault(sendAt, now)
  if (fault) throw new Problem('request.invalid', { errors: { sendAt: [timeFaults[fault]] } })
}

/** Refuses the whole call if the caller may not see one of the ids. */
export async function ensureReachable(
  { db, who }: Pick<StaffCall, 'db' | 'who'>,
  ids: readonly Id<'observers'>[],
): Promise<void> {
  const observerIds = await listUnreachable(db, who.scope, ids)
  if (observerIds.length > 0) throw new Problem('notification.unknown-recipients', { observerIds })
}
