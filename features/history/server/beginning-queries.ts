import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'

/** Of what is done in a fresh copy, this makes nothing yet: somebody came in and made sure of it. */
const ofComingIn = ['session', 'accounts', 'invitations', 'factors']

/**
 * Was anything ever made here? Emptiness says nothing of it: an election that was just prepared is
 * empty, and so is one that was cleared. History does, which no act is done without and nobody
 * changes; what else is looked at is for those who write into tables by themselves.
 */
export async function hasHeldAnything(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ hasHeld: boolean }>`
    select exists (select from history where split_part(act, '.', 1) <> all (${ofComingIn}::text[]))
        or (select count(*) > 1 from elections)
        or exists (select from areas) or exists (select from observers)
        or exists (select from forms) as has_held`.execute(db)
  return rows[0]?.hasHeld ?? true
}
