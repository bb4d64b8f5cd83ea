import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What is counted of answers goes once they were taken back. */
export const emptiedCounts: Emptied = {
  tables: ['station_flags', 'flagged_stations', 'station_counts', 'county_counts', 'report_counts'],
}
