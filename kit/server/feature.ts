import type { Feature } from '#kit/contract/feature.ts'
import type { Copied, Emptied, Ending, Eraser } from './election.ts'
import type { Server } from './http/server.ts'
import type { Counter } from './jobs/counter.ts'
import type { Running, Worker } from './jobs/jobs.ts'
import type { Outside } from './outside.ts'
import type { Tables } from './tables.ts'

/**
 * What a feature brings along on the server. What it needs of features behind it, which it cannot know, it is
 * handed by `apps/server/features.ts`: then its `feature` is a function of that.
 */
export type ServerFeature = Feature & {
  /** Those that it has, and writes alone. */
  readonly tables?: Tables
  /** Answers its calls. */
  routes?(server: Server, outside: Outside): void
  /** Does what was left for later; `counters` are those of all features. */
  workers?(outside: Outside, counters: readonly Counter[]): readonly Worker[]
  /** What a process that does jobs has to leave for later when it begins. */
  begin?(outside: Outside): Promise<void>
  /** What goes on beside the jobs, for as long as they are done. */
  readonly beside?: readonly ((outside: Outside) => Running)[]
  /** The numbers it keeps that could be counted, those that others are counted from first. */
  readonly counters?: readonly Counter[]
  readonly ending?: Ending
  readonly copied?: Copied
  readonly emptied?: Emptied
  readonly eraser?: Eraser
}
