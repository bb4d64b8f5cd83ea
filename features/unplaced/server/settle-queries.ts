import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Unplaced } from '../contract.ts'
import type { Placement } from '../placement-domain.ts'

export type Superseded = readonly Unplaced['superseded'][number][]

/** The outcome of an item. It is open while every time is null. */
export type Settlement = {
  readonly placedAt: Date | null
  readonly dismissedAt: Date | null
  readonly supersededAt: Date | null
  readonly superseded: Superseded
  readonly settledBy: string | null
  readonly pollingStationId: Id<'pollingStations'> | null
  /** The act that placed it. */
  readonly placingId: Id<'placings'> | null
  readonly placement: Placement | null
}

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
