import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { preparingClient } from './prepared.ts'
import type { Schema } from './schema.gen.ts'
import type { Waits } from './waits.ts'

export type PoolOptions = {
  readonly url: string
  /** The most connections. */
  readonly most: number
  /** As PGOPTIONS says them. */
  readonly settings: string
  /** Hears of a connection that broke while nobody used it. */
  readonly onError: (error: unknown) => void
  /** How long a call waits for a connection, in milliseconds: then it says so instead of hanging. */
  readonly patienceMs?: number
  /** How long it waits for an answer. */
  readonly answerMs?: number
  /** Whether PostgreSQL keeps the plans of what is asked often. */
  readonly isPreparing?: boolean
}

/** What a connection that reads tells PostgreSQL, which then refuses to write. */
export const readOnly = '-c default_transaction_read_only=on -c statement_timeout=60000'

/** Opens connections as they are needed. */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, most, settings, onError, patienceMs = 5000, answerMs, isPreparing } = options
  const made = new pg.Pool({
    connectionString: url,
    types,
    max: most,
    connectionTimeoutMillis: patienceMs,
    ...(answerMs && { query_timeout: answerMs }),
    ...(isPreparing && { Client: preparingClient() }),
    options: settings,
  })
  made.on('error', onError)
  // A connection that breaks while a call holds it fails that call, which says so. Unheard, the
  // event would end the process.
  made.on('connect', (client) => client.on('error', () => undefined))
  return made
}

/** Nested keys are JSON that came from the wire and stay as they are. */
export const kyselyOn = (pool: pg.Pool, waits: Waits) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => connect(pool, waits), end: () => pool.end() },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

async function connect(pool: pg.Pool, waits: Waits): Promise<pg.PoolClient> {
  const caller = {}
  waits.begin(caller)
  return pool.connect().finally(() => waits.end(caller))
}

/**
 * What gives up every connection of a pool that does not answer: what waits for it fails at once,
 * and whoever comes next opens another.
 */
export function renewerOf(pool: pg.Pool): () => void {
  const busy = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => busy.add(client))
  pool.on('release', (_error, client) => busy.delete(client))
  return () => {
    for (const client of busy) if (client instanceof pg.Client) void client.end()
    // Those that nobody uses went the same way, which would only show when somebody does.
    for (let idle = pool.idleCount; idle > 0; idle--)
      void pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
  }
}

const readWhole = (text: string) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large to be exact`)
  return number
}

/** Whatever the driver's defaults: counts and sums are numbers, days stay text. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return readWhole
    if (oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL)
      return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig
