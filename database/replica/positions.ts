import type pg from 'pg'
import { reading } from '../connections/connection.ts'
import { openPool } from '../connections/pool.ts'

/** The positions of both in their common log, in bytes. */
export type Positions = {
  /** The last committed position of the primary. */
  committed(): Promise<number>
  /**
   * What the replica shows.
   * @throws Error when it is not, or no longer, a replica.
   */
  replayed(): Promise<number>
  /** @throws Error when they are not of one database: positions in two logs cannot be compared. */
  ensureRelated(): Promise<void>
  readonly pools: readonly pg.Pool[]
  close(): Promise<void>
}

export type PositionsOptions = {
  readonly primaryUrl: string
  readonly replicaUrl: string
  /** The connections' name in PostgreSQL's lists. */
  readonly name: string
  /** Query timeout for either, in milliseconds. */
  readonly answerMs: number
  readonly onError: (error: unknown) => void
  /** The replica may have been restarted: it may show less than before. */
  readonly onLost: () => void
}

/**
 * Queries both, on separate connections: beside the reads, which may take all their connections, and with a
 * shorter timeout.
 */
export function openPositions(options: PositionsOptions): Positions {
  const { primaryUrl, replicaUrl, name, answerMs, onError, onLost } = options
  const open = (url: string) =>
    openPool({ url, name, most: 1, settings: reading, onError, patienceMs: answerMs, answerMs })
  const primary = open(primaryUrl)
  const replica = open(replicaUrl)
  replica.on('remove', onLost)
  return {
    committed: shared(() => committedOn(primary)),
    replayed: shared(() => replayedOn(replica)),
    ensureRelated: async () => {
      const [one, other] = await Promise.all([primary, replica].map(nameOf))
      if (one !== other) throw new Error('It is of another database')
    },
    pools: [primary, replica],
    close: async () => {
      await Promise.all([primary.end(), replica.end()])
    },
  }
}

/**
 * Coalesces: runs one at a time. Callers while one runs share the next: it begins after they came, so its
 * result is as recent as their knowledge.
 */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const now = run()
        running = now
        return now
      })
    return next
  }
}

/** The flushed position: what is merely written may never be committed, nor reach a replica. */
async function committedOn(primary: pg.Pool): Promise<number> {
  const question = "select pg_current_wal_flush_lsn() - '0/0' as answer"
  return ask<number>(primary, question)
}

async function replayedOn(replica: pg.Pool): Promise<number> {
  const question = `select case when pg_is_in_recovery()
                           then pg_last_wal_replay_lsn() - '0/0' end as answer`
  const position = await ask<number | null>(replica, question)
  if (position === null) throw new Error('It is not a replica')
  return position
}

const nameOf = (pool: pg.Pool) =>
  ask<string>(
    pool,
    "select concat_ws(' ', system_identifier, current_database()) as answer from pg_control_system()",
  )

async function ask<Answer>(pool: pg.Pool, question: string): Promise<Answer> {
  const { rows } = await pool.query<{ answer: Answer }>(question)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered with nothing')
  return row.answer
}
