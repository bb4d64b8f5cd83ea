import { sql } from 'kysely'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { enqueue, job } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { placesChanged } from '../contract.ts'

/**
 * Moves polling stations, and what was reported from them, to the county of their area: in steps, each as
 * short as a report, because all who report from those counties update its counters.
 */
export const moveStationsLater = job({
  name: 'places.move-stations',
  payload: z.object({ electionId: id('elections') }),
  tries: 6,
})

/** As many as a municipality has. */
const step = 16

/** Enqueues moving stations once this commits, where there are any. */
export async function orderMoves(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const { rows } = await sql`
    select from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.election_id = ${electionId} and s.county_id <> a.county_id limit 1`.execute(tx)
  if (rows.length > 0) await enqueue(tx, moveStationsLater, { electionId })
}

/**
 * Moves all that are in another county; idempotent, also if run twice at once. Everybody is told at its end: what
 * made them move was announced while desks of their former county still saw them.
 */
export async function moveStations(
  database: Database,
  electionId: Id<'elections'>,
  signal?: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  for (;;) {
    const moved = await database.write(async (tx) => {
      await lockElectionShared(tx, electionId)
      // An import locks stations and counties in the order of its file.
      await lockImport(tx, electionId, 'places')
      const { rows } = await sql<{ moved: number }>`
        select move_stations(${electionId}, ${step}) as moved`.execute(tx)
      const moved = rows[0]?.moved ?? 0
      if (moved === 0) await announce(tx, placesChanged, { electionId, ngoId: null }, {})
      return moved
    })
    if (moved === 0) return
    await rest()
  }
}

/**
 * Keeps anybody from reporting from a county's stations with higher numbers than the given one, until this
 * transaction ends. Reports under way complete first, and are seen by the next query.
 */
export async function closeStations(
  tx: Tx,
  electionId: Id<'elections'>,
  countyId: Id<'areas'>,
  above = -1,
): Promise<void> {
  await sql`
    select from polling_stations s
     where s.election_id = ${electionId} and s.county_id = ${countyId} and s.number > ${above}
     order by s.id for update`.execute(tx)
}

/** Is a station on its way into the county, or out of it? It is counted in the one, and lies in the other. */
export async function isMovingStations(
  tx: Tx,
  electionId: Id<'elections'>,
  countyId: Id<'areas'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.election_id = ${electionId} and s.county_id <> a.county_id
       and ${countyId} in (s.county_id, a.county_id) limit 1`.execute(tx)
  return rows.length > 0
}
