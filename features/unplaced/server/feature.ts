import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { unplacedRoutes } from './routes.ts'
import { undoRoutes } from './undo-routes.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  routes: (server) => {
    unplacedRoutes(server)
    undoRoutes(server)
  },
}
