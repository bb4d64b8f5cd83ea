import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { OneStation } from '../station-contract.ts'
import { findStation } from './station-queries.ts'

/** Two stations, locked for this transaction. */
export async function lockBoth(
  tx: Tx,
  scope: Scope,
  id: Id<'pollingStations'>,
  into: Id<'pollingStations'>,
): Promise<{ readonly station: OneStation; readonly other: OneStation }> {
  await sql`
    select from polling_stations
     where election_id = ${scope.electionId} and id = any(array[${id}, ${into}]::integer[])
     order by id for no key update`.execute(tx)
  const [station, other] = [await findStation(tx, scope, id), await findStation(tx, scope, into)]
  if (!station || !other || id === into) throw new Problem('thing.not-found')
  return { station, other }
}

/**
 * Merges a locked station into another, or parts it (null). Nothing that was said is touched: what it counts as
 * changes, and triggers bring the counters along. Reports from it under way complete first.
 */
export async function setMerged(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'pollingStations'>,
  mergedInto: Id<'pollingStations'> | null,
  changing: string,
): Promise<void> {
  await sql`select from polling_stations
             where election_id = ${electionId} and id = ${id} for update`.execute(tx)
  await tx
    .updateTable('pollingStations')
    .set({ mergedInto, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}
