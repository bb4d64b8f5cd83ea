import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { answerProjections } from './projections.ts'
import { answerRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { deleteAnswersOf } from './undo-queries.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: answerRoutes,
  projections: answerProjections,
  takesBack: deleteAnswersOf,
  emptied: {
    tables: [
      ...['station_flags', 'flagged_stations', 'station_counts', 'county_counts'],
      ...['visit_reports', 'report_counts', 'reports_seen', 'corrections', 'failed_checks'],
    ],
  },
  // The reason may name people.
  eraser: { texts: [{ table: 'corrections', columns: ['reason'] }] },
}
