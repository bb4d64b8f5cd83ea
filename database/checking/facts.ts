import type pg from 'pg'
import { connectAlone } from '../connections/connection.ts'
import { knownMigrations } from '../migrate.ts'
import { runPreflight } from '../preflight.ts'
import { listMissing } from '../schema-version.ts'

const patience = { patienceMs: 4000, answerMs: 4000 }
const rounds = 5

/** What a check of the installation asks the database. */
export type DatabaseFacts = {
  readonly version: string
  /** The median of a few. */
  readonly roundTripMs: number
  /** By how much the database's clock is ahead of this machine's, as far as the round trip tells. */
  readonly aheadMs: number
  /** How many migrations of this version have not run; or why this version cannot work with the database. */
  readonly migrations: { readonly due: number } | { readonly refusal: string }
}

/** @throws Error that says why the database cannot be used. */
export async function readDatabaseFacts(url: string): Promise<DatabaseFacts> {
  const client = await connectAlone(url, patience)
  try {
    await runPreflight(client)
    const [first] = (await client.query<{ server_version: string }>('show server_version')).rows
    const trips: { readonly ms: number; readonly aheadMs: number }[] = []
    for (let round = 0; round < rounds; round += 1) trips.push(await timeTrip(client))
    const median = trips.sort((one, other) => one.ms - other.ms)[Math.floor(rounds / 2)]
    return {
      version: first?.server_version ?? '',
      roundTripMs: median?.ms ?? 0,
      aheadMs: median?.aheadMs ?? 0,
      migrations: await compareMigrations(client),
    }
  } finally {
    await client.end()
  }
}

async function timeTrip(client: pg.Client) {
  const sent = Date.now()
  const from = performance.now()
  const { rows } = await client.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  const ms = performance.now() - from
  return { ms, aheadMs: Number(rows[0]?.ms) - (sent + ms / 2) }
}

async function compareMigrations(client: pg.Client): Promise<DatabaseFacts['migrations']> {
  const known = await knownMigrations()
  const table = await client.query<{ name: string | null }>(
    `select to_regclass('migrations') as name`,
  )
  if (!table.rows[0]?.name) return { due: known.length }
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  try {
    const run = rows.map(({ name }) => name)
    return { due: listMissing(run, known, 'database').length }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * How much of the primary's log a replica has still to replay, in bytes.
 * @throws Error when either does not answer, or the replica is none.
 */
export async function readReplicaLag(primaryUrl: string, replicaUrl: string): Promise<number> {
  const replica = await connectAlone(replicaUrl, patience)
  try {
    const primary = await connectAlone(primaryUrl, patience)
    const position = await primary
      .query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      .finally(() => primary.end())
    const { rows } = await replica.query<{ lag: string | null }>(
      `select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as lag
        where pg_is_in_recovery()`,
      [position.rows[0]?.lsn],
    )
    if (!rows[0]) throw new Error('this is not a replica')
    return Math.max(0, Number(rows[0].lag))
  } finally {
    await replica.end()
  }
}
