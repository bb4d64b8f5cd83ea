import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { differenceRoutes } from './difference-routes.ts'
import { stationProjections } from './projections.ts'
import { stationPageRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { deleteSettledOf } from './taking-back-queries.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server) => {
    stationPageRoutes(server)
    differenceRoutes(server)
  },
  projections: stationProjections,
  takesBack: deleteSettledOf,
  emptied: { tables: ['settled_answers', 'uncompared_stations', 'differences'] },
  // Which answer is right stays; its reason may name people.
  eraser: { texts: [{ table: 'settled_answers', columns: ['reason'] }] },
}
