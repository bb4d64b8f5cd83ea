import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { assignmentWorkers } from './jobs.ts'
import { assignmentRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: assignmentRoutes,
  workers: assignmentWorkers,
  emptied: { tables: ['assignments'], counted: ['assignments'] },
}
