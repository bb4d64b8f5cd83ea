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

/**
 * Looks at the columns by which a file's rows are found, while it comes in batch by batch: after the first thousand, and
 * whenever there are twice as many. Each batch searches among those before it by a plan that is kept, and that was made
 * for as many as PostgreSQL saw last: for none, it compares ten thousand phones with ten thousand others. Nobody else sees
 * these rows yet, so that it does not look by itself. To look at all columns would cost as much as a third of the import.
 * @returns is told after each batch how many rows it has added
 */
export function lookAsTheyGrow(
  tx: Tx,
  table: string,
  columns: readonly string[],
): (added: number) => Promise<void> {
  let all = 0
  let next = worthLooking
  return async (added) => {
    all += added
    if (all < next) return
    next = 2 * all
    await sql`analyze (skip_locked) ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`.execute(
      tx,
    )
  }
}
