import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import type { Head, LastHead } from '#kit/server/history/history.ts'
import type { Clock } from '#kit/server/http/server.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import {
  chainStateOf,
  findFurthest,
  type KnownHead,
  recordRefusal,
  takeBackRefused,
} from './head-queries.ts'
import { markNow, type SealMark, sealSome } from './seal-queries.ts'

/** How often new lines are looked for, in milliseconds: the chain is two looks behind. */
const lookMs = 500

/** Lines sealed by one transaction: some milliseconds of hashing without yielding to the event loop. */
const batch = 1000

/** How often the log repeats that nothing is sealed, in milliseconds. */
const remindMs = 60_000

type SealingDependencies = {
  readonly database: Database
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly clock: Clock
  readonly lastHead: LastHead
}

/**
 * Seals history in this process until stopped. Any number of processes may: one at a time does. A loop and
 * not a job, because it always has to run and needs no state.
 */
export function startSealing(dependencies: SealingDependencies): Stoppable {
  const stopping = new AbortController()
  const { signal } = stopping
  const sealer = sealing(dependencies, signal)
  const run = async () => {
    while (!signal.aborted) {
      await sealer().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        dependencies.logger.warn({ job: 'history.seal', reason }, 'job')
      })
      await wait(lookMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const loop = run()
  return {
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}

/** Creates the function that seals what is due and returns how many lines that were. */
export function sealing(
  dependencies: SealingDependencies,
  signal?: AbortSignal,
): () => Promise<number> {
  const { database } = dependencies
  const watch = watchHead(dependencies)
  let mark: SealMark | undefined
  return async () => {
    if (!(await watch.fits())) return 0
    mark ??= await markNow(database)
    if (!mark) return 0
    const { total, isDone } = await sealUpTo(dependencies, mark, watch, signal)
    // The next mark ripens until the next look.
    if (isDone) mark = await markNow(database)
    return total
  }
}

type Watch = ReturnType<typeof watchHead>

async function sealUpTo(
  { database, clock }: SealingDependencies,
  mark: SealMark,
  watch: Watch,
  signal?: AbortSignal,
): Promise<{ readonly total: number; readonly isDone: boolean }> {
  let total = 0
  while (!signal?.aborted) {
    const { sealed, state, last } = await database.write((tx) =>
      sealSome(tx, mark, { most: batch, now: clock(), known: watch.known() }),
    )
    total += sealed
    if (last) await watch.made(last)
    if (state !== 'more') return { total, isDone: state === 'done' }
  }
  return { total, isDone: false }
}

/**
 * Tracks the furthest head there was: in this process, where the installation keeps it, and in what history
 * records of downloads. Where the chain does not hold it any more, seals were removed or replaced, and to
 * continue would hide that.
 */
function watchHead({ database, clock, logger, lastHead }: SealingDependencies) {
  let known: KnownHead | undefined
  let hasLooked = false
  let remindedAt = 0
  const refuse = async (head: KnownHead, last: Head | undefined) => {
    const now = clock()
    if (now.getTime() - remindedAt >= remindMs) {
      remindedAt = now.getTime()
      logger.error(
        { remembered: head, found: last ?? null },
        'history is not sealed any more: its chain does not hold a head that was there before',
      )
    }
    await database.write((tx) => recordRefusal(tx, { known: head, last, now }))
  }
  return {
    known: () => known,
    /** Whether the chain still holds the known head. */
    fits: async (): Promise<boolean> => {
      // Read before the chain: what another process has recorded by then is already in it.
      known = further(known, await lastHead.read())
      if (!hasLooked) known = further(known, await findFurthest(database.primary))
      const { last, isHeld } = await chainStateOf(database.primary, known)
      if (!isHeld && known) {
        await refuse(known, last)
        return false
      }
      if (!hasLooked || remindedAt > 0) await database.write(takeBackRefused)
      hasLooked = true
      remindedAt = 0
      known = further(known, last)
      return true
    },
    made: async (head: Head): Promise<void> => {
      known = head
      await lastHead.write(head)
    },
  }
}

const further = (one: KnownHead | undefined, other: KnownHead | undefined) =>
  other && (!one || other.position > one.position) ? other : one
