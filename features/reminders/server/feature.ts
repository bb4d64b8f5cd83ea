import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { remindEverywhere, reminderWorkers } from './jobs.ts'
import { reminderRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: reminderRoutes,
  workers: reminderWorkers,
  begin: ({ database }) => remindEverywhere(database),
  emptied: { tables: ['reminded', 'reminders'] },
}
