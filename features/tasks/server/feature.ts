import type { ServerFeature } from '#kit/server/feature.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { feature as onBothSides } from '../feature.ts'
import { endTasksIn } from './ending-queries.ts'
import { taskWorkers } from './jobs.ts'
import { type Explains, taskRoutes } from './routes.ts'
import type { TaskKind } from './runs.ts'
import { tables } from './tables.ts'

/** What features with tasks pass to this one. */
type Handed = {
  readonly kinds: (secrets: Secrets) => readonly TaskKind[]
  readonly explains: Explains
}

export const feature = ({ kinds, explains }: Handed): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => taskRoutes(server, secrets, explains),
  workers: (outside) => taskWorkers(outside, kinds(outside.secrets)),
  ending: endTasksIn,
  emptied: { tables: ['imports'] },
  eraser: { gone: [{ table: 'imports' }, { table: 'tasks' }] },
})
