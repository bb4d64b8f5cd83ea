import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import type { Push } from '#kit/server/push/push.ts'
import { messageOpened, notifications, notificationsChanged } from '../contract.ts'
import { isFilledForEach } from '../domain.ts'
import { deliver } from './delivery-queries.ts'
import { sendLater } from './held-queries.ts'
import { ensureTime, getNotification, heldRoutes } from './held-routes.ts'
import {
  countReach,
  listDeliveries,
  listFailures,
  listNotifications,
  listUnreachable,
} from './queries.ts'
import {
  findSample,
  getFirst,
  getRecipientsOf,
  insertDeliveries,
  insertNotification,
  markOpened,
  requeueFailed,
} from './send-queries.ts'

const recordChange = changeRecorder('notifications', notificationsChanged, 'own organisation')
const recordOpening = changeRecorder('notifications', messageOpened, 'own organisation')

export function notificationRoutes(server: Server, push: Push): void {
  push.giveWay(server.loadShedder.hasOthers)
  serve(server, notifications.send, (call) => send(call, call.body.recipients))
  serve(server, notifications.sendAll, (call) => send(call, undefined))

  serve(server, notifications.reach, async (call) => {
    const { recipients } = call.body
    if (recipients) await ensureReachable(call, recipients)
    const reach = await countReach(call.db, call.who.scope, recipients)
    const sample = await findSample(call.db, call.who.scope, recipients)
    return { ...reach, hasProvider: push.isConfigured, sample }
  })

  serve(server, notifications.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listNotifications(db, who, query)
    return { data, ...countPages(query, totalItems) }
  })
  serve(server, notifications.find, async ({ db, who, params }) => {
    const notification = await getNotification(db, who, params.id)
    return { ...notification, failures: await listFailures(db, who.scope, params.id) }
  })
  serve(server, notifications.deliveries, async ({ db, who, params, query }) => {
    const { id } = await getNotification(db, who, params.id)
    const { data, totalItems } = await listDeliveries(db, who.scope, id, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, notifications.retry, async (call) => {
    const { db, who, params, now } = call
    const { id, title } = await getNotification(db, who, params.id)
    const key = { electionId: who.scope.electionId, notificationId: id }
    const recipients = await requeueFailed(db, who.scope, id, now)
    if (recipients === 0) return 0
    await enqueue(db, deliver, key)
    await recordChange(call, 'notifications.sent-again', id, { after: { title, recipients } })
    return recipients
  })

  heldRoutes(server)

  serve(server, notifications.open, async (call) => {
    const { db, who, body, now } = call
    const { notificationId: subjectId } = body
    // The results of a message are final once its election is over.
    if (who.isOver) return {}
    const state = await markOpened(db, who, subjectId, now)
    if (!state) throw new Problem('thing.not-found')
    // A phone that repeats itself changes nothing, and leaves no second line in history.
    if (state !== 'opened')
      await recordOpening(call, 'notifications.opened', subjectId, {
        before: { state },
        after: { state: 'opened' },
      })
    return {}
  })
}

/** Stores the message, fixes its recipients, and leaves the rest to the job. */
async function send(
  call: Call<typeof notifications.sendAll>,
  ids: readonly Id<'observers'>[] | undefined,
): Promise<number> {
  const { db, who, now } = call
  const { channel, title, message: body, key = null, again } = call.body
  const times = timesOf(call)
  const againOf = again === undefined ? null : await getFirst(db, who, again)
  const draft = { channel, title, body, key, againOf, ...times }
  const id = await insertNotification(db, who, draft, now)
  // A repeated request. The first has committed: inserting the same key waited for it.
  if (id === undefined) return getRecipientsOf(db, who, key)
  // Only now: a request repeated after the send time still gets the result of the first.
  if (times.sendAt) ensureTime(times.sendAt, now)
  if (ids) await ensureReachable(call, ids)
  const settled = await insertDeliveries(db, who.scope, id, {
    ...{ ids, isFilled: isFilledForEach(body), at: now },
  })
  const { heldUntil, sendAt } = times
  const messageKey = { electionId: who.scope.electionId, notificationId: id }
  if (heldUntil) await sendLater(db, messageKey, heldUntil, now)
  else await enqueue(db, deliver, messageKey)
  const waits = sendAt ? { sendAt } : heldUntil && { heldUntil }
  const act = sendAt ? 'notifications.scheduled' : 'notifications.sent'
  await recordChange(call, act, id, {
    after: { title, body, ...settled, ...waits, ...(againOf && { againOf }) },
  })
  return settled.recipients
}

/** The set time, if one was said, and until when it waits: until then, and as long as it can be taken back. */
function timesOf({ who, body, now }: Call<typeof notifications.sendAll>) {
  const sendAt = body.sendAt === undefined ? null : readMoment(body.sendAt, who.timezone)
  const earliest = now.getTime() + body.takeBackForSeconds * 1000
  const until = Math.max(earliest, sendAt?.getTime() ?? 0)
  return { sendAt, heldUntil: until > now.getTime() ? new Date(until) : null }
}

/** Refuses the whole call if the caller may not see one of the ids. */
async function ensureReachable({ db, who }: ActorCall, ids: readonly Id<'observers'>[]) {
  const observerIds = await listUnreachable(db, who.scope, ids)
  if (observerIds.length > 0) throw new Problem('notification.unknown-recipients', { observerIds })
}
