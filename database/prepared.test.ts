import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from './open.ts'
import { freshDatabase } from './testing.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** On one connection, so that what is asked next is asked where it was prepared. */
async function open(): Promise<Database> {
  const { url, drop } = await freshDatabase()
  undo.push(drop)
  const database = openDatabase({ url, connections: 1 })
  undo.push(() => database.close())
  return database
}

async function often(ask: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 8; time++) await ask(time)
}

const named = ({ primary }: Database, id: number) =>
  primary.selectFrom('ngos').select(['id', 'name']).where('id', '=', id).execute()

const everything = ({ primary }: Database, id: number) =>
  primary.selectFrom('ngos').selectAll().where('id', '=', id).execute()

test('what is asked often is prepared, and what is asked once is not', async () => {
  const database = await open()
  await often((time) => named(database, time))
  await database.primary.selectFrom('staff').select('id').where('id', '=', 1).execute()

  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(database.primary)

  expect(rows.map(({ statement }) => statement)).toEqual([
    'select "id", "name" from "ngos" where "id" = $1',
  ])
})

test('a column that is added while we run refuses nothing that was asked often', async () => {
  const database = await open()
  await database.write((tx) =>
    tx.insertInto('ngos').values({ name: 'Vot Corect', shortName: 'VC' }).execute(),
  )
  await often(() => named(database, 1))
  await often(() => everything(database, 1))

  await database.write((tx) => sql`alter table ngos add column motto text`.execute(tx))

  expect(await named(database, 1)).toEqual([{ id: 1, name: 'Vot Corect' }])
  expect(await everything(database, 1)).toEqual([expect.objectContaining({ id: 1, motto: null })])
})
