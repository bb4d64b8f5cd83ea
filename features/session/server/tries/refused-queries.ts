import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'

/** The span recorded as one line. */
const quarterMs = 15 * 60_000

const beginOf = (moment: Date) => new Date(Math.floor(moment.getTime() / quarterMs) * quarterMs)

/**
 * Counts a refusal: of an account, or of the network it came from.
 * @returns in how many seconds it is to be recorded, when this is the first of its quarter of an hour
 */
export async function countRefused(tx: Tx, name: string, now: Date): Promise<number | undefined> {
  const electionId = (await findCurrentElection(tx))?.id ?? null
  const begin = beginOf(now)
  const { rows } = await sql<{ isFirst: boolean }>`
    with others as (select 1 from refused_tries where began_at = ${begin} limit 1)
    insert into refused_tries as t (began_at, name, election_id, tries)
    values (${begin}, ${name}, ${electionId}, 1)
    on conflict (began_at, name) do update set tries = t.tries + 1
    returning not exists (select from others) as is_first`.execute(tx)
  const untilOver = begin.getTime() + quarterMs - now.getTime()
  return rows[0]?.isFirst ? Math.ceil(untilOver / 1000) + 1 : undefined
}

/** Refusals to a caller in a quarter of an hour. */
export type RefusedAttempts = Columns<'refusedTries', 'beganAt' | 'name' | 'electionId' | 'tries'>

/** Takes the counts of past quarters of an hour; no other process gets them. */
export async function takeRefused(
  tx: Tx,
  now: Date,
  most: number,
): Promise<readonly RefusedAttempts[]> {
  const { rows } = await sql<RefusedAttempts>`
    delete from refused_tries
     where (began_at, name) in (
       select began_at, name from refused_tries
        where began_at < ${beginOf(now)} order by began_at, name limit ${most} for update skip locked)
    returning began_at, name, election_id, tries`.execute(tx)
  return rows
}

/**
 * Deletes failures too old to lock anybody: each made-up name leaves a row. Those of existing staff accounts
 * wait until their owner was told.
 */
export async function forgetOldFailures(tx: Tx, now: Date): Promise<void> {
  const old = new Date(now.getTime() - 3_600_000)
  await sql`
    delete from sign_in_failures f
     where last_at < ${old}
       and not exists (select from staff where f.key in ('staff:' || account_key,
                                                        'shared:staff:' || account_key))`.execute(
    tx,
  )
}
