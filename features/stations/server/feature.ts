import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { stationPageRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: stationPageRoutes,
  emptied: { tables: ['settled_answers'] },
  // Why an answer stands names people, as no form could rule out.
  eraser: { gone: [{ table: 'settled_answers' }] },
}
