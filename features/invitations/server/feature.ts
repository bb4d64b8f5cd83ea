import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { invitationWorkers } from './jobs.ts'
import { invitationRoutes, type SetPassword } from './routes.ts'
import { tables } from './tables.ts'

export const feature = (setPassword: SetPassword): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => invitationRoutes(server, secrets, setPassword),
  workers: invitationWorkers,
})
