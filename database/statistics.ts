import { sql } from 'kysely'
import type { Db } from './open.ts'

/** From how many new rows of one election on it is worth it: to analyze costs as much as to store some hundreds. */
export const worthAnalyzing = 1000

/**
 * Has PostgreSQL analyze tables that now hold much more of an election. By itself it does so once a minute, and only if a
 * tenth of a table has changed; until then it takes the election for empty, and reads all of it for each row that a key
 * would find. A concurrent analysis does it for us. The columns are named, so that expressions of indexes are left to
 * autovacuum: they take five times as long.
 */
export async function analyzeTables(db: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ readonly table: string; readonly columns: readonly string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.oid = any(${tables}::text[]::regclass[]) and a.attnum > 0 and not a.attisdropped
     group by c.relname`.execute(db)
  const analyzed = rows.map(
    ({ table, columns }) =>
      sql`${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`,
  )
  await sql`analyze (skip_locked) ${sql.join(analyzed)}`.execute(db)
}

/** Analyzes a table of figures after more rows changed at once than PostgreSQL has seen in it. */
export async function analyzeGrown(db: Db, table: string, changed: number): Promise<void> {
  if (changed < worthAnalyzing) return
  const { rows } = await sql<{ seen: number }>`
    select greatest(reltuples, 0)::float8 as seen from pg_class where oid = ${table}::text::regclass`.execute(
    db,
  )
  if ((rows[0]?.seen ?? 0) < changed) await analyzeTables(db, [table])
}

/**
 * Analyzes a table while many rows arrive in batches: after the first thousand, and whenever their number has doubled. Each
 * batch searches earlier rows by a cached plan for the number of rows that PostgreSQL saw last. A plan for none compares
 * ten thousand phones with ten thousand others. PostgreSQL itself never analyzes uncommitted rows.
 * @returns call it with the number of rows that each batch adds
 */
export function analyzeAsTheyGrow(
  tables: readonly string[],
): (db: Db, added: number) => Promise<void> {
  let all = 0
  let next = worthAnalyzing
  return async (db, added) => {
    all += added
    if (all < next) return
    next = 2 * all
    await analyzeTables(db, tables)
  }
}
