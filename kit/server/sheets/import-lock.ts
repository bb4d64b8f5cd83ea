import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** Imports into one election, by what they bring; any number that nobody else locks by. */
const turns = { observers: 0, places: 1 } as const
type ImportedKind = keyof typeof turns
const turnKind = 1_230_131_282

/**
 * Waits for whoever else brings the same into the election, until this transaction ends: of two who send
 * one file at once the second finds all of it there.
 * @param meanwhile of whoever may be stopped while they wait: throws once they are
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

/** How often whoever may be stopped looks whether it is their turn, in milliseconds. */
const lookEveryMs = 200

/** As long as it takes: what is left to be done may wait, but hears while it does that it was stopped. */
async function lookForTurn(
  tx: Tx,
  electionId: number,
  what: ImportedKind,
  meanwhile: () => unknown,
): Promise<void> {
  const key = 2 * electionId + turns[what]
  for (;;) {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${turnKind}, ${key}) as is_ours`.execute(tx)
    if (rows[0]?.isOurs) return
    await meanwhile()
    await wait(lookEveryMs)
  }
}

/** The same as a statement, for whoever waits no longer than for a row. */
export const importLock = (electionId: number, what: ImportedKind) =>
  sql`select pg_advisory_xact_lock(${turnKind}, ${2 * electionId + turns[what]})`
