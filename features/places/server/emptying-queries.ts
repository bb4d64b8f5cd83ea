import type { Emptied } from '#features/elections/server/empty-queries.ts'

/** What an election that is emptied loses of its places. */
export const emptiedPlaces: Emptied = {
  tables: ['imported_places', 'polling_stations', 'areas'],
  counted: ['polling_stations'],
  nested: ['areas'],
}
