import { type Running, runJobs } from '#kit/server/jobs.ts'
import type { Outside } from '#kit/server/outside.ts'
import { recountWorkers } from '#kit/server/recount-later.ts'
import { counters } from './counters.ts'
import { features } from './features.ts'

/** Does what the features left for later, and what goes on beside that, until stopped. */
export async function startJobs(outside: Outside): Promise<Running> {
  for (const feature of features) await feature.begin?.(outside)
  const workers = features.flatMap((feature) => feature.workers?.(outside, counters) ?? [])
  const running = [
    await runJobs(outside, [...workers, ...recountWorkers(outside, counters)]),
    ...features.flatMap(({ beside = [] }) => beside).map((start) => start(outside)),
  ]
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
