import { sql } from 'kysely'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { job } from '#kit/server/jobs/jobs.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'

/**
 * Counts observers as what staff say they are: test observers or not. An import may change very many at once;
 * the counters follow, in steps that block nobody.
 */
export const countAsSaidLater = job({
  name: 'observers.count-as-said',
  payload: z.object({ electionId: id('elections') }),
  tries: 6,
})

/** Few enough that recounting their activity takes some hundredths of a second. */
const step = 10

/** Counts observers as test observers where they are marked so, and as others where they are not. */
export async function countAsSaid(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
): Promise<void> {
  await sql`select count_as_said(${electionId}, ${ids}::integer[])`.execute(tx)
}

/** Counts all observers concerned, a few at a time; idempotent, also if run twice at once. */
export async function countAllAsSaid(
  database: Database,
  electionId: Id<'elections'>,
  signal?: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  for (;;) {
    const ids = await listMiscounted(database, electionId)
    if (ids.length === 0) return
    await database.write(async (tx) => {
      await lockElectionShared(tx, electionId)
      await countAsSaid(tx, electionId, ids)
    })
    await rest()
  }
}

async function listMiscounted({ primary }: Database, electionId: Id<'elections'>) {
  const { rows } = await sql<Columns<'observers', 'id'>>`
    select o.id from observers o
      join observer_counts c on c.election_id = o.election_id and c.observer_id = o.id
     where o.election_id = ${electionId} and o.is_test <> c.is_test
     order by o.id limit ${step}`.execute(primary)
  return rows.map((one) => one.id)
}
