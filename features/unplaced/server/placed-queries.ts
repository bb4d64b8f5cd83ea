import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import { getMoments } from '#features/visits/server/undo-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import type { ActorCall } from '#kit/server/history/record-change.ts'
import type { Kept } from '../contract.ts'
import { momentsBefore, Placement } from '../placement-domain.ts'
import { inScope } from './queries.ts'
import type { Settlement, Superseded } from './settle-queries.ts'

/** A report where it was placed, whether or not anything of it was used. */
export type PlacedReport = Columns<
  'unplaced',
  'id' | 'receivedAt' | 'saidAt' | 'placedAt' | 'supersededAt'
> & {
  readonly superseded: Superseded
  readonly placement: Placement
}

/** One of the reports that were placed at a visit, whose placing is undone. */
export type PlacementUndo = {
  readonly call: ActorCall
  readonly observer: ObserverActor
  readonly visit: HeldVisit
  readonly gone: PlacedReport
  /** The other reports placed there. */
  readonly staying: readonly PlacedReport[]
}

export type KeptThere = Omit<Kept, 'unplacedId'>

/** What came of it. */
export type PlacementUndoResult = {
  readonly kept: readonly KeptThere[]
  /** The other reports placed there, with their new layers. */
  readonly staying: readonly PlacedReport[]
  /** The differences before and after, for history. */
  readonly told?: { readonly before: object; readonly after: object } | undefined
}

/**
 * What was placed of one observer at one station, in the order in which it was said; locked for this
 * transaction. Placings from before replaced values were recorded are missing.
 */
export async function listPlacedThere(
  tx: Tx,
  electionId: Id<'elections'>,
  {
    observerId,
    pollingStationId,
  }: { readonly observerId: number; readonly pollingStationId: number },
): Promise<PlacedReport[]> {
  const { rows } = await sql<
    Omit<PlacedReport, 'placement' | 'superseded'> &
      Columns<'unplaced', 'placement'> & {
        readonly superseded: readonly { readonly what: string; readonly saidAt: string }[]
      }
  >`
    select id, received_at, said_at, placed_at, superseded_at, superseded, placement
      from unplaced
     where election_id = ${electionId} and observer_id = ${observerId}
       and polling_station_id = ${pollingStationId} and placement is not null
     order by id for update`.execute(tx)
  return rows
    .map(({ placement, superseded, ...row }) => ({
      ...row,
      superseded: superseded.map(({ what, saidAt }) => ({ what, saidAt: new Date(saidAt) })),
      placement: Placement.parse(placement),
    }))
    .sort((one, other) => one.saidAt.getTime() - other.saidAt.getTime() || one.id - other.id)
}

/**
 * When its observer last changed a visit and its station info. What was placed there does not count: it may
 * be undone first.
 */
export async function findMomentsBefore(
  tx: Tx,
  scope: Scope,
  visit: HeldVisit,
): Promise<Pick<Placement, 'lastModified' | 'factsAt'>> {
  if (visit.isNew) return { lastModified: null, factsAt: null }
  const { lastModified, factsAt } = await getMoments(tx, scope, visit.id)
  const there = await listPlacedThere(tx, scope.electionId, visit)
  return momentsBefore(
    { lastModified, factsAt },
    there.map(({ placement }) => placement),
  )
}

/** Updates a report that stays where it was placed, when another placed there is undone. */
export async function updatePlaced(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'unplaced'>,
  {
    placement,
    superseded,
    ...moments
  }: Pick<Settlement, 'placedAt' | 'supersededAt' | 'superseded'> & {
    readonly placement: Placement
  },
): Promise<void> {
  await tx
    .updateTable('unplaced')
    .set({
      ...moments,
      placement: JSON.stringify(placement),
      superseded: sql`${JSON.stringify(superseded)}::jsonb`,
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** The layer below a report where it was placed, and which of its values are used with it. */
export function withLayer(
  report: PlacedReport,
  layer: Pick<Placement, 'answer' | 'facts'>,
  { changes, taken }: { readonly changes: boolean; readonly taken: readonly string[] },
): PlacedReport {
  const { placement, placedAt, supersededAt } = report
  const gave = changes ? (placement.gave ?? placement.at) : placement.gave
  return {
    ...report,
    placement: { ...placement, ...layer, gave },
    superseded: report.superseded.filter(({ what }) => !taken.includes(what)),
    placedAt: placedAt ?? supersededAt,
    supersededAt: null,
  }
}

/** The next id of a placing. */
export async function nextPlacing(tx: Tx): Promise<Id<'placings'>> {
  const { rows } = await sql<{ id: Id<'placings'> }>`
    select nextval('placings_id_seq')::integer as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sequence has no next number')
  return row.id
}

/** The reports of one placing that the caller sees, latest first. */
export async function listOfPlacing(
  tx: Tx,
  scope: Scope,
  placingId: Id<'placings'>,
): Promise<Id<'unplaced'>[]> {
  const { rows } = await sql<Columns<'unplaced', 'id'>>`
    select u.id from unplaced u
     where ${inScope(scope)} and u.placing_id = ${placingId}
     order by u.said_at desc, u.id desc`.execute(tx)
  if (rows.length === 0) throw new Problem('unplaced.not-placed')
  return rows.map(({ id }) => id)
}
