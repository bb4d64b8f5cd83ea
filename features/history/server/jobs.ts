import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import type { Running } from '#kit/server/jobs.ts'
import type { Clock } from '#kit/server/server.ts'
import { type Mark, markNow, sealSome } from './seal-queries.ts'

/** How often new lines are looked for, in milliseconds: the chain is two looks behind. */
const lookMs = 500

/** Lines that one transaction seals: some milliseconds of hashing between two turns of the loop. */
const batch = 1000

type Outside = { readonly database: Database; readonly logger: Logger; readonly clock: Clock }

/**
 * Seals history, here, until stopped. Any number of processes may: one at a time does. It is a
 * loop and no job of a queue, because it always has to be done and needs nothing remembered.
 */
export function startSealing(outside: Outside): Running {
  const stopping = new AbortController()
  const { signal } = stopping
  const sealer = sealing(outside, signal)
  const run = async () => {
    while (!signal.aborted) {
      await sealer().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        outside.logger.warn({ job: 'history.seal', reason }, 'job')
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

/** Makes the function that seals what is due and answers how many lines that were. */
export function sealing(
  { database, clock }: Omit<Outside, 'logger'>,
  signal?: AbortSignal,
): () => Promise<number> {
  let mark: Mark | undefined
  return async () => {
    mark ??= await markNow(database)
    if (!mark) return 0
    const { total, isDone } = await sealUpTo(database, mark, clock, signal)
    // The next mark ripens until we look again.
    if (isDone) mark = await markNow(database)
    return total
  }
}

async function sealUpTo(database: Database, mark: Mark, clock: Clock, signal?: AbortSignal) {
  let total = 0
  while (!signal?.aborted) {
    const { sealed, state } = await database.write((tx) => sealSome(tx, mark, batch, clock()))
    total += sealed
    if (state !== 'more') return { total, isDone: state === 'done' }
  }
  return { total, isDone: false }
}
