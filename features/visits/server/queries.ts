import { sql } from 'kysely'
import { arrayOf, columnOf } from '#database/array.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { StationFacts, type StationInfo } from '../contract.ts'
import { type FactMoments, type Facts, nothingSaid } from '../domain.ts'

/** The visit a report belongs to. */
export type LockedVisit = Columns<
  'visits',
  'id' | 'observerId' | 'pollingStationId' | 'countyId'
> & {
  /** A test observer's reports are kept, and left out of every counter. */
  readonly isTest: Column<'observers', 'isTest'>
}

/** A visit that may still have to be created; nobody else will create it meanwhile. */
export type HeldVisit = LockedVisit &
  Columns<'visits', 'ngoId'> & {
    /** When the report arrived that it is locked for. */
    readonly now: Date
    /** It does not exist yet: its id is allocated, and the transaction that holds it creates it. */
    readonly isNew: boolean
  }

/** An observer, and the stations that they now report on. */
export type Visiting = {
  readonly who: ObserverActor
  readonly stations: readonly PlacedStation[]
  readonly now: Date
}

/**
 * The observers' visits to the stations, one for each, locked until this transaction ends: one observer's
 * reports are serialised. The keys a report is counted under stay the same until then: marking a test
 * observer, or moving a station to another county, waits, and then finds all earlier reports counted.
 * @throws Problem `server.unavailable` when a station has gone since it was looked up.
 */
export async function holdVisits(
  tx: Tx,
  electionId: Id<'elections'>,
  visiting: readonly Visiting[],
): Promise<HeldVisit[]> {
  const asked = visiting.flatMap(({ who, stations, now }) =>
    stations.map((station) => ({ who, station, now })),
  )
  const once = new Map(asked.map((one) => [`${one.who.id}/${one.station.id}`, one]))
  // In one order everywhere, so that reports never deadlock.
  const sorted = [...once.values()].sort(
    (one, other) => one.who.id - other.who.id || one.station.id - other.station.id,
  )
  const { rows: held } = await sql<Pick<HeldVisit, 'id' | 'countyId' | 'isTest' | 'isNew'>>`
    select visit_id as id, county_id as "countyId", is_test as "isTest", is_new as "isNew"
      from hold_visits(${electionId}, ${arrayOf(sorted.map(({ who }) => who.id))}::integer[],
                       ${arrayOf(sorted.map(({ station }) => station.id))}::integer[])`.execute(tx)
  // A station was deleted in between: nothing may be acknowledged, and the retry finds it gone.
  if (held.length < sorted.length) throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
  return sorted.map(({ who, station, now }, place) => ({
    observerId: who.id,
    ngoId: who.ngoId,
    pollingStationId: station.id,
    now,
    ...(held[place] as (typeof held)[number]),
  }))
}

/** The same visits, created where there are none. */
export async function lockVisits(
  tx: Tx,
  electionId: Id<'elections'>,
  visiting: readonly Visiting[],
): Promise<LockedVisit[]> {
  const visits = await holdVisits(tx, electionId, visiting)
  const missing = visits.filter(({ isNew }) => isNew)
  const made = missing.map((visit) => ({ answered: 0, flagged: 0, ...visit }))
  if (made.length > 0) await insertionOf(electionId, made).execute(tx)
  return visits
}

/** Creates locked visits that do not exist yet, with their counters; a part of statements. */
export const insertionOf = (
  electionId: Id<'elections'>,
  visits: readonly (HeldVisit & { readonly answered: number; readonly flagged: number })[],
) => sql`
  insert into visits
    (election_id, id, observer_id, polling_station_id, ngo_id, county_id, answered, flagged,
     last_modified)
  overriding system value
  select ${electionId}, s.id, s.observer, s.station, s.ngo, s.county, s.answered, s.flagged, s.at
    from unnest(${columnOf(visits, 'id')}::integer[],
                ${columnOf(visits, 'observerId')}::integer[],
                ${columnOf(visits, 'pollingStationId')}::integer[],
                ${columnOf(visits, 'ngoId')}::integer[],
                ${columnOf(visits, 'countyId')}::integer[],
                ${columnOf(visits, 'answered')}::integer[],
                ${columnOf(visits, 'flagged')}::integer[],
                ${columnOf(visits, 'now')}::timestamptz[])
         as s (id, observer, station, ngo, county, answered, flagged, at)`

/** Updates the counters of locked, existing visits; a part of statements. */
export const countingOf = (
  electionId: Id<'elections'>,
  visits: readonly (Pick<HeldVisit, 'id' | 'now'> & {
    readonly answered: number
    readonly flagged: number
  })[],
) => sql`
  update visits v
     set answered = v.answered + c.answered, flagged = v.flagged + c.flagged,
         last_modified = greatest(v.last_modified, c.now)
    from unnest(${columnOf(visits, 'id')}::integer[],
                ${columnOf(visits, 'answered')}::integer[],
                ${columnOf(visits, 'flagged')}::integer[],
                ${columnOf(visits, 'now')}::timestamptz[])
         as c (id, answered, flagged, now)
   where v.election_id = ${electionId} and v.id = c.id`

