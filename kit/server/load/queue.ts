import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#kit/contract/problem.ts'

/**
 * Priority class of who waits: an attempt that has begun, a known device, or a stranger. Staff and phones
 * have lanes of their own: a crowd of either does not starve the other.
 */
export type Rank = Lane | 'asking'
type Lane = 'begun' | 'known staff' | 'known phone' | 'staff' | 'phone'

/** Who asks for a link proves nothing: they wait with staff, and however it ends as one who guesses does. */
const laneOf = (rank: Rank): Lane => (rank === 'asking' ? 'staff' : rank)

export const isKnown = (rank: Rank): boolean => !['staff', 'phone', 'asking'].includes(rank)

type QueueOptions = {
  /** How many are served at a time. */
  readonly atOnce: number
  /** How many of a rank wait, before whoever comes is told to come again. */
  readonly most: number
  /** How long whoever finds no place is kept waiting for that answer, in milliseconds. */
  readonly keptMs?: number
}

/** Admission queue for anonymous work: bounded concurrency, known devices first. */
export type Queue = {
  /** @throws Problem `server.overloaded` when as many of this rank wait as may. */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /**
   * Keeps a place for somebody who has something to do before: then they are served, and not refused.
   * @returns what gives the place back
   * @throws Problem `server.overloaded` as `run` does
   */
  keepPlace(rank: Rank): Promise<() => void>
  /** Serves whoever has a place. */
  serve<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /**
   * Keeps whoever says nothing of who they are waiting where too many of them come: to answer them costs a
   * processor as well.
   */
  slowDown(): Promise<void>
  /** How many are served or wait. */
  count(): number
}

/**
 * So long whoever was refused is in the way of those behind them, in milliseconds: what is right goes through at
 * full speed, and guesses at 80 a second.
 */
const wrongMs = 50

/** Backpressure: a refusal is delayed for so long unless another time is named, so that a storm slows itself down. */
const fullMs = 1000
/** So many who say nothing of who they are have their answer at once, each second. */
const mostSilent = 200
/** Of more than so many the connections would be too many. */
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
  // Of two ranks that both wait each has every other turn: the first is whose turn it is.
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
  /** How many of each rank wait, are served or have something to do before. */
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
    // Whose try has begun is one of those who were let in.
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
    // They come again, and not all at the same moment.
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
