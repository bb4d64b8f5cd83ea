import { takeBackSeconds } from '#features/notifications/domain.ts'
import { sendMessage, withdrawMessage } from '#features/notifications/server/sending-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type ActorCall, batchChangeRecorder } from '#kit/server/history/record-change.ts'
import { serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { reviews, reviewsChanged } from '../contract.ts'
import { sendingBack } from '../returning-contract.ts'
import {
  type Conflict,
  changeReviews,
  findSendingBack,
  type ReviewedVisit,
  undoChange,
} from './change-queries.ts'
import { countReviewed, listReviewers } from './queries.ts'

const recordChanges = batchChangeRecorder('visits', reviewsChanged, 'own organisation')

const lineOf = ({ visitId: subjectId, ...line }: ReviewedVisit) => ({ subjectId, ...line })

/** The review’s revision refuses a second message. */
const unrepeated = { channel: 'Firebase', key: null, againOf: null, sendAt: null } as const

const keyOf = ({ observerId, pollingStationId }: Conflict) => ({ observerId, pollingStationId })

const refusalOf = (conflict: Conflict | undefined) =>
  conflict
    ? new Problem('thing.changed-meanwhile', { revision: conflict.revision })
    : new Problem('thing.not-found')

export function reviewRoutes(server: Server): void {
  serve(server, reviews.change, async (call) => {
    const { changeId, visits, conflicts } = await changeReviews(
      ...([call.db, call.who, call.body, call.now] as const),
    )
    if (visits.length === 0) throw refusalOf(conflicts[0])
    await recordChanges(call, 'reviews.changed', visits.map(lineOf))
    return { changeId, changed: visits.length, conflicts: conflicts.map(keyOf) }
  })

  serve(server, sendingBack.send, async (call) => {
    const { db, who, body, now } = call
    const { title, message, ...report } = body
    const heldUntil = new Date(now.getTime() + takeBackSeconds * 1000)
    const sent = await sendMessage(call, { ...unrepeated, title, body: message, heldUntil }, [
      report.observerId,
    ])
    const { changeId, visits, conflicts } = await changeReviews(
      db,
      who,
      { reports: [report], state: 'follow-up', reason: message, notificationId: sent?.id },
      now,
    )
    if (visits.length === 0) throw refusalOf(conflicts[0])
    await recordChanges(call, 'reviews.sent-back', visits.map(lineOf))
    return { changeId }
  })

  serve(server, reviews.undo, async (call) => {
    const { visits, messages } = await undoChange(
      ...([call.db, call.who.scope, call.params.changeId, call.now] as const),
    )
    if (visits.length === 0) throw new Problem('thing.not-found')
    let delivered = 0
    for (const id of messages) if (!(await withdrawMessage(call, id))) delivered += 1
    await recordChanges(call, 'reviews.change-undone', visits.map(lineOf))
    return { undone: visits.length, delivered }
  })

  serveCoalesced(
    server,
    reviews.count,
    ({ who: { scope } }) => ({ scope }),
    async (db, { scope }) => ({ counts: await countReviewed(db, scope) }),
  )

  serve(server, reviews.listReviewers, async ({ db, who }) => ({
    accounts: await listReviewers(db, who),
  }))
}

/** Without its message a report is not sent back: it is as before, unless its review was changed since. */
export async function undoSendingBack(call: ActorCall, id: Id<'notifications'>): Promise<void> {
  const { db, who, now } = call
  const changeId = await findSendingBack(db, who.scope, id)
  if (changeId === undefined) return
  const { visits } = await undoChange(db, who.scope, changeId, now)
  if (visits.length > 0) await recordChanges(call, 'reviews.change-undone', visits.map(lineOf))
}
