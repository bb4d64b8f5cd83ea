import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { visitProjections, visitSpreads } from './projections.ts'
import { visitRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: visitRoutes,
  projections: visitProjections,
  spreads: visitSpreads,
  emptied: { tables: ['visit_counts', 'observer_counties'] },
}
