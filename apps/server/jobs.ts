import { accountWorkers } from '#features/accounts/server/jobs.ts'
import { electionWorkers } from '#features/elections/server/jobs.ts'
import { exportKinds } from '#features/export/server/jobs.ts'
import { factorWorkers } from '#features/factors/server/jobs.ts'
import { startSealing } from '#features/history/server/jobs.ts'
import { historyWorkers, startProving } from '#features/history/server/runs.ts'
import { invitationWorkers } from '#features/invitations/server/jobs.ts'
import { startSweeping } from '#features/notes/server/jobs.ts'
import { notificationWorkers } from '#features/notifications/server/jobs.ts'
import { observerKinds, observerWorkers } from '#features/observers/server/jobs.ts'
import { readPhonesLater } from '#features/observers/server/reading-queries.ts'
import { placeKinds, placeWorkers } from '#features/places/server/jobs.ts'
import { sessionWorkers } from '#features/session/server/jobs.ts'
import { taskWorkers } from '#features/tasks/server/jobs.ts'
import { type Running, runJobs, type Worker } from '#kit/server/jobs.ts'
import { recountWorkers } from '#kit/server/recount-later.ts'
import type { Outside } from './app.ts'
import { counters } from './counters.ts'
import { electionWays } from './endings.ts'

/** Everything that is done later, with what does it. */
const workersOf = (outside: Outside): readonly Worker[] => [
  ...taskWorkers(outside, [...exportKinds, ...placeKinds, ...observerKinds(outside.secrets)]),
  ...placeWorkers(outside),
  ...observerWorkers(outside),
  ...electionWorkers({ ...outside, ...electionWays }),
  ...notificationWorkers(outside),
  ...factorWorkers(outside),
  ...invitationWorkers(outside),
  ...accountWorkers(outside),
  ...sessionWorkers(outside),
  ...recountWorkers(outside, counters),
  ...historyWorkers(outside, counters),
]

/** Does what the features left for later, seals history and proves it, and removes files that are nobody’s, until stopped. */
export async function startJobs(outside: Outside): Promise<Running> {
  await readPhonesLater(outside.database)
  const jobs = await runJobs(outside, workersOf(outside))
  const sealing = startSealing(outside)
  const sweeping = startSweeping(outside)
  const proving = startProving(outside)
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), sealing.stop(), sweeping.stop(), proving.stop()])
    },
  }
}
