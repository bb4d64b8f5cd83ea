import type { Kysely, Transaction } from 'kysely'
import { isAway, isPassing } from './failure.ts'
import { type Listening, listenOn } from './listen.ts'
import { kyselyOn, openPool, readOnly, renewerOf } from './pool.ts'
import { openReplica, type ReplicaStatus } from './replica.ts'
import type { Schema } from './schema.gen.ts'
import { Waits } from './waits.ts'

/** Reads. Neither the compiler nor PostgreSQL lets it write. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'selectNoFrom' | 'getExecutor'>

/** Writes, inside one transaction; reads what it has written. */
export type Tx = Transaction<Schema>

export type Database = {
  /** Reads the primary, on connections that PostgreSQL keeps from writing. */
  readonly db: Db
  /** The primary's other connections: what is asked here never waits behind long reads. */
  readonly primary: Db
  /**
   * Reads, on the replica where there is one that has all that was committed before. When the
   * replica fails it is done again on the primary, so `work` may run more than once.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` as one transaction and commits before it resolves. A throw rolls everything back;
   * a deadlock or a serialisation failure is tried again, so `work` may run more than once.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads everything that `work` asks for as of one moment, however long it takes: on the replica
   * like `read`, but `work` runs once.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Hears every `pg_notify` on the channel, on a connection of its own that comes back by itself.
   * When the database falls silent, as a machine does that is gone, it gives up all connections.
   * `missed` is called after each return: what was announced meanwhile was not heard.
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): Promise<Listening>
  /** How the replica is; undefined when there is none. */
  replica(): ReplicaStatus | undefined
  /** How many connections are in use, idle, and how many calls wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number }
  /** For how long the call that waits longest for a connection of either kind has done so. */
  longestWaitMs(): { readonly reading: number; readonly writing: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  /** Where reads may go; the primary when absent. */
  readonly replicaUrl?: string | undefined
  /** Connections of each kind, reading and writing. */
  readonly connections?: number
  /** Hears of a connection that broke while nobody used it, and of a replica that is away. */
  readonly onError?: (error: unknown) => void
}

const tries = 3

/** Opens pools on PostgreSQL (15 or later). Without a replica nothing connects until it is asked. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, replicaUrl, connections: most = 10 } = options
  let isClosing = false
  // A connection that ends while we close it is no news.
  const onError = (error: unknown) => {
    if (!isClosing) options.onError?.(error)
  }
  const readers = openPool({ url, most, onError, settings: readOnly })
  const writing = '-c statement_timeout=60000 -c lock_timeout=10000'
  const writers = openPool({ url, most, onError, settings: writing, isPreparing: true })
  const renewers = [readers, writers].map(renewerOf)
  const waits = { reading: new Waits(), writing: new Waits() }
  const db = kyselyOn(readers, waits.reading)
  const primary = kyselyOn(writers, waits.writing)
  const replica = replicaUrl
    ? openReplica({ primaryUrl: url, replicaUrl, most, waits: waits.reading, onError })
    : undefined

  return {
    db,
    primary,
    read: async (work) => {
      const current = await replica?.current()
      return current ? work(current).catch(onPrimary(work, db)) : work(db)
    },
    write: (work) => writeOn(primary, work),
    snapshot: async (work) => {
      const current = await replica?.current()
      return current ? snapshotOn(current, work, db) : asOfOneMoment(db, work)
    },
    listen: (channel, heard, missed) =>
      listenOn({
        url,
        channel,
        heard,
        missed,
        onError,
        onSilence: () => {
          for (const renew of renewers) renew()
        },
      }),
    replica: () => replica?.status(),
    connections: () => {
      const pools = [readers, writers, ...(replica?.pools() ?? [])]
      const idle = sum(pools.map(({ idleCount }) => idleCount))
      return {
        used: sum(pools.map(({ totalCount }) => totalCount)) - idle,
        idle,
        waiting: sum(pools.map(({ waitingCount }) => waitingCount)),
      }
    },
    longestWaitMs: () => ({
      reading: waits.reading.longestMs(),
      writing: waits.writing.longestMs(),
    }),
    close: async () => {
      isClosing = true
      await Promise.all([replica?.close(), db.destroy(), primary.destroy()])
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Does again on the primary what the replica could not: it went away, or what it replays made away
 * with rows that were being read. Anything else would fail there as well.
 */
const onPrimary =
  <T>(work: (db: Db) => Promise<T>, db: Db) =>
  (error: unknown): Promise<T> => {
    if (isAway(error) || isPassing(error)) return work(db)
    throw error
  }

const asOfOneMoment = <T>(db: Kysely<Schema>, work: (db: Db) => Promise<T>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** What `work` has begun to send cannot be taken back: only a snapshot that never began moves. */
async function snapshotOn<T>(
  replica: Kysely<Schema>,
  work: (db: Db) => Promise<T>,
  primary: Kysely<Schema>,
): Promise<T> {
  let hasBegun = false
  const once = (db: Db) => {
    hasBegun = true
    return work(db)
  }
  try {
    return await asOfOneMoment(replica, once)
  } catch (error) {
    if (hasBegun || !isAway(error)) throw error
    return asOfOneMoment(primary, work)
  }
}

async function writeOn<T>(primary: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await primary.transaction().execute(work)
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error
    }
  }
}
