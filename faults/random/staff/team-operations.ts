import { alerts } from '#features/alerts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { comments } from '#features/comments/contract.ts'
import { handover } from '#features/handover/contract.ts'
import { incidents } from '#features/incidents/contract.ts'
import { severities, states } from '#features/incidents/domain.ts'
import { notes } from '#features/notes/contract.ts'
import { reviews } from '#features/reviews/contract.ts'
import { sendingBack } from '#features/reviews/returning-contract.ts'
import { reviewStates } from '#features/reviews/review-contract.ts'
import { views } from '#features/views/contract.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { act, type Clerk, read } from './staff-member.ts'

const listed = async (clerk: Clerk, draw: SeededRandom) => {
  const query = { page: 1 + draw.below(2), urgent: draw.happens(0.5) }
  return (await read(clerk, { endpoint: answers.list, sent: { query } }))?.threads ?? []
}

/** Reviews some reports at once, and undoes that some of the time. */
async function review(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const some = draw.some(await listed(clerk, draw), 0.2)
  if (some.length === 0) return
  const isCareful = draw.happens(0.7)
  const reports = some.map(({ observerId, pollingStationId, lastModified, review: shown }) => ({
    ...{ observerId, pollingStationId, lastModified: lastModified.toISOString() },
    ...(isCareful && { revision: shown.revision }),
  }))
  const assignee = draw.happens(0.5) ? clerk.who.account : null
  const state = draw.pick(reviewStates) ?? 'new'
  const reason = state === 'set-aside' ? { reason: `Motivul ${clerk.world.next()}` } : {}
  const body = draw.happens(0.3) ? { reports, assignee } : { reports, state, ...reason }
  const heard = await act(clerk, { endpoint: reviews.change, sent: { body } })
  if (heard.kind !== 'done' || draw.happens(0.6)) return
  const params = { changeId: heard.reply.changeId }
  await act(clerk, { endpoint: reviews.undo, sent: { params } })
}

/** Sends a report back, and undoes that some of the time, at once or once the message went out. */
async function sendBack(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const shown = draw.pick(await listed(clerk, draw))
  if (!shown) return
  const { observerId, pollingStationId, lastModified, review: seen } = shown
  const report = { observerId, pollingStationId, lastModified: lastModified.toISOString() }
  const words = { title: 'De corectat', message: `Corectura ${clerk.world.next()}` }
  const body = { ...report, revision: seen.revision, ...words }
  const heard = await act(clerk, { endpoint: sendingBack.send, sent: { body } })
  if (heard.kind !== 'done' || draw.happens(0.5)) return
  const params = { changeId: heard.reply.changeId }
  await act(clerk, { endpoint: reviews.undo, sent: { params } })
}

/** Comments on a report, an observer or a station; deletes and restores that some of the time. */
async function discuss(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const report = draw.pick(await listed(clerk, draw))
  if (!report) return
  const { observerId, pollingStationId } = report
  const subject =
    draw.pick([{ observerId, pollingStationId }, { observerId }, { pollingStationId }]) ?? {}
  const query = subject
  const known = await read(clerk, { endpoint: comments.listMentionable, sent: { query } })
  const mentioned = draw.pick(known?.accounts ?? [])
  const text = `Comentariul ${clerk.world.next()}${mentioned ? ` @${mentioned}` : ''}`
  const body = { ...subject, text }
  const heard = await act(clerk, { endpoint: comments.write, sent: { body } })
  if (heard.kind !== 'done' || draw.happens(0.5)) return
  const sent = { params: { id: heard.reply } }
  await act(clerk, { endpoint: comments.remove, sent })
  if (draw.happens(0.5)) await act(clerk, { endpoint: comments.restore, sent })
}

/** Reads the alerts, then marks those about a subject or all as read. */
async function readAlerts(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const list = await read(clerk, { endpoint: alerts.list, sent: {} })
  const group = draw.pick(list?.groups ?? [])
  if (!group) return
  const { observerId, pollingStationId, incidentId, at } = group
  const subject = draw.happens(0.7) ? { observerId, pollingStationId, incidentId } : {}
  const body = { ...subject, until: at.toISOString() }
  await act(clerk, { endpoint: alerts.markRead, sent: { body } })
}

