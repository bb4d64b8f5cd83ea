import { assignments } from '#features/assignments/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { type MilestoneKind, milestones } from '#features/milestones/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import type { Operation } from '../operation.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { observerName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** By the clock of the election, as it is typed in. */
export const typedClock = (at: Date) =>
  wallClock(at, 'Europe/Bucharest').toISOString().slice(0, 16).replace('T', ' ')
/** So many seconds from now. */
export const clock = (seconds: number) => typedClock(new Date(Date.now() + 1000 * seconds))
/** Half a day before or after. */
export const hour = (draw: SeededRandom) => clock(3600 * (draw.below(24) - 12))
/** Some deadlines pass while reports come, others lie far ahead or behind. */
const deadline = (draw: SeededRandom) => (draw.happens(0.6) ? clock(draw.below(180)) : hour(draw))
const mostMilestones = 8

async function plan(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const page = 1 + draw.below(3)
  const listed = await read(clerk, { endpoint: observers.list, sent: { query: { page } } })
  const each = draw.some(listed?.data ?? [], 0.3).flatMap(({ id: observerId }) => {
    const pollingStationId = draw.pick([...clerk.world.stationIds.values()])
    if (pollingStationId === undefined) return []
    return [
      {
        observerId,
        pollingStationId: pollingStationId as Id<'pollingStations'>,
        from: hour(draw),
        until: clock(86_400),
        isMobile: draw.happens(0.3),
      },
    ]
  })
  if (each.length === 0) return
  await act(clerk, {
    endpoint: assignments.add,
    sent: { body: { assignments: each } },
    about: each.map(({ observerId }) => observerName({ id: observerId })),
  })
}

async function pickAssignment(clerk: Clerk, draw: SeededRandom) {
  const query = { page: 1 + draw.below(3) }
  const listed = await read(clerk, { endpoint: assignments.list, sent: { query } })
  return draw.pick(listed?.data ?? [])
}

/** To another station, or another hour. */
async function change(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  const pollingStationId = draw.pick([...clerk.world.stationIds.values()])
  if (!one || pollingStationId === undefined) return
  const body = draw.happens(0.5)
    ? { pollingStationId: pollingStationId as Id<'pollingStations'> }
    : { from: hour(draw) }
  const params = { id: one.id }
  await act(clerk, { endpoint: assignments.edit, sent: { params, body } })
}

/** Taken out, and brought back most of the time. */
async function remove(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  if (!one) return
  const sent = { body: { ids: [one.id] } }
  const heard = await act(clerk, { endpoint: assignments.remove, sent })
  if (heard.kind === 'done' && draw.happens(0.7))
    await act(clerk, { endpoint: assignments.restore, sent })
}

async function replace(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  const listed = await read(clerk, { endpoint: observers.list, sent: { query: {} } })
  const other = draw.pick(listed?.data ?? [])
  if (!one || !other) return
  const body = { observerId: other.id, neverCame: draw.happens(0.5) }
  const sent = { params: { id: one.id }, body }
  await act(clerk, { endpoint: assignments.replace, sent })
}

/** Excused, and half of the time not after all. */
async function excuse(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  if (!one) return
  const chosen = { assignmentIds: [one.id] }
  await act(clerk, { endpoint: milestones.excuse, sent: { body: { ...chosen, reason: 'Bolnav' } } })
  if (draw.happens(0.5)) await act(clerk, { endpoint: milestones.unexcuse, sent: { body: chosen } })
}

async function addMilestone(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: milestones.list, sent: {} })
  if (!listed || listed.length >= mostMilestones) return
  const kinds: readonly MilestoneKind[] = ['arrival', 'station-info', 'question', 'form']
  const kind = draw.pick(kinds) ?? 'arrival'
  const published = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const form = draw.pick(published?.formVersions ?? [])
  if (!form) return
  const params = { id: form.id }
  const sections = await read(clerk, { endpoint: forms.get, sent: { params, query: {} } })
  const question = draw.pick((sections ?? []).flatMap(({ questions }) => questions))
  const body = {
    name: `Termen ${clerk.world.next()}`,
    kind,
    forStation: draw.happens(0.4),
    dueAt: deadline(draw),
    ...(kind === 'question' && { questionId: question?.id as Id<'questions'> }),
    ...(kind === 'form' && { formId: form.id }),
  }
  await act(clerk, { endpoint: milestones.add, sent: { body } })
}

/** Moved, for one or for all at a station; or taken out, and brought back half of the time. */
async function changeMilestone(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: milestones.list, sent: {} })
  const one = draw.pick(listed ?? [])
  if (!one) return
  const params = { id: one.id }
  if (draw.happens(0.7)) {
    const body = draw.happens(0.5) ? { dueAt: deadline(draw) } : { forStation: !one.forStation }
    await act(clerk, { endpoint: milestones.edit, sent: { params, body } })
    return
  }
  const heard = await act(clerk, { endpoint: milestones.remove, sent: { params } })
  if (heard.kind === 'done' && draw.happens(0.5))
    await act(clerk, { endpoint: milestones.restore, sent: { params } })
}

/** Around its deadline, which may be about to pass. */
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

/** Taken out, and brought back half of the time. */
async function removeReminder(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: reminders.list, sent: {} })
  const one = draw.pick(listed ?? [])
  if (!one) return
  const params = { id: one.id }
  const heard = await act(clerk, { endpoint: reminders.remove, sent: { params } })
  if (heard.kind === 'done' && draw.happens(0.5))
    await act(clerk, { endpoint: reminders.restore, sent: { params } })
}

export const planOperations: readonly Operation<Clerk>[] = [
  { name: 'assigned', weight: 2, run: plan },
  { name: 'assignment changed', weight: 2, run: change },
  { name: 'assignment removed', weight: 1, run: remove },
  { name: 'observer replaced', weight: 1, run: replace },
  { name: 'observer excused', weight: 1, run: excuse },
  { name: 'milestone added', weight: 1, run: addMilestone },
  { name: 'milestone changed', weight: 0.7, run: changeMilestone },
  { name: 'reminder added', weight: 0.7, run: addReminder },
  { name: 'reminder removed', weight: 0.3, run: removeReminder },
]
