import { sql } from 'kysely'
import type { Tx } from './open.ts'

/** From how many new rows of one election on it is worth it: to look costs as much as to store some hundreds. */
export const worthLooking = 1000

/**
 * Has PostgreSQL look at tables that now hold much more of an election. It does so by itself once a minute, and only where
 * a tenth of a table has changed; until then it takes the election for empty, and reads all of it for each row that a key
 * would find. Whoever looks at the same moment does so for us.
 */
export async function lookAnew(tx: Tx, tables: readonly string[]): Promise<void> {
  await sql`analyze (skip_locked) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(tx)
}
