import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { visits } from './subjects.ts'

/**
 * Takes visits out of all figures from a moment on; null: they count again. The caller holds their observers
 * (`lockObservers`), because reports change these rows as well.
 */
export async function setAside(
  tx: Tx,
  electionId: Id<'elections'>,
  visitIds: readonly number[],
  at: Date | null,
): Promise<void> {
  if (visitIds.length === 0) return
  await mark(tx, electionId, visits, visitIds)
  await sql`
    update visits set set_aside_at = ${at}
     where election_id = ${electionId} and id = any(${arrayOf(visitIds)}::integer[])`.execute(tx)
}
