import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { expectMigrated, knownMigrations, migrate, rememberMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { listMissing } from './schema-version.ts'
import { departuresOf, partsQuery, type SchemaPart } from './structure.ts'
import { emptyDatabase } from './testing.ts'
import { makeBeforeBaseline, namesBeforeBaseline, recordMigrations } from './testing-older.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function begin() {
  const { url, drop } = await emptyDatabase()
  undo.push(drop)
  const client = new pg.Client(url)
  await client.connect()
  undo.push(() => client.end())
  const database = openDatabase({ url, connections: 1 })
  undo.push(() => database.close())
  return { url, client, database }
}

async function recorded(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by 1')
  return rows.map(({ name }) => name)
}

async function departures(client: pg.Client) {
  const { rows } = await client.query<SchemaPart>(partsQuery)
  return departuresOf(rows)
}

const tooOld = 'start the version of commit 8db344fd once, and then this one'

test('records the baseline of a new database as one migration, before the later ones', async () => {
  const { url, client } = await begin()

  expect(await migrate(url)).toEqual({ isUpgrade: false })

  const names = await recorded(client)
  expect(names).toEqual(await knownMigrations())
  expect(names[0]).toBe('0156_baseline')
})

test('upgrades a database of the last version before the baseline', async () => {
  const { url, client, database } = await begin()
  await makeBeforeBaseline(client)
  await expect(expectMigrated(database.primary)).rejects.toThrow('older than this version')

  expect(await migrate(url)).toEqual({ isUpgrade: true })

  const [, ...later] = await knownMigrations()
  expect(await recorded(client)).toEqual([...namesBeforeBaseline, ...later])
  expect(await departures(client)).toEqual([])
  await expectMigrated(database.primary)
  expect(await migrate(url)).toEqual({ isUpgrade: false })
})

test.each([
  ['an older version', namesBeforeBaseline.slice(0, -1)],
  ['a version that skipped a migration', namesBeforeBaseline.slice(1)],
])('refuses a database of %s with the commit to pass through', async (_, names) => {
  const { url, client, database } = await begin()
  await rememberMigrations(client)
  await recordMigrations(client, names)

  await expect(migrate(url)).rejects.toThrow(`The database is too old for this version: ${tooOld}`)
  await expect(expectMigrated(database.primary)).rejects.toThrow(tooOld)
  expect(await recorded(client)).toEqual(names)
})

test('refuses a migration of a newer version, with the baseline and with the names before it', async () => {
  const known = await knownMigrations()
  const newer = '9999_from_tomorrow.sql'
  const refusal = `The database is newer than this version: it has run ${newer}`

  expect(() => listMissing([...known, newer], known, 'database')).toThrow(refusal)
  expect(() => listMissing([...namesBeforeBaseline, newer], known, 'database')).toThrow(refusal)
})
