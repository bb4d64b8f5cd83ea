import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Stoppable } from './jobs.ts'

type RepeatOptions = {
  /** What the log calls it. */
  readonly job: string
  /** How long it rests between two times, in milliseconds. */
  readonly restMs: number
  readonly logger: Logger
}

/** Does something again and again until stopped; what fails is logged, and tried again the next time. */
export function repeat(
  { job, restMs, logger }: RepeatOptions,
  work: (signal: AbortSignal) => Promise<unknown>,
): Stoppable {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        logger.warn({ job, reason }, 'job')
      })
      await wait(restMs, undefined, { signal, ref: false }).catch(() => undefined)
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
