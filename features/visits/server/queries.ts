import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf, inElection } from '#database/values/array.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { visits } from './subjects.ts'

/** The visit a report belongs to. */
export type LockedVisit = Columns<'visits', 'id' | 'observerId' | 'pollingStationId' | 'countyId'>

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
 * reports are serialised. Nothing is locked that staff change.
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
  const { rows: held } = await sql<Pick<HeldVisit, 'id' | 'countyId' | 'isNew'>>`
    select visit_id as id, county_id as "countyId", is_new as "isNew"
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
  const held = await holdVisits(tx, electionId, visiting)
  const missing = held.filter(({ isNew }) => isNew)
  const made = missing.map((visit) => ({ answered: 0, flagged: 0, ...visit }))
  if (made.length > 0) await insertionOf(electionId, made).execute(tx)
  return held
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
    from ${inElection(
      electionId,
      ['id', 'answered', 'flagged', 'now'],
      sql`unnest(${columnOf(visits, 'id')}::integer[],
                 ${columnOf(visits, 'answered')}::integer[],
                 ${columnOf(visits, 'flagged')}::integer[],
                 ${columnOf(visits, 'now')}::timestamptz[])`,
    )} c
   where v.election_id = c.election_id and v.id = c.id`

/** Counts a stored note on its visit. */
export async function countNote(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
  now: Date,
): Promise<void> {
  await mark(tx, electionId, visits, [id])
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
export const notBefore = (at: Date) => sql<Date>`greatest(last_modified, ${at}::timestamptz)`
