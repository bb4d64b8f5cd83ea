import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { StationFacts, type StationInfo } from '../contract.ts'

/** The visit a report goes to. */
export type LockedVisit = {
  readonly id: Id<'visits'>
  readonly pollingStationId: Id<'pollingStations'>
}

/**
 * The observer's visits to the stations, one for each, made where there are none, and kept to this
 * transaction until it ends: two sendings of one report take turns.
 */
export async function lockVisits(
  tx: Tx,
  who: ObserverActor,
  stations: readonly PlacedStation[],
  now: Date,
): Promise<LockedVisit[]> {
  // In one order everywhere, so that two phones of one observer never wait for each other.
  const sorted = [...new Map(stations.map((station) => [station.id, station])).values()].sort(
    (one, other) => one.id - other.id,
  )
  const { rows } = await sql<LockedVisit>`
    insert into visits
      (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
    select ${who.scope.electionId}, ${who.id}, s.id, ${who.ngoId}, s.county_id, ${now}
      from unnest(${sorted.map(({ id }) => id)}::integer[],
                  ${sorted.map(({ countyId }) => countyId)}::integer[]) as s (id, county_id)
    on conflict on constraint visits_one_per_observer_and_station
      do update set ngo_id = excluded.ngo_id
    returning id, polling_station_id as "pollingStationId"`.execute(tx)
  return rows
}

/** When a visit last changed: what is placed afterwards takes it back to no earlier moment. */
export const notBefore = (at: Date) => sql<Date>`greatest(last_modified, ${at}::timestamptz)`

export type StationInfoChange = {
  readonly arrivedAt: Date | null
  readonly leftAt: Date | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: StationFacts
}

/** What a visit says of its station, before a change. */
export async function getInfoOfVisit(tx: Tx, scope: Scope, visitId: Id<'visits'>) {
  return tx
    .selectFrom('visits')
    .select(['arrivedAt', 'leftAt', 'isUrbanArea', 'isPresidentFemale', 'facts', 'factsAt'])
    .where('electionId', '=', scope.electionId)
    .where('id', '=', visitId)
    .executeTakeFirstOrThrow()
}

export async function updateInfo(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
  { facts, ...change }: StationInfoChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ ...change, facts: JSON.stringify(facts), factsAt: now, lastModified: notBefore(now) })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', visitId)
    .execute()
}

/** Records that the observer left, whatever else was said of the station. */
export async function updateLeft(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
  leftAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ leftAt, factsAt: now, lastModified: notBefore(now) })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', visitId)
    .execute()
}

/** The station info one observer sent; undefined when they sent none, or are not the caller's. */
export async function findInfo(
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
): Promise<StationInfo | undefined> {
  const row = await db
    .selectFrom('visits')
    .select(['factsAt', 'arrivedAt', 'leftAt', 'isUrbanArea', 'isPresidentFemale', 'facts'])
    .where('electionId', '=', scope.electionId)
    .where('observerId', '=', observerId)
    .where('pollingStationId', '=', pollingStationId)
    .where('factsAt', 'is not', null)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .executeTakeFirst()
  if (!row?.factsAt) return undefined
  const facts = StationFacts.parse(row.facts ?? {})
  return {
    lastModified: row.factsAt,
    observerArrivalTime: row.arrivedAt,
    observerLeaveTime: row.leftAt,
    urbanArea: row.isUrbanArea,
    isPollingStationPresidentFemale: row.isPresidentFemale,
    numberOfVotersOnTheList: facts.numberOfVotersOnTheList ?? null,
    numberOfCommissionMembers: facts.numberOfCommissionMembers ?? null,
    numberOfFemaleMembers: facts.numberOfFemaleMembers ?? null,
    minPresentMembers: facts.minPresentMembers ?? null,
    chairmanPresence: facts.chairmanPresence ?? null,
    singlePollingStationOrCommission: facts.singlePollingStationOrCommission ?? null,
    adequatePollingStationSize: facts.adequatePollingStationSize ?? null,
  }
}
