import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#kit/contract/problem.ts'

/** Whether we know the device of a caller who has not signed in: it was let in before. */
export type Rank = 'known' | 'unknown'

type Options = {
  /** How many are served at a time. */
  readonly atOnce: number
  /** How many of a rank wait, before whoever comes is told to come again. */
  readonly most: number
}

/** Work that anybody can ask for, and that must never take all there is: a few at a time, known ones first. */
export type Queue = {
  /** @throws Problem `server.overloaded` when as many of this rank wait as may. */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T>
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

/** So long whoever finds no place is kept waiting for that answer: a storm slows itself down. */
const fullMs = 1000
/** So many who say nothing of who they are have their answer at once, each second. */
const mostSilent = 200
/** Of more than so many the connections would be too many. */
const mostKept = 5000

/** Those of a rank are served in the order in which they came. */
export function openQueue({ atOnce, most }: Options): Queue {
  const waiting: Record<Rank, (() => void)[]> = { known: [], unknown: [] }
  let served = 0
  const serveNext = () => {
    if (served === atOnce) return
    const next = waiting.known.shift() ?? waiting.unknown.shift()
    if (!next) return
    served += 1
    next()
  }
  const takePlace = (rank: Rank) =>
    new Promise<void>((go) => {
      waiting[rank].push(go)
      serveNext()
    })
  let kept = 0
  const keep = async () => {
    kept += 1
    if (kept <= mostKept) await wait(fullMs)
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
    run: async (rank, work) => {
      if (waiting[rank].length >= most) return turnAway()
      await takePlace(rank)
      try {
        const done = await work()
        if (done instanceof Problem && waiting.unknown.length > 0) await wait(wrongMs)
        return done
      } finally {
        served -= 1
        serveNext()
      }
    },
    slowDown: async () => {
      const now = Math.floor(performance.now() / 1000)
      silent = now === second ? silent + 1 : 1
      second = now
      if (silent > mostSilent) await keep()
    },
    count: () => served + waiting.known.length + waiting.unknown.length,
  }
}
