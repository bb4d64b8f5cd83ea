import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from '../schema.gen.ts'
import { askForMore, connectionTo } from './connection.ts'
import { ConnectionQueue, type ConnectionRequest } from './connection-queue.ts'
import { preparingClient } from './prepared.ts'
import type { WaitTimes } from './wait-times.ts'

export type PoolOptions = {
  readonly url: string
  /** The most connections. */
  readonly most: number
  /** What its connections are told besides what all of ours are. */
  readonly settings: Readonly<Record<string, string | number>>
  /** What PostgreSQL lists its connections as. */
  readonly name?: string | undefined
  /** Hears of a connection that broke while nobody used it. */
  readonly onError: (error: unknown) => void
  /** Acquire timeout, in milliseconds. */
  readonly patienceMs?: number
  /** How long it waits for an answer. */
  readonly answerMs?: number
  /** Whether PostgreSQL keeps the plans of what is asked often. */
  readonly isPreparing?: boolean
}

/** How long a call waits for a connection, in milliseconds, unless somebody says otherwise. */
export const usualPatienceMs = 5000

/** Opens connections as they are needed. */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, most, settings, onError, patienceMs = usualPatienceMs } = options
  const { answerMs, isPreparing } = options
  const made = new pg.Pool({
    ...connectionTo(url, settings, options.name),
    types,
    max: most,
    connectionTimeoutMillis: patienceMs,
    ...(answerMs && { query_timeout: answerMs }),
    ...(isPreparing && { Client: preparingClient() }),
    onConnect: askForMore,
  })
  made.on('error', onError)
  // A connection that breaks while a call holds it fails that call, which says so. Unheard, the
  // event would end the process.
  made.on('connect', (client) => client.on('error', () => undefined))
  return made
}

/** A pool whose connections are assigned by priority. */
export type SharedPool = {
  readonly pool: pg.Pool
  readonly turns: ConnectionQueue
  /** Asks on its connections, as somebody of this importance. */
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

/** Nested keys are JSON that came from the wire and stay as they are. */
const kyselyOn = (turns: ConnectionQueue, asking: ConnectionRequest) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => turns.connect(asking), end: async () => undefined },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/**
 * What gives up every connection of pools that do not answer: what waits for it fails at once,
 * and whoever comes next opens another.
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
