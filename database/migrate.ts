import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { connectAlone } from './connections/connection.ts'
import { applyAllFunctions, applyFunctions, dueOf, knownFunctions, listDue } from './functions.ts'
import { withExclusiveWrites } from './lock-tables.ts'
import { putNamesInOrder } from './names.ts'
import type { Db } from './open.ts'
import { runPreflight } from './preflight.ts'
import type { Columns } from './rows.ts'
import { migrationsChannel, refuseNewer } from './schema-version.ts'

/** Beside this file in the source, beside the bundle once built. */
const folder = new URL('./migrations/', import.meta.url)

/** Held while migrating, so that processes started together take turns. */
const lockKey = 8_347_343

/** The names of all migrations that this version has, in their order. */
export async function knownMigrations(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Makes this connection the only one of ours that changes what tables there are, until it ends.
 * @throws Error when this is a database that we cannot use.
 */
export async function beginMigrating(client: pg.Client): Promise<void> {
  await runPreflight(client)
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

/** Makes whoever wants to change what tables there are wait until this connection ends. */
export async function holdUpMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [lockKey])
}

/** Makes the table that says which migrations have run. */
export async function rememberMigrations(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, run_at timestamptz(3) not null default now()
     )`,
  )
}

/** Runs migrations in the transaction that is under way. */
export async function runMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}

/**
 * Brings a database up to date: runs each migration that has not run, in order, one transaction
 * each, in which nobody else writes; then makes functions and triggers that have changed. Safe to call
 * from several processes at once, and while servers of an older version run: they hear of a migration and
 * end.
 * @returns whether it was a database of an older version, and is now one of this.
 * @throws Error when the database has run migrations that this version does not know, or is one
 * that we cannot use.
 */
export async function migrate(url: string): Promise<{ readonly isUpgrade: boolean }> {
  const client = await connectAlone(url)
  try {
    await beginMigrating(client)
    await rememberMigrations(client)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const known = await knownMigrations()
    const run = rows.map(({ name }) => name)
    refuseNewer(run, known, 'database')
    const missing = known.filter((name) => !run.includes(name))
    for (const name of missing.slice(0, -1))
      await withExclusiveWrites(client, () => runOne(client, name))
    const isChanged = await finish(client, missing.at(-1))
    await putNamesInOrder(client)
    return { isUpgrade: run.length > 0 && isChanged }
  } finally {
    await client.end()
  }
}

/** @throws Error that says why this version cannot work with what is in a database as it is. */
export async function expectMigrated(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('migrations') as name`.execute(db)
  if (!rows[0]?.name) throw new Error('there is nothing in this database')
  const run = (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(
    ({ name }) => name,
  )
  const known = await knownMigrations()
  refuseNewer(run, known, 'database')
  const missing = known.filter((name) => !run.includes(name))
  if (missing.length > 0) throw older()
  const { rows: applied } = await sql<
    Columns<'functionsApplied', 'file' | 'revision' | 'checksum'>
  >`
    select file, revision, checksum from functions_applied`.execute(db)
  if (dueOf(await knownFunctions(), applied).length > 0) throw older()
}

const older = () =>
  new Error('The database is older than this version: start the server, which brings it up to date')

async function runOne(client: pg.Client, name: string): Promise<void> {
  await runMigrations(client, [name])
  await client.query('select pg_notify($1, $2)', [migrationsChannel, name])
}

/**
 * All functions are made with the last migration, which may have taken some away with what they were for:
 * what it has counted, they keep up from then on. Else those that have changed; where nothing is to be
 * done, nobody is kept waiting.
 * @returns whether anything was.
 */
async function finish(client: pg.Client, last: string | undefined): Promise<boolean> {
  if (last === undefined && (await listDue(client)).length === 0) return false
  await withExclusiveWrites(client, async () => {
    if (last === undefined) return applyFunctions(client, await listDue(client))
    await runOne(client, last)
    await applyAllFunctions(client)
  })
  return true
}
