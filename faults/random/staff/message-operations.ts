import { notifications } from '#features/notifications/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Operation } from '../operation.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Sent at once, or held back for a while. */
const takeBackForSeconds = (draw: SeededRandom) => (draw.happens(0.5) ? 1 + draw.below(15) : 0)

/** Observers whom this account may write to. */
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
    takeBackForSeconds: takeBackForSeconds(draw),
  }
  await act(clerk, { endpoint: notifications.send, sent: { body } })
}

async function sendAll(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const body = {
    title: `Mesajul ${clerk.world.next()}`,
    message: 'Tuturor',
    takeBackForSeconds: takeBackForSeconds(draw),
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

/** Taken back before anybody has it, or sent without waiting longer. */
async function decideOnWaiting(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: notifications.list, sent: { query: {} } })
  const message = draw.pick((listed?.data ?? []).filter(({ heldUntil }) => heldUntil !== null))
  if (!message) return
  const sent = { params: { id: message.id } }
  if (draw.happens(0.3)) {
    await act(clerk, { endpoint: notifications.sendNow, sent })
    return
  }
  const heard = await act(clerk, { endpoint: notifications.takeBack, sent })
  if (heard.kind === 'done') clerk.world.takenBack.push(message.id)
}

export const messageOperations: readonly Operation<Clerk>[] = [
  { name: 'message to some', weight: 1, run: send },
  { name: 'message to all', weight: 0.3, run: sendAll },
  { name: 'message that waits decided on', weight: 1.5, run: decideOnWaiting },
  { name: 'message sent again', weight: 0.5, run: retry },
]
