import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { visitCounters } from './recount-queries.ts'
import { visitRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: visitRoutes,
  counters: visitCounters,
  // Its list lengths are kept until the end: each deleted visit is counted there.
  emptied: { tables: ['visit_counts'] },
}
