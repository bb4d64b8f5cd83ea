import type pg from 'pg'
import { type Importance, importances } from '#kit/contract/importance.ts'
import { isFull } from '../failure.ts'
import type { WaitTimes } from './wait-times.ts'

/** A request for a connection. */
export type ConnectionRequest = {
  readonly importance: Importance
  /** Whether it is held for several statements (a transaction), which may need a second connection. */
  readonly isKept: boolean
}

type WaitingRequest = ConnectionRequest & {
  /** The deadline, by `performance.now()`. */
  readonly until: number
  patience?: NodeJS.Timeout
  readonly resolve: (client: pg.PoolClient) => void
  readonly reject: (error: unknown) => void
}

type ConnectionQueueOptions = {
  /** The most connections, until it is changed. */
  readonly most: number
  readonly waits: WaitTimes
  /** Wait timeout, in milliseconds. */
  readonly patienceMs: number
}

/** How soon to retry when the database had no room for another connection, in milliseconds. */
const fullMs = 250

const rankOf = ({ importance }: ConnectionRequest) =>
  importance === 'vital' ? importances.length : importances.indexOf(importance)

/**
 * Priority queue for a pool's connections: the most important first, then first come, first served. The same
 * queue serves those who wait because the database refuses another connection.
 *
 * Deadlock avoidance: a transaction never gets the last connection, because it may need a statement on a
 * second one, as reports do for their lookups, and would wait for itself.
 */
export class ConnectionQueue {
  readonly #pool: pg.Pool
  readonly #options: ConnectionQueueOptions
  #most: number
  /** For how many connections there is room, as far as we know: finite once the database has refused one. */
  #room = Number.POSITIVE_INFINITY
  #used = 0
  #kept = 0
  #waiting: WaitingRequest[] = []
  #looking: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool, options: ConnectionQueueOptions) {
    this.#pool = pool
    this.#options = options
    this.#most = options.most
    // Only for a new connection: there is room again.
    pool.on('connect', () => {
      this.#room = Number.POSITIVE_INFINITY
    })
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  /** Sets this process's limit. Excess connections are closed when they are free. */
  setMost(most: number): void {
    if (most === this.#most) return
    this.#most = most
    const surplus = Math.min(this.#pool.idleCount, this.#pool.totalCount - most)
    for (let nth = 0; nth < surplus; nth++)
      void this.#pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
    this.#goOn()
  }

  async connect(asking: ConnectionRequest): Promise<pg.PoolClient> {
    const { waits, patienceMs } = this.#options
    const caller = {}
    // Strangers' waiting does not show how we keep up with signed-in callers.
    if (asking.importance !== 'anonymous') waits.begin(caller)
    return new Promise<pg.PoolClient>((resolve, reject) => {
      const until = performance.now() + patienceMs
      const waiting = { ...asking, until, resolve, reject }
      if (this.#waiting.length === 0 && this.#mayHave(waiting)) void this.#open(waiting)
      else this.#wait(waiting)
    }).finally(() => waits.end(caller))
  }

  #wait(waiting: WaitingRequest): void {
    waiting.patience = setTimeout(
      () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        // Worded as in the driver.
        waiting.reject(new Error('timeout exceeded when trying to connect'))
      },
      Math.max(0, waiting.until - performance.now()),
    )
    const place = this.#waiting.findIndex(
      (one) =>
        rankOf(one) < rankOf(waiting) ||
        (rankOf(one) === rankOf(waiting) && one.until > waiting.until),
    )
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, waiting)
    this.#goOn()
  }

  #goOn(): void {
    for (;;) {
      const place = this.#waiting.findIndex((one) => this.#mayHave(one))
      const [next] = place === -1 ? [] : this.#waiting.splice(place, 1)
      if (!next) return
      clearTimeout(next.patience)
      void this.#open(next)
    }
  }

  #mayHave({ isKept }: ConnectionRequest): boolean {
    const most = Math.min(this.#most, this.#room)
    return this.#used < most && (!isKept || this.#kept < Math.max(1, most - 1))
  }

  async #open(waiting: WaitingRequest): Promise<void> {
    const giveBack = this.#count(waiting)
    try {
      const client = await this.#pool.connect()
      const release = client.release
      client.release = (why) => {
        giveBack()
        release(why ?? this.#pool.totalCount > this.#most)
        this.#goOn()
      }
      waiting.resolve(client)
    } catch (error) {
      giveBack()
      if (isFull(error)) this.#waitForRoom(waiting)
      else waiting.reject(error)
      this.#goOn()
    }
  }

  /** Counts a connection as used; the returned function ends that. */
  #count({ isKept }: ConnectionRequest): () => void {
    this.#used += 1
    if (isKept) this.#kept += 1
    return () => {
      this.#used -= 1
      if (isKept) this.#kept -= 1
    }
  }

  #waitForRoom(waiting: WaitingRequest): void {
    this.#room = this.#pool.totalCount
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined
      this.#room = this.#pool.totalCount + 1
      this.#goOn()
    }, fullMs)
    this.#wait(waiting)
  }
}
