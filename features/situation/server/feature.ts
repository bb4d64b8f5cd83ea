import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { endScreensOf } from './link-queries.ts'
import { situationRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { wallRoutes } from './wall-routes.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => {
    situationRoutes(server, secrets)
    wallRoutes(server, secrets)
  },
  ending: ({ db }, electionId) => endScreensOf(db, electionId),
  emptied: { tables: ['wall_links'] },
}
