import type { ServerFeature } from '#kit/server/feature.ts'
import { noMail } from '#kit/server/mail/mail.ts'
import { feature as onBothSides } from '../feature.ts'
import { alertWorkers, startLooking } from './jobs.ts'
import { alertRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { mail }) => alertRoutes(server, mail !== noMail),
  workers: alertWorkers,
  beside: [startLooking],
  emptied: { tables: ['alerts_read'] },
}
