import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { erasedObservers } from './erasing-queries.ts'
import { observerWorkers } from './jobs.ts'
import { pinRoutes } from './pin-routes.ts'
import { readPhonesLater } from './reading-queries.ts'
import { observerRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => {
    observerRoutes(server, secrets)
    pinRoutes(server, secrets)
  },
  workers: observerWorkers,
  begin: ({ database }) => readPhonesLater(database),
  emptied: {
    tables: ['observers'],
    counted: ['observers'],
  },
  eraser: erasedObservers,
}
