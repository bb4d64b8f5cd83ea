import type { AppDependencies } from '#kit/server/dependencies.ts'
import { runJobs, type Stoppable, type Worker } from '#kit/server/jobs/jobs.ts'
import { startProjector } from '#kit/server/projections/projector.ts'
import { features } from './features.ts'
import { projections } from './projections.ts'

/** All job workers. */
export const workersOf = (dependencies: AppDependencies): readonly Worker[] => [
  ...features.flatMap((feature) => feature.workers?.(dependencies, projections) ?? []),
]

/** Runs the features' jobs and background loops until stopped. */
export async function startJobs(dependencies: AppDependencies): Promise<Stoppable> {
  for (const feature of features) await feature.begin?.(dependencies)
  const running = [
    await runJobs(dependencies, workersOf(dependencies)),
    await startProjector(dependencies, projections),
    ...features.flatMap(({ beside = [] }) => beside).map((start) => start(dependencies)),
  ]
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
