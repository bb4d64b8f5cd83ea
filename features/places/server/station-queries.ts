import { sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { byColumn, namedColumns } from '#kit/server/fields.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { stationFields } from '../fields.ts'
import type { OneStation, StationChange, StationValues } from '../station-contract.ts'
import type { TakenOutStation } from './change-queries.ts'
import { getLevels, holdsStations, mergedHere, mergedInto } from './queries.ts'
import { expectNoOpenIncidents, whole } from './trash-queries.ts'

/** One station, if its county is in the caller's scope. */
export async function findStation(
  db: Db | Tx,
  scope: Scope,
  id: Id<'pollingStations'>,
): Promise<OneStation | undefined> {
  const { rows } = await sql<OneStation>`${toPrepare}
    select s.id, a.id as area_id, case when a.id <> c.id then a.name else '' end as municipality,
           c.id as county_id, c.name as county, c.code as county_code,
           s.number, ${namedColumns(stationFields, 's')}, s.closed_at,
           case when s.latitude is not null
                then json_build_object('latitude', s.latitude, 'longitude', s.longitude) end
             as coordinates,
           ${mergedInto} as merged_into, ${mergedHere} as merged, s.revision, s.changes
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      -- The county it is in now; the projector may still be moving its reports there.
      join areas c on c.election_id = a.election_id and c.id = a.county_id
     where s.election_id = ${scope.electionId} and s.id = ${id}
           ${andInCounties(scope, sql`s.county_id`)}`.execute(db)
  return rows[0]
}

/** Locks it for this transaction; reports from it continue. */
export async function lockStation(
  tx: Tx,
  scope: Scope,
  id: Id<'pollingStations'>,
): Promise<OneStation> {
  await sql`select from polling_stations
             where election_id = ${scope.electionId} and id = ${id} for no key update`.execute(tx)
  const station = await findStation(tx, scope, id)
  if (!station) throw new Problem('thing.not-found')
  return station
}

/** The area, if it can hold stations, and its county; locked against going away. */
async function getLeaf(
  tx: Tx,
  electionId: Id<'elections'>,
  id: Id<'areas'>,
): Promise<{ readonly countyId: Id<'areas'> }> {
  const levels = await getLevels(tx, electionId)
  const { rows } = await sql<{ countyId: Id<'areas'> }>`
    select a.county_id from areas a
     where a.election_id = ${electionId} and a.id = ${id} and ${holdsStations(levels)}
       for key share of a`.execute(tx)
  const [leaf] = rows
  if (!leaf) throw new Problem('thing.not-found')
  return leaf
}

const numberIsTaken = (number: number) =>
  refusedBy(
    'polling_stations_number_is_taken',
    () => new Problem('station.number-taken', { number }),
  )

export async function insertStation(
  tx: Tx,
  { electionId }: Scope,
  { areaId, number, coordinates, ...facts }: StationValues,
): Promise<Id<'pollingStations'>> {
  const { countyId } = await getLeaf(tx, electionId, areaId)
  const { id } = await tx
    .insertInto('pollingStations')
    .values({
      ...byColumn(stationFields, facts),
      ...{ electionId, areaId, countyId, number },
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(numberIsTaken(number))
  return id
}

/**
 * Changes a locked station. Its county, and that of what was reported from it, follow its area in the projector.
 */
export async function updateStation(
  tx: Tx,
  { electionId }: Scope,
  before: OneStation,
  { areaId, number, coordinates, ...facts }: Omit<StationChange, 'revision'>,
  changing: string,
): Promise<number> {
  if (areaId !== undefined) {
    const { countyId } = await getLeaf(tx, electionId, areaId)
    // The stations merged into it would stay behind in the old county.
    if (countyId !== before.countyId && before.merged.length > 0)
      throw new Problem('station.stands-for-others')
  }
  const values = Object.fromEntries(
    Object.entries({
      ...byColumn(stationFields, facts),
      ...{ areaId, number },
      latitude: coordinates === undefined ? undefined : (coordinates?.latitude ?? null),
      longitude: coordinates === undefined ? undefined : (coordinates?.longitude ?? null),
    }).filter(([, value]) => value !== undefined),
  )
  const { revision } = await tx
    .updateTable('pollingStations')
    .set({ ...values, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', before.id)
    .returning('revision')
    .executeTakeFirstOrThrow()
    .catch(numberIsTaken(number ?? before.number))
  return revision
}

/** Closes a station, or reopens it (null). */
export async function setClosed(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'pollingStations'>,
  closedAt: Date | null,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('pollingStations')
    .set({ closedAt, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a station without reports; returns its row, for history. */
export async function deleteStation(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'pollingStations'>,
): Promise<TakenOutStation | undefined> {
  // Wait for concurrent reports, so that the next statements see them.
  await sql`select from polling_stations
             where election_id = ${electionId} and id = ${id} for update`.execute(tx)
  const { rows: used } = await sql<Columns<'visits', 'id'>>`
    select id from visits where election_id = ${electionId} and polling_station_id = ${id}
    union all
    select id from unplaced where election_id = ${electionId} and polling_station_id = ${id}
     limit 1`.execute(tx)
  if (used.length > 0) throw new Problem('station.has-data')
  await expectNoOpenIncidents(tx, electionId, sql`${id}`)
  const { rows } = await sql<{ row: TakenOutStation }>`
    delete from polling_stations s where s.election_id = ${electionId} and s.id = ${id}
    returning ${whole('s')} as row`.execute(tx)
  return rows[0]?.row
}

/** How many are registered to vote at stations, by their ids; where it is known. */
export async function listVoters(
  db: Db | Tx,
  electionId: Id<'elections'>,
  stationIds: readonly Id<'pollingStations'>[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; voters: number }>`
    select id, registered_voters as voters from polling_stations
     where election_id = ${electionId} and id = any(${stationIds}::integer[]) and registered_voters is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, voters }) => [id, voters]))
}
