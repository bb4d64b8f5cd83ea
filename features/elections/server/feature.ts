import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { electionWorkers } from './jobs.ts'
import { type ElectionHooks, electionRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature = (hooks: ElectionHooks): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server) => electionRoutes(server, hooks),
  workers: (outside) => electionWorkers({ ...outside, ...hooks }),
})
