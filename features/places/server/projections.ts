import { sql } from 'kysely'
import type { Id } from '#kit/contract/value/id.ts'
import { announce } from '#kit/server/live/announce.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { FollowUp } from '#kit/server/projections/projection.ts'
import { placesChanged } from '../contract.ts'
import { areas, stations } from './subjects.ts'

/**
 * A station is in the county of its area: it follows its area there, and is counted there in the next pass.
 * Stations that an import holds are left for the pass after it.
 */
const followAreas: FollowUp = {
  name: 'polling_stations.county_id',
  of: areas,
  run: async (tx, { electionId, within }) => {
    const { rows: misplaced } = await sql<{ id: number; areaId: number }>`
      select s.id, s.area_id from polling_stations s
        join areas a on a.election_id = ${electionId} and a.id = s.area_id
       where s.election_id = ${electionId} and ${within(sql`s.area_id`)} and s.county_id <> a.county_id`.execute(
      tx,
    )
    if (misplaced.length === 0) return false
    const ids = misplaced.map(({ id }) => id)
    const { rows: moved } = await sql<{ id: number }>`
      update polling_stations s set county_id = a.county_id
        from areas a
       where s.election_id = ${electionId}
         and s.id in (select h.id from polling_stations h
                       where h.election_id = ${electionId} and h.id = any(${ids}::integer[])
                       order by h.id for no key update skip locked)
         and a.election_id = ${electionId} and a.id = s.area_id
      returning s.id`.execute(tx)
    const done = new Set(moved.map(({ id }) => id))
    await mark(tx, electionId, stations, [...done])
    const left = misplaced.filter(({ id }) => !done.has(id)).map(({ areaId }) => areaId)
    await mark(tx, electionId, areas, [...new Set(left)])
    // Desks of the former county saw them until now.
    await announce(
      tx,
      placesChanged,
      { electionId: electionId as Id<'elections'>, ngoId: null },
      {},
    )
    return true
  },
}

export const placeProjections: readonly FollowUp[] = [followAreas]
