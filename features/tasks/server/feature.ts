import type { ServerFeature } from '#kit/server/feature.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { feature as onBothSides } from '../feature.ts'
import { endTasksIn } from './ending-queries.ts'
import { taskWorkers } from './jobs.ts'
import { taskRoutes } from './routes.ts'
import type { TaskKind } from './runs.ts'
import { tables } from './tables.ts'

/** @param kinds the tasks of other features */
export const feature = (kinds: (secrets: Secrets) => readonly TaskKind[]): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => taskRoutes(server, secrets, kinds(secrets)),
  workers: (outside) => taskWorkers(outside, kinds(outside.secrets)),
  ending: endTasksIn,
  emptied: { tables: ['imported_rows', 'imports'] },
  eraser: { gone: [{ table: 'imports' }, { table: 'tasks' }] },
})
