import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { answerCounters } from './recount-queries.ts'
import { answerRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: answerRoutes,
  counters: answerCounters,
  // Counters are removed once the answers were taken back.
  emptied: {
    tables: [
      ...['station_flags', 'flagged_stations', 'station_counts', 'county_counts', 'report_counts'],
    ],
  },
}
