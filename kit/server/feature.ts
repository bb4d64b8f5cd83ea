import type { Feature } from '#kit/contract/feature.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Copied, ElectionEndHook, Emptied, Eraser } from './election.ts'
import type { Server } from './http/server.ts'
import type { Counter } from './jobs/counter.ts'
import type { Stoppable, Worker } from './jobs/jobs.ts'
import type { Tables } from './tables.ts'

/**
 * What a feature brings along on the server. What it needs of features behind it, which it cannot know, it is
 * handed by `apps/server/features.ts`: then its `feature` is a function of that.
 */
export type ServerFeature = Feature & {
  /** Those that it has, and writes alone. */
  readonly tables?: Tables
  /** Answers its calls. */
  routes?(server: Server, dependencies: AppDependencies): void
  /** Does what was left for later; `counters` are those of all features. */
  workers?(dependencies: AppDependencies, counters: readonly Counter[]): readonly Worker[]
  /** What a process that does jobs has to leave for later when it begins. */
  begin?(dependencies: AppDependencies): Promise<void>
  /** What goes on beside the jobs, for as long as they are done. */
  readonly beside?: readonly ((dependencies: AppDependencies) => Stoppable)[]
  /** The numbers it keeps that could be counted, those that others are counted from first. */
  readonly counters?: readonly Counter[]
  readonly ending?: ElectionEndHook
  readonly copied?: Copied
  readonly emptied?: Emptied
  readonly eraser?: Eraser
}
