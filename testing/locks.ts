import { sql } from 'kysely'
import type { Database, Tx } from '#database/open.ts'
import { gate } from '#features/tasks/server/testing.ts'

/** How many statements wait for a row that another transaction holds. */
export async function waitingForARow({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** How many deadlocks PostgreSQL has resolved in this database. */
export async function deadlocksIn({ db }: Database): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}

/** Runs something in a separate transaction, which is rolled back when its locks are released. */
export async function holdLocks(
  database: Database,
  take: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [held, letGo] = [gate(), gate()]
  const lasting = database
    .write(async (tx) => {
      await take(tx)
      held.open()
      await letGo.isOpen
      throw new Error('let go')
    })
    .catch(() => held.open())
  await held.isOpen
  return async () => {
    letGo.open()
    await lasting
  }
}
