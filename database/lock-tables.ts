import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { isBlocked } from './failure.ts'

/** The class of the advisory locks on elections; see `kit/server/election-lock.ts`. */
export const electionLocks = 1_447_380_807

/** How long others may have to queue behind us for a lock, in milliseconds: then we give up and retry. */
const queuedMs = 400
const pauseMs = 600
/** How long we retry before we fail. */
const patienceMs = 300_000

/**
 * Runs `work` in a transaction without other writers, so that its counts stay correct. Others can still read. Writers wait
 * meanwhile; while we wait for a lock they would queue behind us, so we give up and retry until we get it.
 * @throws Error when a lock has been in our way for five minutes.
 */
export async function withExclusiveWrites(
  client: pg.Client,
  work: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await lockTables(client, attempt)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!isBlocked(error)) throw error
      if (performance.now() > until)
        throw new Error(
          'Another transaction has locked tables that this version has to change for five minutes',
          {
            cause: error,
          },
        )
      await wait(pauseMs)
    }
  }
}

/**
 * Elections first: reports lock them before anything else, and so either pass or wait. Then all other tables,
 * by name, cannot deadlock, except with what locks no election.
 */
async function lockTables(client: pg.Client, attempt: number): Promise<void> {
  const { rows } = await client.query<{ name: string; patience: number }>(tables)
  if (rows.length === 0) return
  const patience = attempt % 10 === 0 ? (rows[0]?.patience ?? queuedMs) : queuedMs
  // For the statement as a whole; otherwise each table could take that long.
  await client.query(`set local statement_timeout = ${patience}`)
  if (rows.some(({ name }) => name === 'elections'))
    await client.query('select pg_advisory_xact_lock($1, id) from elections order by id', [
      electionLocks,
    ])
  await client.query(
    `lock table ${rows.map(({ name }) => name).join(', ')} in share row exclusive mode`,
  )
  await client.query('set local statement_timeout = 0')
  // Tables that the work itself changes may be in use by readers.
  await client.query(`set local lock_timeout = ${queuedMs}`)
}

/**
 * Our own tables (the database may have others), and the lock timeout that makes autovacuum yield: it yields after
 * `deadlock_timeout`, a second by default.
 */
const tables = `
  select c.oid::regclass::text as name,
         (select setting::integer + ${queuedMs} from pg_settings where name = 'deadlock_timeout') as patience
    from pg_class c
   where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
     and c.relname <> 'migrations' and pg_has_role(c.relowner, 'usage')
     and not exists (select from pg_depend d
                      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   order by c.relname`
