import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.gen.ts'

/** Reads. Neither the compiler nor PostgreSQL lets it write. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'selectNoFrom' | 'getExecutor'>

/** Writes, inside one transaction; reads what it has written. */
export type Tx = Transaction<Schema>

export type Database = {
  /** Reads, on a replica where there is one: it may be a moment behind. */
  readonly db: Db
  /** Reads that must see the last commit. */
  readonly primary: Db
  /**
   * Runs `work` as one transaction and commits before it resolves. A throw rolls everything back;
   * a deadlock or a serialisation failure is tried again, so `work` may run more than once.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads everything that `work` asks for as of one moment, however long it takes. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Hears every `pg_notify` on the channel, on a connection of its own that comes back by itself.
   * `missed` is called after each return: what was announced meanwhile was not heard.
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): Promise<Listening>
  /** How many connections are in use, idle, and how many calls wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

export type Listening = { stop(): Promise<void> }

export type DatabaseOptions = {
  readonly url: string
  /** Where reads may go; the primary when absent. */
  readonly replicaUrl?: string | undefined
  /** Connections of each kind, reading and writing. */
  readonly connections?: number
  /** Hears of a connection that broke while nobody used it. */
  readonly onError?: (error: unknown) => void
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

const retriable = new Set(['40001', '40P01'])
const tries = 3

/** Opens pools on PostgreSQL (15 or later). Nothing connects until the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, replicaUrl = url, connections = 10 } = options
  let isClosing = false
  // A connection that ends while we close it is no news.
  const onError = (error: unknown) => {
    if (!isClosing) options.onError?.(error)
  }
  const pool = (connectionString: string, settings: string) => {
    const made = new pg.Pool({
      connectionString,
      types,
      max: connections,
      // A call that cannot get a connection says so instead of hanging.
      connectionTimeoutMillis: 5000,
      options: settings,
    })
    made.on('error', onError)
    // A connection that breaks while a call holds it fails that call, which says so. Unheard, the
    // event would end the process.
    made.on('connect', (client) => client.on('error', () => undefined))
    return made
  }
  const readers = pool(replicaUrl, '-c default_transaction_read_only=on -c statement_timeout=60000')
  const writers = pool(url, '-c statement_timeout=60000 -c lock_timeout=10000')
  const db = kysely(readers)
  const primary = kysely(writers)

  return {
    db,
    primary,
    write: (work) => writeOn(primary, work),
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    listen: (channel, heard, missed) => listenOn(url, channel, heard, missed, onError),
    connections: () => ({
      used: readers.totalCount + writers.totalCount - readers.idleCount - writers.idleCount,
      idle: readers.idleCount + writers.idleCount,
      waiting: readers.waitingCount + writers.waitingCount,
    }),
    close: async () => {
      isClosing = true
      await Promise.all([db.destroy(), primary.destroy()])
    },
  }
}

/** Nested keys are JSON that came from the wire and stay as they are. */
const kysely = (pool: pg.Pool) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

async function writeOn<T>(primary: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await primary.transaction().execute(work)
    } catch (error) {
      if (attempt === tries || !retriable.has(codeOf(error))) throw error
    }
  }
}

/** PostgreSQL's code of a failed statement, such as `23505`; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** LISTEN belongs to one connection, so it cannot share a pool's. */
async function listenOn(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  missed: () => void,
  onError: (error: unknown) => void,
): Promise<Listening> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined

  /** Resolves when it listens, with a promise of the moment when it no longer does. */
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    client = next
    next.on('error', onError)
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    return { ended }
  }
  let current = await connect()
  // One loop, so that there is one connection however an attempt fails.
  const keepListening = async () => {
    while (!signal.aborted) {
      await current.ended
      await wait(300, undefined, { signal }).catch(() => undefined)
      try {
        if (signal.aborted) return
        current = await connect()
        missed()
      } catch (error) {
        onError(error)
      }
    }
  }
  const loop = keepListening()
  return {
    stop: async () => {
      stopping.abort()
      await client?.end()
      await loop
    },
  }
}
