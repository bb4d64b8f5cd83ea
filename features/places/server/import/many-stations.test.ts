import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (text: string) => [{ name: 'fișier.csv', bytes: new TextEncoder().encode(text) }]

/** Elections in PostgreSQL's statistics of stations; for the others, the planner assumes no stations. */
async function known({ database }: Stage): Promise<readonly Id<'elections'>[]> {
  const { rows } = await sql<{ id: Id<'elections'> }>`
    select unnest(most_common_vals::text::integer[]) as id from pg_stats
     where tablename = 'polling_stations' and attname = 'election_id'`.execute(database.primary)
  return rows.map(({ id }) => id)
}

test('reads thousands of imported stations by key at once, before PostgreSQL’s next analyze', async () => {
  const cast = await set()
  const id = await prepare(cast)
  await make(cast, id)
  const { ana } = cast
  await ana.call(places.importCounties, { body: {} }, fileOf('Code,Name\nAB,Alba\n'))
  const rows = Array.from({ length: 1000 }, (_, at) => `AB,${at + 1}`)

  await ana.call(places.importStations, { body: {} }, fileOf(['County,Number', ...rows].join('\n')))

  expect(await known(cast)).toContain(id)
})

test('reads thousands of stations from a file of counties by key at once', async () => {
  const cast = await set()
  const id = await prepare(cast)
  await make(cast, id)

  const file = fileOf('Code,Name,Stations\nAB,Alba,600\nAR,Arad,500\n')
  await cast.ana.call(places.importCounties, { body: {} }, file)

  expect(await known(cast)).toContain(id)
})

test('reads thousands of stations of a copied election by key at once', async () => {
  const cast = await set()
  const id = await prepare(cast, { copyFrom: await currentId(cast) })

  expect(await known(cast)).toContain(id)
})
