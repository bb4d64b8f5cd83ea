import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'

/**
 * Acts of these features are not yet content in a fresh copy: a user signed in and secured their account.
 */
const ofComingIn = ['session', 'accounts', 'invitations', 'factors']

/**
 * Was anything ever made here? Empty tables do not tell: an election that was just prepared is empty, and so
 * is one that was cleared. History tells, because it records every act and never changes. The other checks
 * are for programs that write into tables directly.
 */
export async function hasHeldAnything(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ hasHeld: boolean }>`
    select exists (select from history where split_part(act, '.', 1) <> all (${ofComingIn}::text[]))
        or (select count(*) > 1 from elections)
        or exists (select from areas) or exists (select from observers)
        or exists (select from forms) as has_held`.execute(db)
  return rows[0]?.hasHeld ?? true
}
