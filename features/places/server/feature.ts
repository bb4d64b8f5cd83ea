import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { copiedPlaces } from './copying-queries.ts'
import { placeWorkers } from './jobs.ts'
import { placeProjections } from './projections.ts'
import { placeRoutes } from './routes.ts'
import { stationRoutes } from './station-routes.ts'
import { tables } from './tables.ts'
import type { ReadOutlines } from './whereabouts-queries.ts'

export const feature = (readOutlines: ReadOutlines): ServerFeature => ({
  ...onBothSides,
  tables,
  routes: (server) => {
    placeRoutes(server, readOutlines)
    stationRoutes(server, readOutlines)
  },
  workers: placeWorkers,
  projections: placeProjections,
  copied: copiedPlaces,
  emptied: {
    tables: ['polling_stations', 'areas'],
    counted: ['polling_stations'],
    nested: ['areas'],
  },
})
