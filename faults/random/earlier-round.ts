import type { Tx } from '#database/open.ts'
import { insertAssignments } from '#features/assignments/server/change-queries.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'

/** The days of the round before, whose plan can be copied, and of the one that is driven. */
export const [firstDay, secondDay] = ['2026-10-25', '2026-11-22'] as const

const hourMs = 3_600_000
const apartMs = Date.parse(secondDay) - Date.parse(firstDay)

/**
 * The election is over, and everybody in it was at a station: in shifts that lie around now once they are copied, so
 * that what is due now is owed in them; and so do its milestones.
 */
export async function endEarlierRound(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const rows = (table: 'observers' | 'pollingStations') =>
    tx.selectFrom(table).select('id').where('electionId', '=', electionId).orderBy('id').execute()
  const known = await rows('pollingStations')
  const stationIds = known.map(({ id }) => id as Id<'pollingStations'>)
  const began = Math.floor((Date.now() - apartMs) / hourMs) * hourMs
  const each = (await rows('observers')).flatMap(({ id }, nth) => {
    const pollingStationId = stationIds[nth % stationIds.length]
    if (!pollingStationId) return []
    return [
      {
        observerId: id as Id<'observers'>,
        pollingStationId,
        from: new Date(began - (nth % 6) * hourMs),
        until: new Date(began + 18 * hourMs),
        isMobile: nth % 4 === 0,
      },
    ]
  })
  await insertAssignments(tx, { electionId }, each)
  const due = { electionId, kind: 'arrival', dueAt: new Date(began + 2 * hourMs) }
  await tx
    .insertInto('milestones')
    .values([
      { ...due, name: 'Sosire în turul întâi' },
      { ...due, name: 'Cineva în turul întâi', forStation: true },
    ])
    .execute()
  await mark(tx, electionId, stations, stationIds)
  await tx
    .updateTable('elections')
    .set({ isCurrent: false, state: 'archived' })
    .where('id', '=', electionId)
    .execute()
}
