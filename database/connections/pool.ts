import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from '../schema.gen.ts'
import { askForMore, connectionTo } from './connection.ts'
import { ConnectionQueue, type ConnectionRequest } from './connection-queue.ts'
import { isMarked, preparingClient } from './prepared.ts'
import type { WaitTimes } from './wait-times.ts'

export type PoolOptions = {
  readonly url: string
  /** The most connections. */
  readonly most: number
  /** Settings in addition to those of all our connections. */
  readonly settings: Readonly<Record<string, string | number>>
  /** Their name in PostgreSQL's lists. */
  readonly name?: string | undefined
  /** Called when an idle connection breaks. */
  readonly onError: (error: unknown) => void
  /** Acquire timeout, in milliseconds. */
  readonly patienceMs?: number
  /** Query timeout. */
  readonly answerMs?: number
  /** Whether to prepare all frequent statements, and to send them without waiting for each other's replies. */
  readonly isPreparing?: boolean
}

/** How long a call waits for a connection by default, in milliseconds. */
export const usualPatienceMs = 5000

/** A pool that opens connections on demand. */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, most, settings, onError, patienceMs = usualPatienceMs } = options
  const { answerMs, isPreparing } = options
  const made = new pg.Pool({
    ...connectionTo(url, settings, options.name),
    types,
    max: most,
    connectionTimeoutMillis: patienceMs,
    ...(answerMs && { query_timeout: answerMs }),
    Client: preparingClient(isPreparing ? () => true : isMarked, !isPreparing),
    ...(isPreparing && { pipeline: true }),
    onConnect: askForMore,
  })
  made.on('error', onError)
  // A broken connection fails the call that holds it, which reports it. Without a listener, the event would
  // end the process.
  made.on('connect', (client) => client.on('error', () => undefined))
  return made
}

/** A pool whose connections are assigned by priority. */
export type SharedPool = {
  readonly pool: pg.Pool
  readonly turns: ConnectionQueue
  /** Queries on its connections, with this importance. */
  on(asking: ConnectionRequest): Kysely<Schema>
  close(): Promise<void>
}

export function openSharedPool(options: PoolOptions & { readonly waits: WaitTimes }): SharedPool {
  const { most, waits, patienceMs = usualPatienceMs } = options
  const pool = openPool(options)
  const turns = new ConnectionQueue(pool, { most, waits, patienceMs })
  const made = new Map<string, Kysely<Schema>>()
  let closing: Promise<void> | undefined
  return {
    pool,
    turns,
    on: (asking) => {
      const key = `${asking.importance} ${asking.isKept}`
      const known = made.get(key) ?? kyselyOn(turns, asking)
      made.set(key, known)
      return known
    },
    close: () => (closing ??= pool.end()),
  }
}

/** Nested keys are JSON from the wire and stay as they are. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

const kyselyOn = (turns: ConnectionQueue, asking: ConnectionRequest) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => turns.connect(asking), end: async () => undefined },
    }),
    plugins: [camelCase],
  })

/**
 * Closes every connection of pools that do not respond: whatever waits for them fails at once, and the next
 * caller opens another.
 */
export function renewerOf(pools: readonly pg.Pool[]): () => void {
  const renewers = pools.map(renewerOfOne)
  return () => {
    for (const renew of renewers) renew()
  }
}

function renewerOfOne(pool: pg.Pool): () => void {
  const busy = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => busy.add(client))
  pool.on('release', (_error, client) => busy.delete(client))
  return () => {
    // To end a pipelined connection would wait for what it has sent.
    for (const client of busy) if (client instanceof pg.Client) client.connection.stream.destroy()
    // Idle ones broke as well, which would only show on their next use.
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

/** Parsers that override the driver's defaults: counts and sums are numbers, days stay text. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return readWhole
    if (oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL)
      return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig
