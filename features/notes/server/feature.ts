import type { ServerFeature } from '#kit/server/feature.ts'
import { openRenditions } from '#kit/server/files/renditions.ts'
import { feature as onBothSides } from '../feature.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { startSweeping } from './jobs.ts'
import { openLinks } from './links.ts'
import { noteProjections } from './projections.ts'
import { noteRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { deleteNotesOf } from './taking-back-queries.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server, { secrets, renditionProgram: program, logger }) => {
    const links = openLinks(secrets)
    noteRoutes(server, links)
    attachmentRoutes(server, links, openRenditions(server.files, { program, logger }))
  },
  beside: [startSweeping],
  projections: noteProjections,
  takesBack: deleteNotesOf,
}
