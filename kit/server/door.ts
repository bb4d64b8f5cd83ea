import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#kit/contract/problem.ts'

/** Whoever is known to us has been in before: their own doings, not a stranger's flood, fill their line. */
export type Rank = 'known' | 'stranger'

type Options = {
  /** How many are inside at a time. */
  readonly atOnce: number
  /** How many wait in each of the two lines, before whoever comes is told to come again. */
  readonly most: number
}

/** A narrow entrance to work that anybody can ask for, and that must never take all there is. */
export type Door = {
  /** @throws Problem `server.overloaded` when the line of this rank is as long as it may be. */
  pass<T>(rank: Rank, work: () => Promise<T>): Promise<T>
  /**
   * Keeps whoever says nothing of who they are waiting where too many of them come: to answer them costs a
   * processor as well.
   */
  knock(): Promise<void>
  /** How many are inside or in line. */
  count(): number
}

/**
 * So long whoever was refused is in the way of those behind them, in milliseconds: what is right goes through at
 * full speed, and guesses at 80 a second.
 */
const wrongMs = 50

/** So long whoever finds the line full is kept waiting for that answer: a storm slows itself down. */
const fullMs = 1000
/** So many who say nothing of who they are have their answer at once, each second. */
const mostKnocks = 200
/** Of more than so many the connections would be too many. */
const mostKept = 5000

/** Lets a few in at once. The others wait in two lines that end somewhere; known ones go first. */
export function openDoor({ atOnce, most }: Options): Door {
  const lines: Record<Rank, (() => void)[]> = { known: [], stranger: [] }
  let inside = 0
  let refusals = 0
  const letIn = () => {
    if (inside === atOnce) return
    const next = lines.known.shift() ?? lines.stranger.shift()
    if (!next) return
    inside += 1
    next()
  }
  const enter = (rank: Rank) =>
    new Promise<void>((go) => {
      lines[rank].push(go)
      letIn()
    })
  let kept = 0
  const keep = async () => {
    kept += 1
    if (kept <= mostKept) await wait(fullMs)
    kept -= 1
  }
  let [second, knocks] = [0, 0]
  const turnAway = async (): Promise<never> => {
    await keep()
    // They come again, and not all at the same moment.
    throw new Problem('server.overloaded', { retryAfterSeconds: 2 + (refusals++ % 5) })
  }
  return {
    pass: async (rank, work) => {
      if (lines[rank].length >= most) return turnAway()
      await enter(rank)
      try {
        const done = await work()
        if (done instanceof Problem && lines.stranger.length > 0) await wait(wrongMs)
        return done
      } finally {
        inside -= 1
        letIn()
      }
    },
    knock: async () => {
      const now = Math.floor(performance.now() / 1000)
      knocks = now === second ? knocks + 1 : 1
      second = now
      if (knocks > mostKnocks) await keep()
    },
    count: () => inside + lines.known.length + lines.stranger.length,
  }
}
