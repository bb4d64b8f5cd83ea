import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Running } from './jobs.ts'

type Repeating = {
  /** What the log calls it. */
  readonly job: string
  /** How long it rests between two times, in milliseconds. */
  readonly restMs: number
  readonly logger: Logger
}

/** Does something again and again until stopped; what fails is logged, and tried again the next time. */
export function repeat(
  { job, restMs, logger }: Repeating,
  work: (signal: AbortSignal) => Promise<unknown>,
): Running {
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
