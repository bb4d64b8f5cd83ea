import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { factorWorkers } from './jobs.ts'
import { factorRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => factorRoutes(server, secrets),
  workers: factorWorkers,
}
