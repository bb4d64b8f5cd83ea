import { notifications } from '#features/notifications/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Random times of a message: sent at once, held for a while, or scheduled. */
function timesOf(draw: SeededRandom): { takeBackForSeconds: number; sendAt?: string } {
  const takeBackForSeconds = draw.happens(0.5) ? 1 + draw.below(15) : 0
  return draw.happens(0.4)
    ? { takeBackForSeconds, sendAt: inSeconds(draw.below(20)) }
    : { takeBackForSeconds }
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Observers that this account may write to. */
const recipientsOf = ({ world, who }: Clerk, draw: SeededRandom) =>
  draw
    .some([...world.people.values()], 0.1)
    .filter(({ organisation }) => who.role !== 'ngo-administrator' || organisation === 'other')
    .map(({ id }) => id as Id<'observers'>)

async function send(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const recipients = recipientsOf(clerk, draw)
  if (recipients.length === 0) return
  const body = {
    title: `Mesajul ${clerk.world.next()}`,
    message: 'Bună dimineața',
    recipients,
    ...timesOf(draw),
  }
  await act(clerk, { endpoint: notifications.send, sent: { body } })
}

async function sendAll(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const body = {
    title: `Mesajul ${clerk.world.next()}`,
    message: 'Tuturor',
    ...timesOf(draw),
  }
  await act(clerk, { endpoint: notifications.sendAll, sent: { body } })
}

async function retry(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: notifications.list, sent: { query: {} } })
  const message = draw.pick((listed?.data ?? []).filter(({ failed }) => failed > 0))
  if (!message) return
  const heard = await act(clerk, {
    endpoint: notifications.retry,
    sent: { params: { id: message.id } },
  })
  if (heard.kind !== 'refused') clerk.world.retried.push(message.id)
}

/** Takes a held message back, reschedules it, or sends it at once. */
async function decideOnWaiting(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const query = { waiting: true }
  const listed = await read(clerk, { endpoint: notifications.list, sent: { query } })
  const message = draw.pick(listed?.data ?? [])
  if (!message) return
  const sent = { params: { id: message.id } }
  if (draw.happens(0.3)) {
    clerk.world.timings.push({ messageId: message.id, sendAt: undefined, isCertain: false })
    await act(clerk, { endpoint: notifications.sendNow, sent })
    return
  }
  if (draw.happens(0.5)) return reschedule(clerk, message.id, inSeconds(draw.below(20)))
  const heard = await act(clerk, { endpoint: notifications.takeBack, sent })
  if (heard.kind === 'done') clerk.world.takenBack.push(message.id)
}

async function reschedule(
  clerk: Clerk,
  messageId: Id<'notifications'>,
  sendAt: string,
): Promise<void> {
  const sent = { params: { id: messageId }, body: { sendAt } }
  const heard = await act(clerk, { endpoint: notifications.reschedule, sent })
  if (heard.kind === 'refused') return
  const isCertain = heard.kind === 'done'
  clerk.world.timings.push({ messageId, sendAt: Date.parse(sendAt), isCertain })
}

export const messageOperations: readonly Operation<Clerk>[] = [
  { name: 'message to some', weight: 1, run: send },
  { name: 'message to all', weight: 0.3, run: sendAll },
  { name: 'message that waits decided on', weight: 3, run: decideOnWaiting },
  { name: 'message sent again', weight: 0.5, run: retry },
]
