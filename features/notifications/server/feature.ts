import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { endSending, takeBackPractised } from './ending-queries.ts'
import { notificationWorkers } from './jobs.ts'
import { messageProjections } from './projections.ts'
import { notificationRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { push }) => notificationRoutes(server, push),
  workers: notificationWorkers,
  projections: messageProjections,
  ending: endSending,
  starting: takeBackPractised,
  emptied: { tables: ['deliveries', 'notifications'], nested: ['notifications'] },
}
