import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Importance } from '#kit/contract/importance.ts'
import { reading } from '../connections/connection.ts'
import { openSharedPool, renewerOf } from '../connections/pool.ts'
import type { WaitTimes } from '../connections/wait-times.ts'
import { codeOf } from '../failure.ts'
import type { Schema } from '../schema.gen.ts'
import { openPositions, type Positions } from './positions.ts'

/** The state of a replica, for those who operate the machines. */
export type ReplicaStatus = {
  /** `behind`: it responds, but lacks what was committed a while ago. */
  readonly state: 'used' | 'behind' | 'away'
  /** How much of the primary's log it had still to replay at the last check; null when away. */
  readonly lagBytes: number | null
  /** How many reads went where. */
  readonly reads: { readonly replica: number; readonly primary: number }
}

export type Replica = {
  /** Its connections, once it has everything committed before the call; undefined: it will not soon. */
  current(importance: Importance): Promise<Kysely<Schema> | undefined>
  status(): ReplicaStatus
  pools(): readonly pg.Pool[]
  close(): Promise<void>
}

type ReplicaOptions = {
  readonly primaryUrl: string
  readonly replicaUrl: string
  /** Our connections' name in PostgreSQL's lists. */
  readonly name: string
  /** The most connections for reads. */
  readonly most: number
  readonly waits: WaitTimes
  readonly onError: (error: unknown) => void
}

/** How long a read waits for the replica to catch up with what it must see, in milliseconds. */
const mostWaitMs = 100
/** How often to check whether the replica is there and keeps up. */
const lookEveryMs = 1000
/** How long it may take to respond before it counts as away. */
const answerMs = 1000

/** Uses a replica for reads while it is there and keeps up; monitors it until closed. */
export function openReplica(options: ReplicaOptions): Replica {
  const { primaryUrl, replicaUrl, name, most, waits, onError } = options
  const shared = openSharedPool({
    url: replicaUrl,
    name,
    most,
    waits,
    onError,
    settings: reading,
    patienceMs: answerMs,
  })
  const { pool } = shared
  const follower = new ReplicaMonitor(
    (onLost) => openPositions({ primaryUrl, replicaUrl, name, answerMs, onError, onLost }),
    { onError, onSilence: renewerOf([pool]) },
  )
  const reads = { replica: 0, primary: 0 }
  const stopping = new AbortController()
  const looking = lookUntil(stopping.signal, follower)

  return {
    current: async (importance) => {
      const isCurrent = await follower.isCurrent()
      reads[isCurrent ? 'replica' : 'primary'] += 1
      return isCurrent ? shared.on({ importance, isKept: importance === 'export' }) : undefined
    },
    status: () => ({ state: follower.state, lagBytes: follower.lagBytes, reads }),
    pools: () => [pool, ...follower.positions.pools],
    close: async () => {
      stopping.abort()
      await looking
      await Promise.all([shared.close(), follower.positions.close()])
    },
  }
}

type ReplicaListener = {
  /** Called with why it is not used, once each time. */
  onError(error: unknown): void
  /** The replica has been silent for longer than anyone should wait. */
  onSilence(): void
}

/** Tracks whether the replica is there, and its position. */
class ReplicaMonitor {
  state: ReplicaStatus['state'] = 'away'
  readonly positions: Positions
  readonly #listener: ReplicaListener
  /** It shows at least this much: its position never goes back as long as it runs. */
  #replayed = 0
  /** The primary's position at the last check. */
  #committed = 0
  #isMissed = false

  constructor(open: (onLost: () => void) => Positions, listener: ReplicaListener) {
    this.positions = open(() => {
      this.#replayed = 0
    })
    this.#listener = listener
  }

  get lagBytes(): number | null {
    if (this.state === 'away' || this.#replayed === 0) return null
    return Math.max(0, this.#committed - this.#replayed)
  }

  /** Whether it has everything committed before the call. Never rejects. */
  async isCurrent(): Promise<boolean> {
    if (this.state !== 'used') return false
    try {
      if (await this.#reaches(await this.#askCommitted())) return this.state === 'used'
      this.state = 'behind'
    } catch {
      // The next check shows which of the two is away, and whether it still is. The read goes to the primary,
      // and fails by itself when that is the one.
      this.state = 'away'
    }
    return false
  }

  /**
   * Checks its state.
   * @throws Error when the primary is away, which says nothing of the replica.
   */
  async look(): Promise<void> {
    const committed = await this.#askCommitted()
    try {
      if (this.state === 'away') await this.positions.ensureRelated()
      // Checked even when nothing was committed: it may have died meanwhile.
      this.#replayed = await this.positions.replayed()
      this.state = (await this.#reaches(committed)) ? 'used' : 'behind'
      this.#isMissed = false
    } catch (error) {
      this.#miss(error)
    }
  }

  #miss(error: unknown): void {
    // Twice in a row: its waiting callers would otherwise wait for the network's own timeout.
    if (this.#isMissed) this.#listener.onSilence()
    else this.#listener.onError(new Error(`DATABASE_REPLICA_URL: ${reasonOf(error)}`))
    this.#isMissed = true
    this.state = 'away'
  }

  async #askCommitted(): Promise<number> {
    this.#committed = await this.positions.committed()
    return this.#committed
  }

  /** Whether it reaches a position within a short while. */
  async #reaches(position: number): Promise<boolean> {
    const until = performance.now() + mostWaitMs
    for (let pauseMs = 1; this.#replayed < position; pauseMs *= 2) {
      this.#replayed = await this.positions.replayed()
      if (this.#replayed >= position || performance.now() + pauseMs > until) break
      await wait(pauseMs)
    }
    return this.#replayed >= position
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error && error.message) || codeOf(error) || 'It does not answer'

async function lookUntil(signal: AbortSignal, follower: ReplicaMonitor): Promise<void> {
  while (!signal.aborted) {
    await follower.look().catch(() => undefined)
    await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
