import { forms } from '#features/forms/contract.ts'
import {
  type Audience,
  everybody,
  type MilestoneKind,
  milestoneKinds,
  milestones,
} from '#features/milestones/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { places } from '#features/places/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { clock, hour } from './plan-operations.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Some deadlines pass during the run, others are long past or far ahead. */
const deadline = (draw: SeededRandom) => (draw.happens(0.6) ? clock(draw.below(180)) : hour(draw))
const mostMilestones = 12

async function addMilestone(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: milestones.list, sent: {} })
  if (!listed || listed.length >= mostMilestones) return
  const kind = draw.pick(milestoneKinds) ?? 'arrival'
  const body = {
    ...{ name: `Termen ${clerk.world.next()}`, kind, forStation: draw.happens(0.4) },
    ...(draw.happens(0.7) ? { dueAt: deadline(draw) } : { dueAfterMinutes: draw.below(300) }),
    ...(await subjectOf(kind, clerk, draw)),
    audience: await audienceOf(clerk, draw),
  }
  await act(clerk, { endpoint: milestones.add, sent: { body } })
}

/** An audience: everyone, or limited by one of the criteria now and then. */
async function audienceOf(clerk: Clerk, draw: SeededRandom): Promise<Audience> {
  if (draw.happens(0.5)) return everybody
  const listed = await read(clerk, { endpoint: places.counties, sent: {} })
  const either = () => (draw.happens(0.6) ? null : draw.happens(0.5))
  return {
    areaIds: (listed ?? []).filter(() => draw.happens(0.4)).map(({ id }) => id as Id<'areas'>),
    ngoIds: [],
    ...{ isDiaspora: either(), isMobile: either() },
  }
}

/** The subject of the milestone; the server refuses one that does not exist. */
async function subjectOf(kind: MilestoneKind, clerk: Clerk, draw: SeededRandom) {
  if (kind === 'arrival' || kind === 'station-info') return {}
  if (kind === 'message') {
    const sent = await read(clerk, { endpoint: notifications.list, sent: { query: {} } })
    return { notificationId: draw.pick(sent?.data ?? [])?.id }
  }
  const published = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const formId = draw.pick(published?.formVersions ?? [])?.id
  if (kind === 'form' || formId === undefined) return { formId }
  const sent = { params: { id: formId }, query: {} }
  const sections = await read(clerk, { endpoint: forms.get, sent })
  const question = draw.pick((sections ?? []).flatMap(({ questions }) => questions))
  return { questionId: question?.id as Id<'questions'> | undefined }
}

/** Edits a milestone, or deletes it and restores it half of the time. */
async function changeMilestone(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: milestones.list, sent: {} })
  const one = draw.pick(listed ?? [])
  if (!one) return
  const params = { id: one.id }
  if (draw.happens(0.7)) {
    const body = draw.happens(0.5)
      ? { dueAt: deadline(draw) }
      : { forStation: !one.forStation, audience: await audienceOf(clerk, draw) }
    await act(clerk, { endpoint: milestones.edit, sent: { params, body } })
    return
  }
  const several = { body: { ids: [one.id] } }
  const heard = draw.happens(0.5)
    ? await act(clerk, { endpoint: milestones.remove, sent: { params } })
    : await act(clerk, { endpoint: milestones.removeSeveral, sent: several })
  if (heard.kind === 'done' && draw.happens(0.5))
    await act(clerk, { endpoint: milestones.restore, sent: { params } })
}

/** Adds a reminder around a deadline, which may be about to pass. */
async function addReminder(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: milestones.list, sent: {} })
  const milestone = draw.pick(listed ?? [])
  if (!milestone) return
  const body = {
    milestoneId: milestone.id,
    minutes: draw.below(5) - 2,
    title: `Memento ${clerk.world.next()}`,
    message: '{name}, ești așteptat la {station} până la {deadline}.',
    atNight: true,
  }
  await act(clerk, { endpoint: reminders.add, sent: { body } })
}

/** Deletes a reminder, and restores it half of the time. */
async function removeReminder(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: reminders.list, sent: {} })
  const one = draw.pick(listed ?? [])
  if (!one) return
  const params = { id: one.id }
  const heard = await act(clerk, { endpoint: reminders.remove, sent: { params } })
  if (heard.kind === 'done' && draw.happens(0.5))
    await act(clerk, { endpoint: reminders.restore, sent: { params } })
}

/** Operations of accounts that set up elections. */
export const milestoneOperations: readonly Operation<Clerk>[] = [
  { name: 'milestone added', weight: 1.5, run: addMilestone },
  { name: 'milestone changed', weight: 2, run: changeMilestone },
  { name: 'reminder added', weight: 0.7, run: addReminder },
  { name: 'reminder removed', weight: 0.3, run: removeReminder },
]
