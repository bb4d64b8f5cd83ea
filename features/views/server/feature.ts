import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { viewRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: viewRoutes,
  emptied: { tables: ['views'] },
  // A name may be that of a person, and a filter their phone.
  eraser: { gone: [{ table: 'views' }] },
}
