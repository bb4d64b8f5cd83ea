import { sql } from 'kysely'
import type { Database } from '#database/open.ts'

/** How many statements wait for a row that another transaction holds. */
export async function waitingForARow({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
