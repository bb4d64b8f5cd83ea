import { type Running, runJobs, type Worker } from '#kit/server/jobs/jobs.ts'
import { recountWorkers } from '#kit/server/jobs/recount-later.ts'
import type { Outside } from '#kit/server/outside.ts'
import { counters } from './counters.ts'
import { features } from './features.ts'

/** Everything that is done later, with what does it. */
export const workersOf = (outside: Outside): readonly Worker[] => [
  ...features.flatMap((feature) => feature.workers?.(outside, counters) ?? []),
  ...recountWorkers(outside, counters),
]

/** Does what the features left for later, and what goes on beside that, until stopped. */
export async function startJobs(outside: Outside): Promise<Running> {
  for (const feature of features) await feature.begin?.(outside)
  const running = [
    await runJobs(outside, workersOf(outside)),
    ...features.flatMap(({ beside = [] }) => beside).map((start) => start(outside)),
  ]
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
