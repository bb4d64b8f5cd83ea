import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { mapRoutes } from './routes.ts'
import { copiedShapes } from './shape-queries.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: mapRoutes,
  copied: copiedShapes,
  emptied: { tables: ['shape_files'] },
}
