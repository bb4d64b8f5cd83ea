import type { Feature } from '#kit/contract/feature.ts'
import type { AppDependencies } from './dependencies.ts'
import type {
  ClockTimes,
  Copied,
  ElectionEndHook,
  ElectionReturnHook,
  ElectionStartHook,
  Emptied,
  Eraser,
  TakeBackHook,
} from './election.ts'
import type { Server } from './http/server.ts'
import type { Stoppable, Worker } from './jobs/jobs.ts'
import type { FollowUp, Projection, Projections, Spread } from './projections/projection.ts'
import type { Tables } from './tables.ts'

/**
 * A feature's server side. `apps/server/features.ts` passes what it needs of later features, which it cannot import: its
 * `feature` is then a function.
 */
export type ServerFeature = Feature & {
  /** The tables it owns, and writes exclusively. */
  readonly tables?: Tables
  /** Registers its routes. */
  routes?(server: Server, dependencies: AppDependencies): void
  /** Its job workers; `projections` are those of all features. */
  workers?(dependencies: AppDependencies, projections: Projections): readonly Worker[]
  /** Enqueues its jobs when a process that runs jobs starts. */
  begin?(dependencies: AppDependencies): Promise<void>
  /** Background loops, which run as long as the jobs. */
  readonly beside?: readonly ((dependencies: AppDependencies) => Stoppable)[]
  /** The figures that the projector keeps for it, of its own and earlier features' rows; sources come first. */
  readonly projections?: readonly (Projection | FollowUp)[]
  /** Changes of other subjects that make its subjects stale. */
  readonly spreads?: readonly Spread[]
  readonly ending?: ElectionEndHook
  readonly starting?: ElectionStartHook
  readonly returning?: ElectionReturnHook
  readonly clockTimes?: ClockTimes
  readonly copied?: Copied
  readonly emptied?: Emptied
  readonly eraser?: Eraser
  readonly takesBack?: TakeBackHook
}
