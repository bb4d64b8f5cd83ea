import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { deploymentFileRoutes } from './file-routes.ts'
import { endPractisedExcuses } from './practice-queries.ts'
import { milestoneProjections, milestoneSpreads } from './projections.ts'
import { dueTimes } from './queries.ts'
import { milestoneRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server) => {
    milestoneRoutes(server)
    deploymentFileRoutes(server)
  },
  projections: milestoneProjections,
  spreads: milestoneSpreads,
  starting: endPractisedExcuses,
  clockTimes: dueTimes,
  emptied: { tables: ['excuses', 'expectations', 'expectation_counts', 'milestones'] },
  // The excuse itself counts on; its reason may name people.
  eraser: { texts: [{ table: 'excuses', columns: ['reason'] }] },
}
