import { setTimeout as pause } from 'node:timers/promises'
import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { practise } from './practice.ts'
import { act, type Clerk, untilDone } from './staff-member.ts'

type ElectionId = Id<'elections'>
const electionName = (id: number) => `election ${id}`

/** Makes the real election current again, despite faults. */
async function comeBack(clerk: Clerk): Promise<void> {
  const id = clerk.world.electionId as ElectionId
  await untilDone('An election becomes current again', () =>
    act(clerk, { endpoint: elections.makeCurrent, sent: { params: { id } } }),
  )
  clerk.world.interrupted.to = Date.now()
}

/**
 * Another election is current for a moment: a rehearsal with practice reports while it is started or cleared,
 * or left alone.
 */
async function visit(clerk: Clerk, draw: SeededRandom, id: ElectionId): Promise<void> {
  const { world } = clerk
  const sent = { params: { id } }
  const about = [electionName(id)]
  world.interrupted.to = Number.POSITIVE_INFINITY
  const heard = await act(clerk, { endpoint: elections.makeCurrent, sent, about })
  if (heard.kind === 'done') {
    const what = draw.pick(['start', 'clear', 'nothing'] as const)
    await practise(clerk, draw, async () => {
      await pause(draw.below(400))
      if (what === 'start') return act(clerk, { endpoint: elections.start, sent, about })
      if (what === 'nothing') return undefined
      const cleared = await act(clerk, { endpoint: elections.clearRehearsal, sent: {}, about })
      if (cleared.kind === 'done') world.cleared.push(id)
      return cleared
    })
  }
  await comeBack(clerk)
}

/** An election from preparation to end; phones of the real election continue in theirs meanwhile. */
async function hold(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const copyFrom = clerk.world.electionId as ElectionId
  const draft = {
    name: `Alta ${clerk.world.next()}`,
    day: '2026-12-06',
    timezone: 'Europe/Bucharest',
  }
  const body = { ...draft, ...(draw.happens(0.8) && { copyFrom }) }
  const heard = await act(clerk, { endpoint: elections.add, sent: { body } })
  if (heard.kind !== 'done') return
  const id = heard.reply as ElectionId
  const sent = { params: { id } }
  const about = [electionName(id)]
  if (draw.happens(0.6)) await visit(clerk, draw, id)
  await act(clerk, { endpoint: elections.archive, sent, about })
  if (draw.happens(0.3)) await act(clerk, { endpoint: elections.reopen, sent, about })
  else if (draw.happens(0.5)) await act(clerk, { endpoint: elections.erasePeople, sent, about })
  else {
    await act(clerk, { endpoint: elections.remove, sent, about })
    if (draw.happens(0.3)) await act(clerk, { endpoint: elections.restore, sent, about })
  }
}

export const electionOperations: readonly Operation<Clerk>[] = [
  { name: 'another election held', weight: 0.4, run: hold },
]
