import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** Beside this file in the source, beside the bundle once built. */
const folder = new URL('./migrations/', import.meta.url)

const oldest = 15

/** Held while migrating, so that processes started together take turns. */
const lockKey = 8_347_343

/**
 * Brings a database up to date: runs each migration that has not run, in order, one transaction
 * each. Safe to call from several processes at once.
 * @throws Error when the database has run migrations that this version does not know, or is a
 * PostgreSQL that is too old for us.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuseOld(client)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      `create table if not exists migrations (
         name text primary key, run_at timestamptz(3) not null default now()
       )`,
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const known = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const run = new Set(rows.map(({ name }) => name))
    const foreign = [...run].filter((name) => !known.includes(name))
    if (foreign.length > 0)
      throw new Error(`The database is newer than this version: it has run ${foreign.join(', ')}`)
    for (const name of known) if (!run.has(name)) await runMigration(client, name)
  } finally {
    await client.end()
  }
}

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version < oldest)
    throw new Error(`this is PostgreSQL ${version}; ${oldest} or later is needed`)
}

async function runMigration(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  await client.query(sql)
  await client.query('insert into migrations (name) values ($1)', [name])
  await client.query('commit')
}
