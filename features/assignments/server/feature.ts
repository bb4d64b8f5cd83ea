import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { planFileRoutes } from './file-routes.ts'
import { assignmentWorkers } from './jobs.ts'
import { assignmentRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server) => {
    assignmentRoutes(server)
    planFileRoutes(server)
  },
  workers: assignmentWorkers,
  emptied: {
    tables: ['imported_assignments', 'assignments', 'station_cover', 'cover_counts'],
    counted: ['assignments'],
  },
}
