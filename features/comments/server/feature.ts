import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { forgetPractisedComments } from './queries.ts'
import { commentRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: commentRoutes,
  starting: ({ db }, electionId) => forgetPractisedComments(db, { electionId }),
  emptied: { tables: ['comments'] },
  // They may name people.
  eraser: { gone: [{ table: 'comments' }] },
}
