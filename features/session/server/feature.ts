import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { erasedPhones } from './erasing-queries.ts'
import { sessionWorkers } from './jobs.ts'
import { sessionRoutes } from './routes.ts'
import type { NoteDevice } from './sign-in/sign-in-queries.ts'
import { tables } from './tables.ts'

export const feature = (noteDevice: NoteDevice): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server, { secrets }) => sessionRoutes(server, secrets, noteDevice),
  workers: sessionWorkers,
  emptied: { tables: ['devices', 'sessions'], goesFirst: true },
  eraser: erasedPhones,
})
