import { sql } from 'kysely'
import type { Copied } from '#kit/server/election.ts'
import { takeTurn } from '#kit/server/sheets/import-turn.ts'

const all = sql`true`

/** The areas with their stations. */
export const copiedPlaces: Copied = {
  hold: (tx, from) => takeTurn(tx, from, 'places'),
  parts: [
    { table: 'areas', which: all, refers: { parent_id: 'areas', county_id: 'areas' } },
    { table: 'polling_stations', which: all, refers: { area_id: 'areas', county_id: 'areas' } },
  ],
}