/** Counts a stored note on its visit. */
export async function countNote(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set((is) => ({ notes: is('notes', '+', 1), lastModified: notBefore(now) }))
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** One observer's visit to a station, like `lockVisits`. */
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

/** When a visit last changed: something placed later never sets it back. */
const notBefore = (at: Date) => sql<Date>`greatest(last_modified, ${at}::timestamptz)`

/** What one visit says of its station. */
export type KnownInfo = {
  readonly facts: Facts
  /** When each was last said. */
  readonly said: FactMoments
  /** When any was last said; null: never. */
  readonly factsAt: Date | null
}

/** The moments as they are in JSON. */
type SaidAsText = Readonly<
  Record<string, { readonly at: string; readonly unplacedId: number; readonly sentAt?: string }>
>

const infoColumns = [
  'factsAt',
  'arrivedAt',
  'leftAt',
  'isUrbanArea',
  'isPresidentFemale',
  'facts',
] as const

type InfoRow = {
  readonly arrivedAt: Date | null
  readonly leftAt: Date | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: unknown
}

const factsOf = (row: InfoRow): Facts => ({
  ...nothingSaid,
  ...(StationFacts.parse(row.facts ?? {}) as Partial<Facts>),
  observerArrivalTime: row.arrivedAt,
  observerLeaveTime: row.leftAt,
  urbanArea: row.isUrbanArea,
  isPollingStationPresidentFemale: row.isPresidentFemale,
})

/** The facts as they are stored: those of generation C together, as far as there are any. */
export const rowOf = (facts: Facts): InfoRow & { readonly facts: StationFacts } => ({
  arrivedAt: facts.observerArrivalTime,
  leftAt: facts.observerLeaveTime,
  isUrbanArea: facts.urbanArea,
  isPresidentFemale: facts.isPollingStationPresidentFemale,
  facts: Object.fromEntries(
    Object.entries(StationFacts.parse(facts)).filter(([, value]) => value !== null),
  ),
})

/** What visits say of their stations, before a change. */
export async function listInfos(
  tx: Tx,
  scope: Scope,
  visitIds: readonly Id<'visits'>[],
): Promise<ReadonlyMap<number, KnownInfo>> {
  const rows = await tx
    .selectFrom('visits')
    .select([...infoColumns, 'factsSaid', 'id'])
    .where('electionId', '=', scope.electionId)
    // One parameter however many there are, so that it stays one prepared statement.
    .where('id', '=', sql<Id<'visits'>>`any(${[...visitIds]}::integer[])`)
    .execute()
  return new Map(
    rows.map(({ id, factsAt, factsSaid, ...row }) => {
      const said = Object.entries((factsSaid ?? {}) as SaidAsText).map(
        ([name, { at, unplacedId, sentAt }]) => [
          name,
          { at: new Date(at), unplacedId, ...(sentAt && { sentAt: new Date(sentAt) }) },
        ],
      )
      return [id, { facts: factsOf(row), said: Object.fromEntries(said) as FactMoments, factsAt }]
    }),
  )
}

/** What a visit says of its station, before a change. */
export async function getInfoOfVisit(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
): Promise<KnownInfo> {
  const info = (await listInfos(tx, scope, [visitId])).get(visitId)
  if (!info) throw new Error('The visit is not there')
  return info
}

/** Stores station info; its visit is marked as changed. */
export async function updateInfo(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
  { facts, said }: Pick<KnownInfo, 'facts' | 'said'>,
  now: Date,
): Promise<void> {
  const row = rowOf(facts)
  await tx
    .updateTable('visits')
    .set({
      ...row,
      facts: JSON.stringify(row.facts),
      factsSaid: JSON.stringify(said),
      factsAt: sql<Date>`greatest(facts_at, ${now}::timestamptz)`,
      lastModified: notBefore(now),
    })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', visitId)
    .execute()
}

/** The same for several visits, each once. */
export async function updateInfos(
  tx: Tx,
  { electionId }: Scope,
  infos: readonly (Pick<KnownInfo, 'facts' | 'said'> & {
    readonly visitId: Id<'visits'>
    readonly now: Date
  })[],
): Promise<void> {
  const rows = infos.map(({ facts, said, ...one }) => ({ ...one, ...rowOf(facts), said }))
  await sql`
    update visits v
       set arrived_at = i.arrived_at, left_at = i.left_at, is_urban_area = i.is_urban_area,
           is_president_female = i.is_president_female, facts = i.told -> 0, facts_said = i.told -> 1,
           facts_at = greatest(v.facts_at, i.at), last_modified = greatest(v.last_modified, i.at)
      from rows from (
             unnest(${columnOf(rows, 'visitId')}::integer[], ${columnOf(rows, 'now')}::timestamptz[],
                    ${rows.map(({ arrivedAt }) => arrivedAt)}::timestamptz[],
                    ${rows.map(({ leftAt }) => leftAt)}::timestamptz[],
                    ${rows.map(({ isUrbanArea }) => isUrbanArea)}::boolean[],
                    ${rows.map(({ isPresidentFemale }) => isPresidentFemale)}::boolean[]),
             jsonb_array_elements(${JSON.stringify(rows.map(({ facts, said }) => [facts, said]))}::jsonb)
           ) as i (id, at, arrived_at, left_at, is_urban_area, is_president_female, told)
     where v.election_id = ${electionId} and v.id = i.id`.execute(tx)
}

/** Stores when the facts were last said, where nothing else has changed. */
export async function updateFactsSaid(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
  said: FactMoments,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ factsSaid: JSON.stringify(said) })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', visitId)
    .execute()
}

/** One observer's station info; undefined when they sent none, or are not the caller's. */
export async function findInfo(
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
): Promise<StationInfo | undefined> {
  const row = await db
    .selectFrom('visits')
    .select(infoColumns)
    .where('electionId', '=', scope.electionId)
    .where('observerId', '=', observerId)
    .where('pollingStationId', '=', pollingStationId)
    .where('factsAt', 'is not', null)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .$if(scope.countyIds !== null, (query) => query.where('countyId', 'in', scope.countyIds ?? []))
    .executeTakeFirst()
  return row?.factsAt ? { lastModified: row.factsAt, ...factsOf(row) } : undefined
}
