import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../open.ts'
import { emptyDatabase } from '../testing.ts'
import { epochMs } from './epoch.ts'

let database: Database
let drop: () => Promise<unknown>

beforeAll(async () => {
  const { url, drop: dropIt } = await emptyDatabase()
  database = openDatabase({ url })
  drop = dropIt
})
afterAll(async () => {
  await database.close()
  await drop()
})

test('keeps moments within a list in a row exact to the millisecond', async () => {
  const first = Date.parse('2026-11-22T06:00:00Z')
  const moments = Array.from({ length: 5_000 }, (_, nth) => new Date(first + nth * 7_777))

  const { rows } = await sql<{ read: number[] }>`
    select json_agg(${epochMs('at')} order by nth) as read
      from unnest(${moments}::timestamptz[]) with ordinality as m (at, nth)`.execute(database.db)

  expect(rows[0]?.read.map((ms) => new Date(ms))).toEqual(moments)
})
