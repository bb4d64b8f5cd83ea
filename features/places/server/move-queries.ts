import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'

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

/** Whether a station is moving into or out of the county: its own county and that of its area still differ. */
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
