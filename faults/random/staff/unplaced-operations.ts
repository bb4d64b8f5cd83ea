import * as z from 'zod'
import { forms } from '#features/forms/contract.ts'
import { type Unplaced, unplaced } from '#features/unplaced/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { observerName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

const Sent = z.object({ questionId: z.number().optional() })

const aboutOf = ({ id, observerId }: Unplaced) => [`aside ${id}`, observerName({ id: observerId })]

async function pickAside(
  clerk: Clerk,
  draw: SeededRandom,
  state: 'open' | 'placed' | 'dismissed' = 'open',
) {
  const query = { state, page: 1 + draw.below(3), pageSize: 20 }
  const listed = await read(clerk, { endpoint: unplaced.list, sent: { query } })
  return draw.pick(listed?.data ?? [])
}

/** An option of the answered question, chosen by staff in place of an unknown one. */
async function chooseOption(clerk: Clerk, { sent }: Unplaced, draw: SeededRandom) {
  const { questionId } = Sent.parse(sent)
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  for (const { id } of listed?.formVersions ?? []) {
    const endpoint = forms.get
    const sections = await read(clerk, { endpoint, sent: { params: { id }, query: {} } })
    const questions = (sections ?? []).flatMap((section) => section.questions)
    const question = questions.find((one) => one.id === questionId)
    if (question) return draw.pick(question.optionsToQuestions)?.id as Id<'options'> | undefined
  }
  return undefined
}

/** Chooses a place for an item; any station if its own does not exist. */
async function placingOf(
  clerk: Clerk,
  draw: SeededRandom,
  { aside, withAll }: { readonly aside: Unplaced; readonly withAll: boolean },
) {
  const isLost = aside.reason === 'no-such-station'
  const station = isLost ? draw.pick(clerk.world.map.stations) : undefined
  const wantsOption = aside.kind === 'answer' && (!isLost || (!withAll && draw.happens(0.2)))
  const optionId = wantsOption ? await chooseOption(clerk, aside, draw) : undefined
  return {
    ...(station && { station }),
    ...(optionId && { optionId }),
    ...(isLost && withAll && !optionId && { alike: true }),
  }
}

async function place(clerk: Clerk, draw: SeededRandom, withAll: boolean): Promise<void> {
  const aside = await pickAside(clerk, draw)
  if (!aside) return
  const body = await placingOf(clerk, draw, { aside, withAll })
  const heard = await act(clerk, {
    endpoint: unplaced.place,
    sent: { params: { id: aside.id }, body },
    about: aboutOf(aside),
  })
  if (heard.kind !== 'done' || !draw.happens(withAll ? 0.4 : 0.1)) return
  // The station was wrong: undo everything placed by this call.
  const sent = { params: { id: heard.reply.placingId } }
  await act(clerk, { endpoint: unplaced.undoPlacing, sent, about: aboutOf(aside) })
}

/** Undoes the placing of any account, also after later reports from there. */
async function unplace(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const aside = await pickAside(clerk, draw, 'placed')
  if (!aside?.isUndoable) return
  const sent = { params: { id: aside.id } }
  await act(clerk, { endpoint: unplaced.unplace, sent, about: aboutOf(aside) })
}

async function dismiss(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const aside = await pickAside(clerk, draw)
  if (!aside) return
  const sent = { params: { id: aside.id } }
  await act(clerk, { endpoint: unplaced.dismiss, sent, about: aboutOf(aside) })
}

async function restore(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const aside = await pickAside(clerk, draw, 'dismissed')
  if (!aside) return
  const sent = { params: { id: aside.id } }
  await act(clerk, { endpoint: unplaced.restore, sent, about: aboutOf(aside) })
}

export const unplacedOperations: readonly Operation<Clerk>[] = [
  { name: 'placed', weight: 8, run: (clerk, draw) => place(clerk, draw, false) },
  {
    name: 'placed with the same station',
    weight: 1,
    run: (clerk, draw) => place(clerk, draw, true),
  },
  { name: 'placing undone', weight: 3, run: unplace },
  { name: 'dismissed', weight: 1.5, run: dismiss },
  { name: 'restored', weight: 1, run: restore },
]
