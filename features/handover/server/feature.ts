import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { forgetPractisedHandovers } from './queries.ts'
import { handoverRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: handoverRoutes,
  starting: ({ db }, electionId) => forgetPractisedHandovers(db, electionId),
  emptied: { tables: ['handovers'] },
  // They may name people.
  eraser: { gone: [{ table: 'handovers' }] },
}
