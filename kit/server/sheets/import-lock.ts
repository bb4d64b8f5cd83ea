import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** Lock numbers of imports into an election, by kind; no other lock uses them. */
const turns = { observers: 0, places: 1, plan: 2, shapes: 3 } as const
export type ImportedKind = keyof typeof turns
const turnKind = 1_230_131_282

/**
 * Serialises imports of the same kind into an election until this transaction ends: of two uploads of a file at once the
 * second finds all of it stored.
 * @param meanwhile for imports that can be cancelled while they wait: throws once they are
 */
export async function lockImport(
  tx: Tx,
  electionId: Id<'elections'>,
  what: ImportedKind,
  meanwhile?: () => unknown,
): Promise<void> {
  if (meanwhile) return lookForTurn(tx, electionId, what, meanwhile)
  // As long as a statement may take: a large file takes longer than others wait for a row.
  await sql`set local lock_timeout = '55s'`.execute(tx)
  await importLock(electionId, what).execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
}

/** How often a cancellable import checks for the lock, in milliseconds. */
const lookEveryMs = 200

/** Waits without limit, as background tasks may; ends when the task is cancelled. */
async function lookForTurn(
  tx: Tx,
  electionId: number,
  what: ImportedKind,
  meanwhile: () => unknown,
): Promise<void> {
  const key = 4 * electionId + turns[what]
  for (;;) {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${turnKind}, ${key}) as is_ours`.execute(tx)
    if (rows[0]?.isOurs) return
    await meanwhile()
    await wait(lookEveryMs)
  }
}

/** The lock as a statement, for callers that wait no longer than for a row. */
export const importLock = (electionId: number, what: ImportedKind) =>
  sql`select pg_advisory_xact_lock(${turnKind}, ${4 * electionId + turns[what]})`
