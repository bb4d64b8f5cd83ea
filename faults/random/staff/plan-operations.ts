import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { observers } from '#features/observers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { observerName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Formats a time as typed in, by the clock of the election. */
export const typedClock = (at: Date) =>
  wallClock(at, 'Europe/Bucharest').toISOString().slice(0, 16).replace('T', ' ')
/** The time `seconds` from now. */
export const clock = (seconds: number) => typedClock(new Date(Date.now() + 1000 * seconds))
/** Half a day before or after. */
export const hour = (draw: SeededRandom) => clock(3600 * (draw.below(24) - 12))

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

/** Moves an assignment to another station or another hour. */
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

/** Deletes an assignment, and restores it most of the time. */
async function remove(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  if (!one) return
  const sent = { body: { ids: [one.id] } }
  const heard = await act(clerk, { endpoint: assignments.remove, sent })
  if (heard.kind === 'done' && draw.happens(0.7))
    await act(clerk, { endpoint: assignments.restore, sent })
}

/** Replaces an observer from now on or for the whole shift; undoes it now and then. */
async function replace(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  const listed = await read(clerk, { endpoint: observers.list, sent: { query: {} } })
  const other = draw.pick(listed?.data ?? [])
  if (!one || !other) return
  const body = { observerId: other.id, neverCame: draw.happens(0.3) }
  const sent = { params: { id: one.id }, body }
  const heard = await act(clerk, { endpoint: assignments.replace, sent })
  if (heard.kind !== 'done' || draw.happens(0.6)) return
  const undoing = { body: { ids: [one.id], insteadOf: [heard.reply] } }
  await act(clerk, { endpoint: assignments.restore, sent: undoing })
}

/** Excuses an observer, and takes the excuse back half of the time. */
async function excuse(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const one = await pickAssignment(clerk, draw)
  if (!one) return
  const chosen = { assignmentIds: [one.id] }
  await act(clerk, { endpoint: milestones.excuse, sent: { body: { ...chosen, reason: 'Bolnav' } } })
  if (draw.happens(0.5)) await act(clerk, { endpoint: milestones.unexcuse, sent: { body: chosen } })
}

export const planOperations: readonly Operation<Clerk>[] = [
  { name: 'assigned', weight: 2, run: plan },
  { name: 'assignment changed', weight: 2, run: change },
  { name: 'assignment removed', weight: 1.5, run: remove },
  { name: 'observer replaced', weight: 1.5, run: replace },
  { name: 'observer excused', weight: 2, run: excuse },
]
