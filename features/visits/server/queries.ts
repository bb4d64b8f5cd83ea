import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { StationFacts, type StationInfo } from '../contract.ts'

/** The visit a report goes to. */
export type LockedVisit = {
  readonly id: Id<'visits'>
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly countyId: Id<'areas'>
  /** A test observer's reports are kept, and left out of every count. */
  readonly isTest: boolean
}

/** An observer, and the stations that they now say something of. */
export type Visiting = {
  readonly who: ObserverActor
  readonly stations: readonly PlacedStation[]
  readonly now: Date
}

/**
 * The observers' visits to the stations, one for each, made where there are none, and kept to this
 * transaction until it ends: two sendings of one report take turns. What a report is counted under
 * stays as it is until then: whoever turns out to be a test observer, or moves a station to another
 * county, waits, and finds in the counts all that came before.
 * @throws Problem `server.unavailable` when a station has gone since it was looked up.
 */
export async function lockVisits(
  tx: Tx,
  electionId: Id<'elections'>,
  visiting: readonly Visiting[],
): Promise<LockedVisit[]> {
  const asked = visiting.flatMap(({ who, stations, now }) =>
    stations.map((station) => ({ who, station, now })),
  )
  const once = new Map(asked.map((one) => [`${one.who.id}/${one.station.id}`, one]))
  // In one order everywhere, so that no two reports ever wait for each other.
  const sorted = [...once.values()].sort(
    (one, other) => one.who.id - other.who.id || one.station.id - other.station.id,
  )
  const observers = sorted.map(({ who }) => who.id)
  const stations = sorted.map(({ station }) => station.id)
  const { rows } = await sql<LockedVisit>`
    with seen as materialized (
      select id, is_test from observers
       where election_id = ${electionId} and id = any(${observers}::integer[])
       order by id for share
    ), places as materialized (
      select id, county_id from polling_stations
       where election_id = ${electionId} and id = any(${stations}::integer[])
       order by id for share
    ), visited as (
      insert into visits
        (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
      select ${electionId}, o.id, p.id, s.ngo, p.county_id, s.at
        from unnest(${observers}::integer[], ${stations}::integer[],
                    ${sorted.map(({ who }) => who.ngoId)}::integer[],
                    ${sorted.map(({ now }) => now)}::timestamptz[]) as s (observer, station, ngo, at)
        join seen o on o.id = s.observer
        join places p on p.id = s.station
       order by o.id, p.id
      on conflict on constraint visits_one_per_observer_and_station
        do update set ngo_id = excluded.ngo_id
      returning id, observer_id, polling_station_id, county_id
    )
    select v.id, v.observer_id as "observerId", v.polling_station_id as "pollingStationId",
           v.county_id as "countyId", o.is_test as "isTest"
      from visited v join seen o on o.id = v.observer_id`.execute(tx)
  // A station was deleted in between: nothing may be acknowledged, and who sends again finds it gone.
  if (rows.length < sorted.length) throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
  return rows
}

/** The one visit of an observer to a station, as `lockVisits` has it. */
export async function lockVisit(
  tx: Tx,
  who: ObserverActor,
  station: PlacedStation,
  now: Date,
): Promise<LockedVisit> {
  const [visit] = await lockVisits(tx, who.scope.electionId, [{ who, stations: [station], now }])
  if (!visit) throw new Error('A visit was neither found nor made')
  return visit
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
    .$if(scope.countyIds !== null, (query) => query.where('countyId', 'in', scope.countyIds ?? []))
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
