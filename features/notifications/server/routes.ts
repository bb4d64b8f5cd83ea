import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import type { Push } from '#kit/server/push/push.ts'
import { messageOpened, notifications, notificationsChanged } from '../contract.ts'
import { deliver } from './delivery-queries.ts'
import { getNotification, heldRoutes, type TakingBack } from './held-routes.ts'
import { countReach, listDeliveries, listFailures, listNotifications } from './queries.ts'
import { findSample, getFirst, getRecipientsOf, markOpened, requeueFailed } from './send-queries.ts'
import { ensureReachable, sendMessage } from './sending-queries.ts'

const recordChange = changeRecorder('notifications', notificationsChanged, 'own organisation')
const recordOpening = changeRecorder('notifications', messageOpened, 'own organisation')

export function notificationRoutes(server: Server, push: Push, takingBack: TakingBack): void {
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

  heldRoutes(server, takingBack)

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

async function send(
  call: Call<typeof notifications.sendAll>,
  ids: readonly Id<'observers'>[] | undefined,
): Promise<number> {
  const { db, who } = call
  const { channel, title, message: body, key = null, again } = call.body
  const againOf = again === undefined ? null : await getFirst(db, who, again)
  const draft = { channel, title, body, key, againOf, ...timesOf(call) }
  const sent = await sendMessage(call, draft, ids)
  // A repeated request. The first has committed: inserting the same key waited for it.
  return sent?.recipients ?? getRecipientsOf(db, who, key)
}

/** The set time, if one was said, and until when it waits: until then, and as long as it can be taken back. */
function timesOf({ who, body, now }: Call<typeof notifications.sendAll>) {
  const sendAt = body.sendAt === undefined ? null : readMoment(body.sendAt, who.timezone)
  const earliest = now.getTime() + body.takeBackForSeconds * 1000
  const until = Math.max(earliest, sendAt?.getTime() ?? 0)
  return { sendAt, heldUntil: until > now.getTime() ? new Date(until) : null }
}
