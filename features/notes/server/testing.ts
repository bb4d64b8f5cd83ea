import { readdir } from 'node:fs/promises'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { type Note, notes } from '../contract.ts'

export const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const

/** A picture of one pixel; `salt` makes it another file of the same kind. */
export const png = (salt = '') =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(salt),
  ])

/** Bogdan's notes at the first station of Aiud, as staff read them. */
export async function listed(cast: Stage, person = cast.ana): Promise<Note[]> {
  const { id: observerId } = await cast.database.primary
    .selectFrom('observers')
    .select('id')
    .where('name', '=', 'Bogdan Pop')
    .executeTakeFirstOrThrow()
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  return person.call(notes.list, { query: { observerId, pollingStationId } })
}

/** How many rows notes have left, of every kind. */
export async function rows({ database: { primary } }: Stage) {
  const count = async (table: 'notes' | 'attachments' | 'unplaced' | 'visits') =>
    (await primary.selectFrom(table).select('id').execute()).length
  return {
    notes: await count('notes'),
    attachments: await count('attachments'),
    unplaced: await count('unplaced'),
    visits: await count('visits'),
  }
}

/** The files of the attachment store, both kept and incoming. */
export async function storedFiles({ folder }: Stage): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
