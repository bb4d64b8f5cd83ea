import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import type { Stoppable } from '../jobs/jobs.ts'
import { channel } from './mark.ts'
import { findLastMark, hasMarks, listMarked, type Pass, projectOnce } from './project.ts'
import type { Projections } from './projection.ts'

/** The shortest pause between two passes that reports are waited for, in milliseconds. */
const restMs = 250
/** How often it looks without being woken, in milliseconds: another process may have died over its marks. */
const lookMs = 5_000

type Dependencies = { readonly database: Database; readonly logger: Logger }

/** Keeps figures up to date, in this process, until stopped. Any number of processes may: one counts at a time. */
export async function startProjector(
  { database, logger }: Dependencies,
  projections: Projections,
): Promise<Stoppable> {
  const stopping = new AbortController()
  const { signal } = stopping
  const alarm = new Alarm()
  const listening = await database.listen(channel, alarm.ring, alarm.ring)
  const run = async () => {
    while (!signal.aborted) {
      await alarm.rung(signal)
      const began = performance.now()
      // What a failed pass did not finish is still marked.
      const passes = await projectMarked(database, projections).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        if (!signal.aborted) logger.warn({ reason }, 'projector')
        return ['busy'] as const
      })
      if (isLeft(passes)) alarm.ring()
      await sleep(restAfter(passes, performance.now() - began), signal)
    }
  }
  const loop = run()
  return {
    stop: async () => {
      stopping.abort()
      alarm.ring()
      await loop
      await listening.stop()
    },
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** One pass for each election with marks. */
async function projectMarked(database: Database, projections: Projections): Promise<Pass[]> {
  const passes: Pass[] = []
  for (const electionId of await listMarked(database.primary))
    passes.push(await projectOnce(database, projections, electionId))
  return passes
}

/** Whether there may be more to count. */
const isLeft = (passes: readonly Pass[]) => passes.some((pass) => pass !== 'idle')

/**
 * How long it rests after some passes, in milliseconds: twice as long as it worked, so that reports come first. Staff wait
 * for a range: it takes half of the time, and all of it without reports.
 */
function restAfter(passes: readonly Pass[], workedMs: number): number {
  const own = passes.filter((pass) => pass !== 'idle')
  if (own.length > 0 && own.every((pass) => pass === 'alone')) return 0
  if (own.some((pass) => pass === 'alone' || pass === 'cut')) return workedMs
  return Math.max(restMs, 2 * workedMs)
}

/** Wakes the projector; a ring while it works is kept. */
class Alarm {
  #isRinging = true
  #wake: () => void = () => undefined

  readonly ring = (): void => {
    this.#isRinging = true
    this.#wake()
  }

  /** Resolves once it rang, or after a while. */
  async rung(signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    if (!this.#isRinging) await Promise.race([woken, sleep(lookMs, signal)])
    this.#isRinging = false
  }
}

/**
 * Counts everything that is marked, and the marks that this adds, without a pause; another projector may work at the same
 * time.
 * @param rounds how often to begin again with what was marked meanwhile, where reports go on coming
 */
export async function projectAll(
  database: Database,
  projections: Projections,
  rounds = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const last = await findLastMark(database.primary)
    if (last === undefined) return
    while (await hasMarks(database.primary, last))
      if (isLeft(await projectMarked(database, projections))) await wait(1)
  }
}
