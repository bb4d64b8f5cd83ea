import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { remindAgain, remindEverywhere, reminderWorkers } from './jobs.ts'
import { forgetPractised } from './queries.ts'
import { reminderRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: reminderRoutes,
  workers: reminderWorkers,
  begin: ({ database }) => remindEverywhere(database),
  starting: ({ db, now }, electionId) => forgetPractised(db, electionId, now),
  returning: remindAgain,
  emptied: { tables: ['reminded', 'reminders'] },
}
