import type { Kysely, Transaction } from 'kysely'
import type { Importance } from '#kit/contract/importance.ts'
import { ourName, reading, writing } from './connections/connection.ts'
import { type Listening, listenOn } from './connections/listen.ts'
import { openSharedPool, renewerOf, type SharedPool } from './connections/pool.ts'
import { fairShareKeeper, nameOfProcess, type Share } from './connections/share.ts'
import { type Ending, runPipelined } from './connections/transaction.ts'
import { WaitTimes } from './connections/wait-times.ts'
import { isAway, isPassing } from './failure.ts'
import { openReplica, type ReplicaStatus } from './replica/replica.ts'
import type { Schema } from './schema.gen.ts'
import { migrationsChannel, schemaVersionGuard } from './schema-version.ts'

/** Reads. Neither the compiler nor PostgreSQL lets it write. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'selectNoFrom' | 'getExecutor'>

/** Writes, inside one transaction; reads what it has written. */
export type Tx = Transaction<Schema>

export type Database = {
  /** Reads the primary, on connections that PostgreSQL keeps from writing. */
  readonly db: Db
  /** The primary's other connections: queries here never wait behind long reads. */
  readonly primary: Db
  /**
   * Reads, on the replica where there is one that has everything committed before the call. When the replica
   * fails the read is repeated on the primary, so `work` may run more than once. Where connections are
   * scarce, the more important go first.
   */
  read<T>(work: (db: Db) => Promise<T>, importance?: Importance): Promise<T>
  /**
   * Runs `work` as one transaction and commits before it resolves. A throw rolls everything back; a deadlock
   * or a serialisation failure is retried, so `work` may run more than once. What `work` does not wait for is
   * pipelined, and so is what it ends with.
   */
  write<T>(work: (tx: Tx, end: Ending) => Promise<T>, importance?: Importance): Promise<T>
  /**
   * Reads everything in one snapshot, however long it takes: on the replica like `read`, but `work` runs
   * once.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Subscribes to every `pg_notify` on the channel, on a connection of its own that reconnects by itself.
   * When the database falls silent, as a machine that is gone does, it closes all connections. `missed` is
   * called after each reconnection: notifications meanwhile were missed.
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): Promise<Listening>
  /** Whether a newer version has migrated the database, as far as we know: then we can serve no more. */
  isSchemaNewer(): boolean
  /** Checks now whether the schema is newer; false without a response. */
  checkSchemaVersion(): Promise<boolean>
  /** This process's share of the connections; undefined before it listens. */
  share(): Share | undefined
  /** The replica's state; undefined when there is none. */
  replica(): ReplicaStatus | undefined
  /** How many connections are in use, idle, and how many calls wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number }
  /** The longest current wait for a connection of either kind. */
  longestWaitMs(): { readonly reading: number; readonly writing: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  /** Where reads may go; the primary when absent. */
  readonly replicaUrl?: string | undefined
  /** Connections of each kind, reading and writing. */
  readonly connections?: number
  /** Whether it shares the available connections with all other processes that do so. */
  readonly isSharing?: boolean
  /** Called when its share becomes less than it wants, and when that is over. */
  readonly onShare?: (share: Share) => void
  /** The migrations that this version knows; a listening process checks whether there are others. */
  readonly migrations?: readonly string[]
  /** Called once when there are, with why this process must end. */
  readonly onNewerSchema?: (reason: unknown) => void
  /** Called when an idle connection breaks, and when a replica is unreachable. */
  readonly onError?: (error: unknown) => void
}

const tries = 3

/** Opens pools on PostgreSQL (15 or later). Without a replica nothing connects until the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, replicaUrl, connections: most = 10, isSharing = false } = options
  const name = isSharing ? nameOfProcess() : ourName
  let isClosing = false
  // A connection that ends while we close it is no news.
  const onError = (error: unknown) => {
    if (!isClosing) options.onError?.(error)
  }
  const waits = { reading: new WaitTimes(), writing: new WaitTimes() }
  const usual = { url, name, most, onError }
  const readers = openSharedPool({ ...usual, settings: reading, waits: waits.reading })
  const writers = openSharedPool({
    ...usual,
    settings: writing,
    waits: waits.writing,
    isPreparing: true,
  })
  const onSilence = renewerOf([readers.pool, writers.pool])
  const replica = replicaUrl
    ? openReplica({ primaryUrl: url, replicaUrl, name, most, waits: waits.reading, onError })
    : undefined
  const reader = (importance: Importance) => readers.on({ importance, isKept: false })
  const sharing = fairShareKeeper({
    reading: readers.turns,
    writing: writers.turns,
    mostOfEach: most,
    onShare: options.onShare ?? (() => undefined),
  })
  const outgrown = schemaVersionGuard(options)
  // The primary's, for its position.
  if (replica) sharing.holdApart()

  return {
    db: reader('reading'),
    // Its queries serve every call: they find the caller, and the stations and options of reports.
    primary: writers.on({ importance: 'report', isKept: false }),
    read: async (work, importance = 'reading') => {
      const current = await replica?.current(importance)
      const own = reader(importance)
      return current ? work(current).catch(onPrimary(work, own)) : work(own)
    },
    write: (work, importance = 'change') => writeOn(writers, importance, work),
    snapshot: async (work) => {
      const current = await replica?.current('export')
      const own = readers.on({ importance: 'export', isKept: true })
      return current ? snapshotOn(current, work, own) : asOfOneMoment(own, work)
    },
    listen: async (channel, heard, missed) => {
      sharing.holdApart()
      return listenOn({
        url,
        name,
        channel,
        askingChannel: migrationsChannel,
        heard,
        missed,
        onError,
        onSilence,
        ask: async (client) => {
          await outgrown.ask(client)
          await (isSharing ? sharing.ask(client) : client.query('select 1'))
        },
      })
    },
    isSchemaNewer: outgrown.current,
    checkSchemaVersion: () =>
      outgrown.askOn(writers.turns.connect({ importance: 'vital', isKept: false })),
    share: () => sharing.current(),
    replica: () => replica?.status(),
    ...measuresOf({ readers, writers, replica, waits }),
    close: async () => {
      isClosing = true
      await Promise.all([replica?.close(), readers.close(), writers.close()])
    },
  }
}

type Measured = {
  readonly readers: SharedPool
  readonly writers: SharedPool
  readonly replica: ReturnType<typeof openReplica> | undefined
  readonly waits: { readonly reading: WaitTimes; readonly writing: WaitTimes }
}

const measuresOf = ({ readers, writers, replica, waits }: Measured) => ({
  connections: () => ({
    ...countIn([readers.pool, writers.pool, ...(replica?.pools() ?? [])]),
    waiting: sum([readers, writers].map(({ turns }) => turns.waitingCount)),
  }),
  longestWaitMs: () => ({
    reading: waits.reading.longestMs(),
    writing: waits.writing.longestMs(),
  }),
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function countIn(pools: readonly { readonly idleCount: number; readonly totalCount: number }[]) {
  const idle = sum(pools.map(({ idleCount }) => idleCount))
  return { used: sum(pools.map(({ totalCount }) => totalCount)) - idle, idle }
}

/**
 * Repeats on the primary what the replica could not do: it went away, or replay removed rows that were being
 * read. Anything else would fail there as well.
 */
const onPrimary =
  <T>(work: (db: Db) => Promise<T>, db: Db) =>
  (error: unknown): Promise<T> => {
    if (isAway(error) || isPassing(error)) return work(db)
    throw error
  }

const asOfOneMoment = <T>(db: Kysely<Schema>, work: (db: Db) => Promise<T>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Moves a snapshot to the primary only if it never began, because `work` may already have sent data. */
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

async function writeOn<T>(
  { turns }: SharedPool,
  importance: Importance,
  work: (tx: Tx, end: Ending) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await turns.connect({ importance, isKept: true })
    try {
      return await runPipelined(client, work)
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error
    } finally {
      client.release()
    }
  }
}
