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

/** The visit of a report. */
export type LockedVisit = Columns<'visits', 'id' | 'observerId' | 'pollingStationId' | 'countyId'>

/** A locked visit that may not exist yet; no other transaction can create it. */
export type HeldVisit = LockedVisit &
  Columns<'visits', 'ngoId'> & {
    /** The arrival of the report. */
    readonly now: Date
    /** It does not exist yet; its id is allocated for this transaction to create it. */
    readonly isNew: boolean
  }

/** An observer, and the stations of their report. */
export type Visiting = {
  readonly who: ObserverActor
  readonly stations: readonly PlacedStation[]
  readonly now: Date
}

/**
 * Locks the observers' visits to the stations until this transaction ends, which serialises the reports of one
 * observer. No row is locked that staff edit.
 * @throws Problem `server.unavailable` if a station was deleted since it was looked up.
 */
export async function holdVisits(
  tx: Tx,
  electionId: Id<'elections'>,
  visiting: readonly Visiting[],
): Promise<HeldVisit[]> {
  const keys = visiting.flatMap(({ who, stations, now }) =>
    stations.map((station) => ({ who, station, now })),
  )
  const once = new Map(keys.map((one) => [`${one.who.id}/${one.station.id}`, one]))
  // In one order everywhere, so that reports never deadlock.
  const sorted = [...once.values()].sort(
    (one, other) => one.who.id - other.who.id || one.station.id - other.station.id,
  )
  const { rows: held } = await sql<Pick<HeldVisit, 'id' | 'countyId' | 'isNew'>>`
    select visit_id as id, county_id as "countyId", is_new as "isNew"
      from hold_visits(${electionId}, ${arrayOf(sorted.map(({ who }) => who.id))}::integer[],
                       ${arrayOf(sorted.map(({ station }) => station.id))}::integer[])`.execute(tx)
  // A station was deleted meanwhile. The report must not be acknowledged; the retry finds the station missing.
  if (held.length < sorted.length) throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
  return sorted.map(({ who, station, now }, place) => ({
    observerId: who.id,
    ngoId: who.ngoId,
    pollingStationId: station.id,
    now,
    ...(held[place] as (typeof held)[number]),
  }))
}

/** Locks the visits, and creates missing ones. */
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

/** SQL that creates locked visits with their counters. */
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

/** SQL that updates the counters of locked, existing visits. */
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

/** The last change of a visit, which a placed item never sets back. */
export const notBefore = (at: Date) => sql<Date>`greatest(last_modified, ${at}::timestamptz)`