/** Makes an incident from a report, or changes one and what is linked to it. */
async function followUp(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const thread = draw.pick(await listed(clerk, draw))
  if (!thread) return
  const { observerId, pollingStationId } = thread
  const report = { observerId, pollingStationId }
  const known = await read(clerk, { endpoint: incidents.list, sent: { query: {} } })
  const one = draw.pick(known?.data ?? [])
  if (!one || draw.happens(0.4)) {
    const title = `Incidentul ${clerk.world.next()}`
    const severity = draw.pick(severities) ?? 'low'
    const body = { ...{ title, severity, category: 'other' }, pollingStationId, reports: [report] }
    await act(clerk, { endpoint: incidents.add, sent: { body } })
    return
  }
  const params = { id: one.id }
  if (draw.happens(0.5)) {
    const { revision } = one
    const body = { revision, state: draw.pick(states), outcome: `Pasul ${clerk.world.next()}` }
    await act(clerk, { endpoint: incidents.edit, sent: { params, body } })
    return
  }
  const heard = await act(clerk, { endpoint: incidents.link, sent: { params, body: report } })
  if (heard.kind === 'done' && draw.happens(0.3))
    await act(clerk, { endpoint: incidents.unlink, sent: { params, query: report } })
}

/** Links a note to an incident, and takes it out again some of the time. */
async function linkNote(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const thread = draw.pick((await listed(clerk, draw)).filter((one) => one.notes > 0))
  const known = await read(clerk, { endpoint: incidents.list, sent: { query: {} } })
  const one = draw.pick(known?.data ?? [])
  if (!thread || !one) return
  const { observerId, pollingStationId } = thread
  const query = { observerId, pollingStationId }
  const note = draw.pick((await read(clerk, { endpoint: notes.list, sent: { query } })) ?? [])
  if (!note) return
  const [params, body] = [{ id: one.id }, { noteId: note.id }]
  const heard = await act(clerk, { endpoint: incidents.linkNote, sent: { params, body } })
  if (heard.kind === 'done' && draw.happens(0.3))
    await act(clerk, { endpoint: incidents.unlinkNote, sent: { params, query: body } })
}

/** Merges an incident into another, and splits some of those merged into it. */
async function merge(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const known = await read(clerk, { endpoint: incidents.list, sent: { query: {} } })
  const [one, into] = [draw.pick(known?.data ?? []), draw.pick(known?.data ?? [])]
  if (!one || !into) return
  const sent = { params: { id: one.id }, body: { into: into.id } }
  await act(clerk, { endpoint: incidents.merge, sent })
  const params = { id: into.id }
  const target = await read(clerk, { endpoint: incidents.get, sent: { params } })
  const parted = draw.pick(target?.merged ?? [])
  if (parted && draw.happens(0.5))
    await act(clerk, { endpoint: incidents.part, sent: { params: { id: parted.id } } })
}

/** Keeps a list, and deletes it some of the time. */
async function keepList(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const sharing = draw.happens(0.5) ? 'own' : 'organisation'
  const name = `Lista ${clerk.world.next()}`
  const body = { name, list: '/answers', search: 'urgente=true', sharing } as const
  const heard = await act(clerk, { endpoint: views.keep, sent: { body } })
  if (heard.kind === 'done' && draw.happens(0.5))
    await act(clerk, { endpoint: views.remove, sent: { params: { id: heard.reply } } })
}

/** Hands the shift over, and deletes and restores that some of the time; or takes one over, for good or not. */
async function handOver(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const shift = await read(clerk, { endpoint: handover.read, sent: {} })
  const left = shift?.handovers.find(({ isOwn, takenBy }) => !isOwn && takenBy === null)
  if (left && draw.happens(0.6)) {
    const sent = { params: { id: left.id } }
    await act(clerk, { endpoint: handover.take, sent })
    if (draw.happens(0.5)) await act(clerk, { endpoint: handover.giveBack, sent })
    return
  }
  const body = { text: `Predarea ${clerk.world.next()}` }
  const heard = await act(clerk, { endpoint: handover.write, sent: { body } })
  if (heard.kind !== 'done' || draw.happens(0.7)) return
  const sent = { params: { id: heard.reply } }
  await act(clerk, { endpoint: handover.remove, sent })
  if (draw.happens(0.5)) await act(clerk, { endpoint: handover.restore, sent })
}

export const teamOperations: readonly Operation<Clerk>[] = [
  { name: 'reports reviewed', weight: 3, run: review },
  { name: 'report sent back', weight: 1, run: sendBack },
  { name: 'comment', weight: 2, run: discuss },
  { name: 'handover', weight: 1, run: handOver },
  { name: 'alerts read', weight: 1, run: readAlerts },
  { name: 'incident', weight: 2, run: followUp },
  { name: 'note linked', weight: 1, run: linkNote },
  { name: 'incidents merged', weight: 0.5, run: merge },
  { name: 'list kept', weight: 0.5, run: keepList },
]
