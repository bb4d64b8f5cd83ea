import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { actRoutes } from './act-routes.ts'
import { planFileRoutes } from './file-routes.ts'
import { assignmentWorkers } from './jobs.ts'
import { assignmentProjections, assignmentSpreads } from './projections.ts'
import { shiftTimes } from './queries.ts'
import { assignmentRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { targetRoutes } from './target-routes.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server) => {
    assignmentRoutes(server)
    actRoutes(server)
    planFileRoutes(server)
    targetRoutes(server)
  },
  workers: assignmentWorkers,
  projections: assignmentProjections,
  spreads: assignmentSpreads,
  clockTimes: shiftTimes,
  emptied: {
    tables: ['assignments', 'station_cover', 'cover_counts', 'observers_elsewhere'],
    counted: ['assignments'],
  },
}
