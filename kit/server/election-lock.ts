import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { codeOf } from '#database/failure.ts'
import { electionLocks } from '#database/lock-tables.ts'
import type { Database, Tx } from '#database/open.ts'
import type { Importance } from '#kit/contract/importance.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'

/**
 * Advisory lock of an election: shared by all writers, exclusive for emptying it, archiving it or making another one
 * current. The exclusive holder waits for all running writers and blocks new ones; later writers see its changes. A row
 * lock would do the same, but PostgreSQL lets shared lockers of a row overtake an exclusive one that waits; advisory locks
 * are granted in the order in which they are requested.
 *
 * It is the first lock of a transaction (docs/database.md).
 */
const kind = electionLocks

/** How long a report waits for an election that is being changed, in milliseconds: then the phone retries. */
const patienceMs = 800
/** How long all others queue behind an exclusive request. */
const queuedMs = 400
/** How often an exclusive request is retried before the caller has to retry. */
const tries = 12
const pauseMs = 300

type ElectionId = Id<'elections'>

/** Until this transaction ends the election cannot be emptied, archived or left. */
export async function lockElectionShared(tx: Tx, id: ElectionId): Promise<void> {
  if (!(await tryElectionShared(tx, id))) await waitForElection(tx, id)
}

/** Takes the shared lock without waiting; false if another transaction holds or awaits it: then `waitForElection`. */
export async function tryElectionShared(tx: Tx, id: ElectionId): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(${kind}, ${id}) as is_held`.execute(tx)
  return rows[0]?.isHeld ?? false
}

export const waitForElection = (tx: Tx, id: ElectionId): Promise<void> =>
  within(tx, patienceMs, sql`select pg_advisory_xact_lock_shared(${kind}, ${id})`)

/** There are still writers: the exclusive transaction is retried from its start. */
export class ElectionBusy extends Error {}

/**
 * Waits until the election has no writers, and locks it until this transaction ends.
 * @throws ElectionBusy, upon which `retryWhileBusy` retries.
 */
export async function lockElectionExclusive(tx: Tx, id: ElectionId): Promise<void> {
  const closing = sql`select pg_advisory_xact_lock(${kind}, ${id})`
  await within(tx, queuedMs, closing).catch((error: unknown) => {
    throw codeOf(error) === '55P03' ? new ElectionBusy() : error
  })
}

/**
 * A transaction that may lock an election exclusively. While it waits others do, so it gives up and retries.
 */
export async function retryWhileBusy<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  importance: Importance,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.write(work, importance)
    } catch (error) {
      if (!(error instanceof ElectionBusy)) throw error
      if (attempt === tries) throw new Problem('server.unavailable', { retryAfterSeconds: 5 })
      await wait(pauseMs)
    }
  }
}

async function within(tx: Tx, ms: number, locking: ReturnType<typeof sql>): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}`}, true)`.execute(tx)
  await locking.execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
}
