import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { forgetPractisedCalls } from './hold-queries.ts'
import { callRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: callRoutes,
  starting: ({ db }, electionId) => forgetPractisedCalls(db, electionId),
  emptied: { tables: ['call_holds', 'calls'] },
  eraser: { gone: [{ table: 'call_holds' }, { table: 'calls' }] },
}
