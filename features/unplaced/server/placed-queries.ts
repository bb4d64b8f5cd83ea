import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { Placement } from '../placement-domain.ts'
import { inScope } from './queries.ts'
import type { Superseded } from './settle-queries.ts'

/** A placed report, used or superseded. */
export type PlacedReport = Columns<
  'unplaced',
  'id' | 'pollingStationId' | 'placedAt' | 'supersededAt'
> & {
  readonly superseded: Superseded
  readonly placement: Placement
}

/**
 * The reports of one observer that were placed at one station, locked for this transaction. Placings from before
 * version 0.2 are missing.
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
    select id, polling_station_id, placed_at, superseded_at, superseded, placement
      from unplaced
     where election_id = ${electionId} and observer_id = ${observerId}
       and polling_station_id = ${pollingStationId} and placement is not null
     order by id for update`.execute(tx)
  return rows.map(({ placement, superseded, ...row }) => ({
    ...row,
    superseded: superseded.map(({ what, saidAt }) => ({ what, saidAt: new Date(saidAt) })),
    placement: Placement.parse(placement),
  }))
}

/** Stores the parts of a placed report that are still superseded. */
export async function updatePlaced(
  tx: Tx,
  { electionId }: Scope,
  { id, superseded, placedAt, supersededAt, placement }: PlacedReport,
): Promise<void> {
  await tx
    .updateTable('unplaced')
    .set({
      ...{ placedAt, supersededAt },
      placement: JSON.stringify(placement),
      superseded: sql`${JSON.stringify(superseded)}::jsonb`,
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

export async function nextPlacing(tx: Tx): Promise<Id<'placings'>> {
  const { rows } = await sql<{ id: Id<'placings'> }>`
    select nextval('placings_id_seq')::integer as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sequence has no next number')
  return row.id
}

/** The reports of one placing that the caller sees, newest first. */
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
