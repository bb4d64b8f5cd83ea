import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#kit/contract/problem.ts'

/**
 * Priority class of a waiting caller: an attempt that has begun, a known device, or a stranger. Staff and phones
 * have lanes of their own: a crowd of either does not starve the other.
 */
export type Rank = Lane | 'asking'
type Lane = 'begun' | 'known staff' | 'known phone' | 'staff' | 'phone'

/**
 * A caller who asks for a link proves nothing: they queue with staff, and end like a guesser whatever the
 * result.
 */
const laneOf = (rank: Rank): Lane => (rank === 'asking' ? 'staff' : rank)

export const isKnown = (rank: Rank): boolean => !['staff', 'phone', 'asking'].includes(rank)

type QueueOptions = {
  /** How many are served at a time. */
  readonly atOnce: number
  /** How many of a rank may wait, before others are told to retry. */
  readonly most: number
  /** How long a refused caller waits for that answer, in milliseconds. */
  readonly keptMs?: number
}

/** Admission queue for anonymous work: bounded concurrency, known devices first. */
export type Queue = {
  /** @throws Problem `server.overloaded` when the queue of this rank is full. */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /**
   * Reserves a place for a caller who has something to do first: then they are served, and not refused.
   * @returns releases the place
   * @throws Problem `server.overloaded` as `run` does
   */
  keepPlace(rank: Rank): Promise<() => void>
  /** Serves a caller with a reserved place. */
  serve<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /**
   * Delays callers without credentials where too many of them come: answering them costs processor time as
   * well.
   */
  slowDown(): Promise<void>
  /** How many are served or waiting. */
  count(): number
}

/**
 * How long a failure blocks those behind it, in milliseconds: successes go through at full speed, and guesses
 * at 80 a second.
 */
const wrongMs = 50

/** Backpressure: a refusal is delayed for so long unless another time is named, so that a storm slows itself down. */
const fullMs = 1000
/** How many callers without credentials are answered at once, each second. */
const mostSilent = 200
/** With more than this the connections would be too many. */
const mostKept = 5000

/** Starvation guard: after so many known devices in a row a stranger is served. */
const knownInARow = 3

/** Scheduler: picks the next lane; each lane is first in, first out. */
function openLanes() {
  const lanes: Record<Lane, (() => void)[]> = {
    begun: [],
    'known staff': [],
    'known phone': [],
    staff: [],
    phone: [],
  }
  const known: [Lane, Lane] = ['known staff', 'known phone']
  const strangers: [Lane, Lane] = ['staff', 'phone']
  let inARow = 0
  // Two ranks that both wait alternate: the first of the pair is next.
  const takeOf = (two: [Lane, Lane]) => {
    const [turn, other] = two
    const next = lanes[turn].shift()
    if (!next) return lanes[other].shift()
    two.reverse()
    return next
  }
  return {
    lanes,
    strangers: () => lanes.staff.length + lanes.phone.length,
    take: () => {
      const begun = lanes.begun.shift()
      if (begun) return begun
      const first = inARow < knownInARow ? takeOf(known) : undefined
      inARow = first ? inARow + 1 : 0
      return first ?? takeOf(strangers) ?? takeOf(known)
    },
  }
}

export function openQueue({ atOnce, most, keptMs = fullMs }: QueueOptions): Queue {
  const { lanes, strangers, take } = openLanes()
  /** How many of each rank wait, are served or hold a place. */
  const places = new Map<Rank, number>()
  let served = 0
  const serveNext = () => {
    const next = served < atOnce ? take() : undefined
    if (!next) return
    served += 1
    next()
  }
  const takePlace = (rank: Rank) =>
    new Promise<void>((go) => {
      lanes[laneOf(rank)].push(go)
      serveNext()
    })
  const keepPlace = async (rank: Rank) => {
    const taken = places.get(rank) ?? 0
    // A started attempt is one of those that were let in.
    if (rank !== 'begun' && taken >= most) await turnAway()
    places.set(rank, (places.get(rank) ?? 0) + 1)
    return () => places.set(rank, (places.get(rank) ?? 1) - 1)
  }
  const serve = async <T>(rank: Rank, work: () => Promise<T>): Promise<T> => {
    await takePlace(rank)
    try {
      const done = await work()
      const isWorthless = done instanceof Problem || rank === 'asking'
      if (isWorthless && strangers() > 0) await wait(wrongMs)
      return done
    } finally {
      served -= 1
      serveNext()
    }
  }
  let kept = 0
  const keep = async () => {
    kept += 1
    if (kept <= mostKept) await wait(keptMs)
    kept -= 1
  }
  let refusals = 0
  const turnAway = async (): Promise<never> => {
    await keep()
    // They retry, and not all at the same moment.
    throw new Problem('server.overloaded', { retryAfterSeconds: 2 + (refusals++ % 5) })
  }
  let [second, silent] = [0, 0]
  return {
    serve,
    keepPlace,
    run: async (rank, work) => {
      const leave = await keepPlace(rank)
      try {
        return await serve(rank, work)
      } finally {
        leave()
      }
    },
    slowDown: async () => {
      const now = Math.floor(performance.now() / 1000)
      silent = now === second ? silent + 1 : 1
      second = now
      if (silent > mostSilent) await keep()
    },
    count: () => served + Object.values(lanes).reduce((sum, lane) => sum + lane.length, 0),
  }
}
