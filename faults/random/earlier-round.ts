import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { storePlan } from './starting-plan.ts'

/** The days of the earlier round, from which a plan can be copied, and of the driven one. */
export const [firstDay, secondDay] = ['2026-10-25', '2026-11-22'] as const

const hourMs = 3_600_000
const apartMs = Date.parse(secondDay) - Date.parse(firstDay)

/**
 * The election is over, and every observer was at a station. Once copied, its shifts and milestones are around the
 * present time, so that the copied shifts owe the milestones that are due now.
 */
export async function endEarlierRound(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const began = Math.floor((Date.now() - apartMs) / hourMs) * hourMs
  const due = { kind: 'arrival', dueAt: new Date(began + 2 * hourMs) }
  await storePlan(tx, electionId, {
    shiftsOf: (nth, at) => [
      {
        pollingStationId: at(nth),
        from: new Date(began - (nth % 6) * hourMs),
        until: new Date(began + 18 * hourMs),
        isMobile: nth % 4 === 0,
      },
    ],
    milestones: [
      { ...due, name: 'Sosire în turul întâi' },
      { ...due, name: 'Cineva în turul întâi', forStation: true },
    ],
  })
  await tx
    .updateTable('elections')
    .set({ isCurrent: false, state: 'archived' })
    .where('id', '=', electionId)
    .execute()
}
