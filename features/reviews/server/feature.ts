import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { reviewRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: reviewRoutes,
  emptied: { tables: ['reviews'] },
  // The state stays; its reason may name people.
  eraser: { texts: [{ table: 'reviews', columns: ['reason', 'reason_before'] }] },
}
