import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { erasedLines } from './erasing-queries.ts'
import { startSealing } from './jobs.ts'
import { historyRoutes } from './routes.ts'
import { historyWorkers, startProving } from './runs.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: historyRoutes,
  workers: historyWorkers,
  beside: [startSealing, startProving],
  eraser: erasedLines,
}
