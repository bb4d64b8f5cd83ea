import { notifications } from '#features/notifications/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Operation } from '../operation.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Observers whom this account may write to. */
const recipientsOf = ({ world, who }: Clerk, draw: SeededRandom) =>
  draw
    .some([...world.people.values()], 0.1)
    .filter(({ organisation }) => who.role !== 'ngo-administrator' || organisation === 'other')
    .map(({ id }) => id as Id<'observers'>)

async function send(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const recipients = recipientsOf(clerk, draw)
  if (recipients.length === 0) return
  const body = { title: `Mesajul ${clerk.world.next()}`, message: 'Bună dimineața', recipients }
  await act(clerk, { endpoint: notifications.send, sent: { body } })
}

async function sendAll(clerk: Clerk): Promise<void> {
  const body = { title: `Mesajul ${clerk.world.next()}`, message: 'Tuturor' }
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

export const messageOperations: readonly Operation<Clerk>[] = [
  { name: 'message to some', weight: 1, run: send },
  { name: 'message to all', weight: 0.3, run: sendAll },
  { name: 'message sent again', weight: 0.5, run: retry },
]
