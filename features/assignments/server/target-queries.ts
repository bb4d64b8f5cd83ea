import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { storedCodes, tidied } from '#kit/contract/value/tidy.ts'
import type { StationCode } from '../target-contract.ts'

type ElectionId = Id<'elections'>

/**
 * The condition that coverage counts a station: the election's target names it, or the election has no target. A
 * merged station in the target puts its main station there.
 * @param station the id of a station that is not merged into another
 */
export const inTarget = (
  electionId: number,
  station: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (not exists (select from coverage_targets where election_id = ${electionId} and station_ids <> '{}')
   or ${station} in (
        select p.counted_as
          from coverage_targets t
         cross join lateral unnest(t.station_ids) u (id)
          join polling_stations p on p.election_id = t.election_id and p.id = u.id
         where t.election_id = ${electionId}))`

/** The number of stations in the target without deleted, closed and merged ones; null without a target. */
export async function countTarget(db: Db, electionId: ElectionId): Promise<number | null> {
  const { rows } = await sql<{ stations: number }>`
    select (select count(distinct s.id)::integer
              from unnest(t.station_ids) u (id)
              join polling_stations p on p.election_id = t.election_id and p.id = u.id
              join polling_stations s on s.election_id = t.election_id and s.id = p.counted_as
             where s.closed_at is null) as stations
      from coverage_targets t
     where t.election_id = ${electionId} and t.station_ids <> '{}'`.execute(db)
  return rows[0]?.stations ?? null
}

/** The target by codes and numbers, the number of deleted stations in it, and its revision; 0 if none was ever set. */
export async function readTarget(
  db: Db | Tx,
  electionId: ElectionId,
): Promise<{ revision: number; stations: StationCode[]; deleted: number }> {
  const stored = await db
    .selectFrom('coverageTargets')
    .select(['revision', 'stationIds'])
    .where('electionId', '=', electionId)
    .executeTakeFirst()
  const { rows: stations } = await sql<StationCode>`
    select a.code as area_code, s.number as polling_station_number
      from coverage_targets t
     cross join lateral unnest(t.station_ids) u (id)
      join polling_stations s on s.election_id = t.election_id and s.id = u.id
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where t.election_id = ${electionId}
     order by a.position, a.id, s.number`.execute(db)
  const { revision = 0, stationIds = [] } = stored ?? {}
  return { revision, stations, deleted: stationIds.length - stations.length }
}

/** Locks the target for the transaction; creates it if missing. */
export async function lockTarget(
  tx: Tx,
  electionId: ElectionId,
): Promise<{ revision: number; stationIds: number[] }> {
  await tx
    .insertInto('coverageTargets')
    .values({ electionId, revision: 0, stationIds: [] })
    .onConflict((same) => same.doNothing())
    .execute()
  return tx
    .selectFrom('coverageTargets')
    .select(['revision', 'stationIds'])
    .where('electionId', '=', electionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores the stations of the target that was locked. */
export async function storeTarget(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly number[],
): Promise<void> {
  await sql`
    update coverage_targets
       set revision = revision + 1, station_ids = ${arrayOf([...new Set(stationIds)])}::integer[]
     where election_id = ${electionId}`.execute(tx)
}

/** The ids of stations, in order; undefined for an unknown station. A code is an inner area's, as in `readTarget`, or a county's, in any capitals. */
export async function findByCode(
  tx: Tx,
  electionId: ElectionId,
  named: readonly StationCode[],
): Promise<(number | undefined)[]> {
  const areas = await tx
    .selectFrom('areas')
    .select('code')
    .distinct()
    .where('electionId', '=', electionId)
    .execute()
  const stored = storedCodes(areas.map(({ code }) => code))
  const inCounty = named.map(({ areaCode, pollingStationNumber }) => ({
    countyCode: stored(tidied(areaCode, 'code')),
    pollingStationNumber,
  }))
  const inArea = inCounty.map((at) => ({ ...at, municipalityCode: at.countyCode }))
  const found = await findStations(tx, electionId, [...inCounty, ...inArea])
  return inCounty.map((at, index) => {
    const other = inArea[index] ?? at
    return (found.get(addressKeyOf(other)) ?? found.get(addressKeyOf(at)))?.id
  })
}
