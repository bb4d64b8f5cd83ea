import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Unplaced } from '../contract.ts'
import type { Placement } from '../placement-domain.ts'

/** The parts of an item that were superseded, and when. */
export type Superseded = readonly Unplaced['superseded'][number][]

/** The outcome of an item; every moment null: still open. */
export type Settlement = {
  readonly placedAt: Date | null
  readonly dismissedAt: Date | null
  readonly supersededAt: Date | null
  readonly superseded: Superseded
  readonly settledBy: string | null
  readonly pollingStationId: Id<'pollingStations'> | null
  /** The placing that placed it, and what it replaced there. */
  readonly placingId: Id<'placings'> | null
  readonly placement: Placement | null
}

/** Nobody has dealt with it. */
export const unsettled: Settlement = {
  placedAt: null,
  dismissedAt: null,
  supersededAt: null,
  superseded: [],
  settledBy: null,
  pollingStationId: null,
  placingId: null,
  placement: null,
}

export async function settleUnplaced(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'unplaced'>,
  { superseded, placement, ...settlement }: Settlement,
): Promise<void> {
  await tx
    .updateTable('unplaced')
    .set({
      ...settlement,
      superseded: sql`${JSON.stringify(superseded)}::jsonb`,
      placement: placement && JSON.stringify(placement),
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}
