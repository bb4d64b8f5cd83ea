import type { ServerFeature } from '#kit/server/feature.ts'
import type { Server } from '#kit/server/http/server.ts'
import { feature as onBothSides } from '../feature.ts'
import { pinRoutes } from './pin-routes.ts'
import { analysisRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server: Server) => {
    analysisRoutes(server)
    pinRoutes(server)
  },
  emptied: { tables: ['pinned_questions'] },
}
