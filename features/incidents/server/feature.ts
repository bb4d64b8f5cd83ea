import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { incidentRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { forgetPractisedIncidents } from './writing-queries.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: incidentRoutes,
  starting: ({ db }, electionId) => forgetPractisedIncidents(db, electionId),
  emptied: {
    tables: [
      ...['incident_reports', 'incident_notes', 'incidents'],
      ...['incident_categories', 'dismissed_suggestions', 'public_registers'],
    ],
    nested: ['incidents'],
  },
}
