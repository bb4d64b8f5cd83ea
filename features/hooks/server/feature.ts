import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { loops } from './jobs.ts'
import { hookRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: hookRoutes,
  beside: loops,
  emptied: { tables: ['hook_deliveries', 'hooks'] },
}
