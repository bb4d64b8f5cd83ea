import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { WaitTimes } from '#database/connections/wait-times.ts'
import { type Importance, importances } from '#kit/contract/importance.ts'
import { Problem } from '#kit/contract/problem.ts'
import { openQueue, type Queue } from './queue.ts'

/** Load signals, where 1 is the threshold of overload. */
type LoadSignals = {
  /** For reads only. */
  readonly reading: number
  readonly everything: number
  /** Whether fewer calls are under way than lately. */
  readonly isEasing: boolean
}

const calm: LoadSignals = { reading: 0, everything: 0, isEasing: true }

/**
 * Shedding level: the first unit refuses the least important calls, the second the next, and so on.
 * 1.5 refuses all exports and every other call for statistics.
 */
type Level = number

/** Load shedding: refuses the least important calls when the server cannot keep up. */
export type LoadShedder = {
  /** How long queues within this process wait. */
  readonly waitTimes: WaitTimes
  /** The queue of anonymous callers for a connection. */
  readonly anonymous: Queue
  /** @throws Problem `server.overloaded` when there is no time for a call of this importance. */
  expectCapacity(importance: Importance): void
  /** Counts a call as running until it is answered. */
  watch(response: ServerResponse): void
  /** Whether more than one call is running; the caller is usually one of them. */
  hasOthers(): boolean
  level(): Level
  /** How many calls were shed so far. */
  refused(): Readonly<Record<string, number>>
  stop(): void
}

/** Sampling interval, in milliseconds. */
const lookEveryMs = 250
/** Overload thresholds, in milliseconds: event loop delay, and time spent waiting for a connection. */
const thresholdsMs = {
  late: 200,
  /** For reads; a user is looking at the screen meanwhile. */
  reading: 500,
  /** For writing, reports among them: a phone is more patient. */
  writing: 1000,
} as const
/**
 * Below this concurrency nothing is shed: the database or the machine is slow, and refusing calls would not help.
 */
const leastUnderWay = 50
/** Some reports always get in: if all were shed, there would be nothing left to do. */
const highest: Level = importances.length - 0.1

/** How much the level falls after each easy sample. */
const fall = 0.5

/**
 * For anonymous callers, concurrent transactions and queue length: enough for all observers of a county who
 * sign in at once, and never so many that reports wait for them (`npm run test:faults -- --only floods`).
 */
const forAnonymous = { atOnce: 4, most: 200 }

type LoadSources = {
  /** How long a call has waited for a database connection, in milliseconds. */
  readonly waitMs: () => { readonly reading: number; readonly writing: number }
  readonly logger: Logger
}

/** Samples the load signals until stopped. */
export function openLoadShedder({ waitMs, logger }: LoadSources): LoadShedder {
  const turns = new WaitTimes()
  const refused = new Map(importances.map((importance) => [importance, 0]))
  const shares = new Map(importances.map((importance) => [importance, 0]))
  let underWay = 0
  let usual = 0
  let level: Level = 0
  let lateMs = 0
  let count = 0
  const loop = watchLoop()
  const look = () => {
    const waited = waitMs()
    // One stall alone means little: half of the value is the previous one. Having waited for so long is
    // conclusive.
    lateMs = (lateMs + loop.lateMs()) / 2
    const strains = {
      reading: waited.reading / thresholdsMs.reading,
      everything: Math.max(
        lateMs / thresholdsMs.late,
        waited.writing / thresholdsMs.writing,
        turns.longestMs() / thresholdsMs.writing,
      ),
      isEasing: underWay < usual,
    }
    usual = (3 * usual + underWay) / 4
    const next = nextLevel(level, underWay < leastUnderWay ? calm : strains)
    if (level === 0 && next > 0) logger.warn({ ...strains, underWay }, 'refusing some calls')
    if (level > 0 && next === 0) logger.warn('no longer refusing calls')
    level = next
  }
  const looking = setInterval(look, lookEveryMs).unref()

  return {
    waitTimes: turns,
    anonymous: openQueue(forAnonymous),
    expectCapacity: (importance) => {
      if (importance === 'vital' || level === 0) return
      // Not at random, but every nth: refusals are spread evenly.
      const share = (shares.get(importance) ?? 0) + shareShed(level, importance)
      shares.set(importance, share % 1)
      if (share < 1) return
      refused.set(importance, (refused.get(importance) ?? 0) + 1)
      // They retry, and not all at the same moment.
      throw new Problem('server.overloaded', { retryAfterSeconds: 2 + (count++ % 5) })
    },
    watch: (response) => {
      underWay += 1
      response.once('close', () => {
        underWay -= 1
      })
    },
    hasOthers: () => underWay > 1,
    level: () => level,
    refused: () => Object.fromEntries(refused),
    stop: () => {
      clearInterval(looking)
      loop.stop()
    },
  }
}

/**
 * Next shedding level, with hysteresis: rises in proportion to the strain, falls steadily, and holds in
 * between; also while strain is high but concurrency falls, because then enough is refused already.
 */
export function nextLevel(level: Level, { reading, everything, isEasing }: LoadSignals): Level {
  // Reports never wait for a connection for reading: refusing them would not help readers.
  const most = everything >= 1 ? highest : importances.indexOf('report')
  const strain = Math.max(reading, everything)
  if (level > most) return Math.max(most, level - fall)
  if (strain >= 1) return isEasing ? level : Math.min(most, level + Math.min(1, strain / 2))
  return strain < 0.5 ? Math.max(0, level - fall) : level
}

/** Share of the calls of one importance that is refused, from 0 to 1. */
export function shareShed(level: Level, importance: (typeof importances)[number]): number {
  return Math.max(0, Math.min(1, level - importances.indexOf(importance)))
}

/** Event loop delay: its mean since the last sample. */
function watchLoop() {
  const resolution = 20
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return {
    lateMs: () => {
      // Nothing was measured where the loop was blocked all the while: the next sample makes up for it.
      const late = delays.count === 0 ? 0 : delays.mean / 1e6 - resolution
      delays.reset()
      return Math.max(0, late)
    },
    stop: () => delays.disable(),
  }
}
