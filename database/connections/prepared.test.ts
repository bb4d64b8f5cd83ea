import { type RawBuilder, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Database, type Db, openDatabase } from '../open.ts'
import { freshDatabase } from '../testing.ts'
import { toPrepare } from './prepared.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** On one connection, so that what is asked next is asked where it was prepared. */
async function open(connections = 1): Promise<Database> {
  const { url, drop } = await freshDatabase()
  undo.push(drop)
  const database = openDatabase({ url, connections })
  undo.push(() => database.close())
  return database
}

async function often(ask: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 8; time++) await ask()
}

const named = ({ primary }: Database, name: string) =>
  primary.selectFrom('ngos').select(['name', 'shortName']).where('name', '=', name).execute()

const everything = ({ primary }: Database, name: string) =>
  primary.selectFrom('ngos').selectAll().where('name', '=', name).execute()

test('prepares a statement that is asked often, and not a statement asked once', async () => {
  const database = await open()
  await often(() => named(database, 'Vot Corect'))
  await database.primary.selectFrom('staff').select('id').where('account', '=', 'anca').execute()

  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(database.primary)

  expect(rows.map(({ statement }) => statement)).toEqual([
    'select "name", "short_name" from "ngos" where "name" = $1',
  ])
})

test('prepares only marked statements on the read-only connection', async () => {
  const database = await open()
  const byName = (mark: RawBuilder<unknown>) =>
    sql`${mark} select id from ngos where name = ${'Vot Corect'}`.execute(database.db)
  await often(() => byName(toPrepare))
  await often(() => byName(sql``))

  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(database.db)

  expect(rows.map(({ statement }) => statement)).toEqual([
    '/* prepare */ select id from ngos where name = $1',
  ])
})

test('uses one generic plan for a marked statement, and automatic planning for others', async () => {
  const database = await open()
  const planning = (mark: RawBuilder<unknown>) =>
    sql<{ mode: string }>`${mark} select current_setting('plan_cache_mode') as mode where ${1} = 1`
      .execute(database.db)
      .then(({ rows: [row] }) => row?.mode)
  await often(() => planning(toPrepare))

  expect(await planning(sql``)).toBe('auto')
  expect(await planning(toPrepare)).toBe('force_generic_plan')
  const { rows } = await sql`
    select generic_plans::integer, custom_plans::integer from pg_prepared_statements`.execute(
    database.db,
  )
  // The first four times it was not yet frequent.
  expect(rows).toEqual([{ genericPlans: 5, customPlans: 0 }])
})

test('keeps automatic planning after a transaction fails', async () => {
  // A transaction leaves one free; what is idle last is used first.
  const database = await open(2)
  const planning = async (db: Db) => {
    const { rows } = await sql<{ mode: string }>`
      select current_setting('plan_cache_mode') as mode where ${1} = 1`.execute(db)
    return rows[0]?.mode
  }
  await often(() => sql`${toPrepare} select id from ngos where id = ${1}`.execute(database.db))

  await expect(
    database.snapshot(async (tx) => {
      await planning(tx)
      await sql`select 1 / 0`.execute(tx)
    }),
  ).rejects.toThrow('division by zero')

  expect(await planning(database.db)).toBe('auto')
})

test('answers frequent statements after a column is added at runtime', async () => {
  const database = await open()
  await database.write((tx) =>
    tx.insertInto('ngos').values({ name: 'Vot Corect', shortName: 'VC' }).execute(),
  )
  await often(() => named(database, 'Vot Corect'))
  await often(() => everything(database, 'Vot Corect'))

  await database.write((tx) => sql`alter table ngos add column motto text`.execute(tx))

  expect(await named(database, 'Vot Corect')).toEqual([{ name: 'Vot Corect', shortName: 'VC' }])
  expect(await everything(database, 'Vot Corect')).toEqual([
    expect.objectContaining({ name: 'Vot Corect', motto: null }),
  ])
})
