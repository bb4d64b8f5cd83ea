import { sql } from 'kysely'
import type { Copied } from '#kit/server/election.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'

const all = sql`true`

/** The areas with their stations. */
export const copiedPlaces: Copied = {
  hold: (tx, from) => lockImport(tx, from, 'places'),
  parts: [
    { table: 'areas', which: all, refers: { parent_id: 'areas', county_id: 'areas' } },
    {
      table: 'polling_stations',
      which: all,
      refers: { area_id: 'areas', county_id: 'areas', merged_into: 'polling_stations' },
      // A station closed then may be open now.
      changes: { closed_at: null },
    },
  ],
}
