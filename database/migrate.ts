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
import { baseline, listMissing, migrationsChannel } from './schema-version.ts'

/** Beside this file in the source, beside the bundle once built. */
const folder = new URL('./migrations/', import.meta.url)
const baselineFolder = new URL('./baseline/', import.meta.url)

/** Held while migrating, so that processes started together are serialised. */
const lockKey = 8_347_343

/** The names of all migrations of this version, in order; the first is the baseline. */
export async function knownMigrations(): Promise<readonly string[]> {
  return [baseline, ...(await listSql(folder))]
}

const listSql = async (folder: URL) =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

async function textOf(migration: string): Promise<string> {
  if (migration !== baseline) return readFile(new URL(migration, folder), 'utf8')
  const files = await listSql(baselineFolder)
  const texts = files.map((name) => readFile(new URL(name, baselineFolder), 'utf8'))
  return (await Promise.all(texts)).join('')
}

/**
 * Takes the migration lock for this connection, until it ends.
 * @throws Error when we cannot use this database.
 */
export async function beginMigrating(client: pg.Client): Promise<void> {
  await runPreflight(client)
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

/** Blocks migrations until this connection ends. */
export async function holdUpMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [lockKey])
}

/** Creates the table that records which migrations have run. */
export async function rememberMigrations(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, run_at timestamptz(3) not null default now()
     )`,
  )
}

/** Runs migrations in the current transaction. */
export async function runMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await client.query(await textOf(name))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}

/**
 * Migrates a database: runs each migration that has not run, in order, one transaction each, without other
 * writers; then applies changed functions and triggers. Safe to call from several processes at once, and
 * while servers of an older version run: they hear of a migration and end.
 * @returns whether it was a database of an older version, and is now one of this.
 * @throws Error when the database is newer than this version, older than the baseline, or unusable.
 */
export async function migrate(url: string): Promise<{ readonly isUpgrade: boolean }> {
  const client = await connectAlone(url)
  try {
    await beginMigrating(client)
    await rememberMigrations(client)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const run = rows.map(({ name }) => name)
    const missing = listMissing(run, await knownMigrations(), 'database')
    for (const name of missing.slice(0, -1))
      await withExclusiveWrites(client, () => runOne(client, name))
    const isChanged = await finish(client, missing.at(-1))
    await putNamesInOrder(client)
    return { isUpgrade: run.length > 0 && isChanged }
  } finally {
    await client.end()
  }
}

/** @throws Error that says why this version cannot work with the database. */
export async function expectMigrated(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('migrations') as name`.execute(db)
  if (!rows[0]?.name) throw new Error('there is nothing in this database')
  const run = (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(
    ({ name }) => name,
  )
  if (listMissing(run, await knownMigrations(), 'database').length > 0) throw older()
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
 * All functions are applied with the last migration, which may have dropped some with their tables: they keep
 * up its counts from then on. Otherwise only changed ones; if there are none, no lock is needed.
 * @returns whether anything was applied.
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
