import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Stoppable } from './jobs.ts'

type RepeatOptions = {
  /** Its name in the log. */
  readonly job: string
  /** The pause between two runs, in milliseconds. */
  readonly restMs: number
  readonly logger: Logger
}

/** Repeats something until stopped; a failure is logged, and retried the next time. */
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
