import type { Db } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import type { Staff } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { dequeue, enqueue } from '#kit/server/jobs/jobs.ts'
import { notifications, notificationsChanged } from '../contract.ts'
import { deliver } from './delivery-queries.ts'
import { holdUntil, lockHeld, release, sendLater } from './held-queries.ts'
import { findNotification } from './queries.ts'
import { ensureTime, withdrawMessage } from './sending-queries.ts'

const recordChange = changeRecorder('notifications', notificationsChanged, 'own organisation')

/** Undoes the act that a message was a part of; it locks before the message, as undoing that act does. */
export type TakingBack = (call: ActorCall, id: Id<'notifications'>) => Promise<void>

/** The acts on a held message. */
export function heldRoutes(server: Server, takingBack: TakingBack): void {
  serve(server, notifications.takeBack, async (call) => {
    const { id } = await getNotification(call.db, call.who, call.params.id)
    await takingBack(call, id)
    if (!(await withdrawMessage(call, id))) throw new Problem('notification.not-waiting')
    return {}
  })

  serve(server, notifications.sendNow, async (call) => {
    const { id, title, key } = await getWaiting(call)
    const { db, now } = call
    await release(db, key, { now })
    await dequeue(db, deliver, key)
    await enqueue(db, deliver, key)
    await recordChange(call, 'notifications.sent-now', id, { after: { title } })
    return {}
  })

  serve(server, notifications.reschedule, async (call) => {
    const { db, now } = call
    const { id, title, key, sendAt: before } = await getWaiting(call)
    const sendAt = getSendAt(call)
    await holdUntil(db, key, sendAt)
    await dequeue(db, deliver, key)
    await sendLater(db, key, sendAt, now)
    await recordChange(call, 'notifications.rescheduled', id, {
      before: { sendAt: before },
      after: { title, sendAt },
    })
    return {}
  })
}

/** A waiting message, locked: of two concurrent calls, the second is refused because it no longer waits. */
async function getWaiting({ db, who, params: { id } }: CallToOne) {
  await getNotification(db, who, id)
  const held = await lockHeld(db, who.scope, id)
  if (!held) throw new Problem('notification.not-waiting')
  return { id, key: { electionId: who.scope.electionId, notificationId: id }, ...held }
}

type CallToOne = Pick<Call<typeof notifications.takeBack>, 'db' | 'who' | 'params'>

/** @throws Problem `thing.not-found` */
export async function getNotification(db: Db, who: Staff, id: Id<'notifications'>) {
  const notification = await findNotification(db, who, id)
  if (!notification) throw new Problem('thing.not-found')
  return notification
}

function getSendAt({ who, body, now }: Call<typeof notifications.reschedule>): Date {
  const sendAt = readMoment(body.sendAt, who.timezone)
  ensureTime(sendAt, now)
  return sendAt
}
