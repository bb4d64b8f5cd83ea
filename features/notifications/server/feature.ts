import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { endSending, takeBackPractised } from './ending-queries.ts'
import type { TakingBack } from './held-routes.ts'
import { notificationWorkers } from './jobs.ts'
import { messageProjections } from './projections.ts'
import { notificationRoutes } from './routes.ts'
import { tables } from './tables.ts'

/** @param takingBack what later features undo before a message is taken back. */
export const feature = (takingBack: TakingBack): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server, { push }) => notificationRoutes(server, push, takingBack),
  workers: notificationWorkers,
  projections: messageProjections,
  ending: endSending,
  starting: takeBackPractised,
  emptied: { tables: ['deliveries', 'notifications'], nested: ['notifications'] },
})
