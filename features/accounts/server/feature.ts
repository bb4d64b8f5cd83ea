import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { erasedAccounts } from './erasing-queries.ts'
import { accountWorkers } from './jobs.ts'
import { passwordRoutes } from './password-routes.ts'
import { type AccountTasks, accountRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature = (tasks: AccountTasks): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server) => {
    accountRoutes(server, tasks)
    passwordRoutes(server)
  },
  workers: accountWorkers,
  eraser: erasedAccounts,
})
