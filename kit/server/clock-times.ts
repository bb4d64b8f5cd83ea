import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { FoundTimes, Zones } from './election.ts'

/** How many skipped times a reply names. */
const mostNamed = 10

/**
 * Finds what clocks of two zones show differently.
 * @param times selects `at`, and `id` and `name` of what it is the beginning or end of, which counts once
 */
export async function findClockTimes(
  db: Db | Tx,
  times: RawBuilder<unknown>,
  { from, to }: Zones,
): Promise<FoundTimes> {
  const becomes = sql`t.at at time zone ${from} at time zone ${to}`
  const isOther = sql`t.at at time zone ${from} <> t.at at time zone ${to}`
  // Where clocks are put forward they show no such time, and PostgreSQL takes one after it.
  const isSkipped = sql`(${becomes}) at time zone ${to} <> t.at at time zone ${from}`
  const { rows } = await sql<Omit<FoundTimes, 'skipped'> & { readonly skipped: number }>`
    select count(distinct t.id) filter (where ${isOther})::integer as count, min(t.at) filter (where ${isOther}) as first,
           count(*) filter (where ${isSkipped})::integer as skipped
      from (${times}) t`.execute(db)
  const { skipped, ...found } = rows[0] ?? { count: 0, first: null, skipped: 0 }
  if (skipped === 0) return { ...found, skipped: { count: 0, first: [] } }
  const named = await sql<FoundTimes['skipped']['first'][number]>`
    select t.name, t.at, ${becomes} as becomes from (${times}) t
     where ${isSkipped} order by t.at, t.name limit ${mostNamed}`.execute(db)
  return { ...found, skipped: { count: skipped, first: named.rows } }
}
