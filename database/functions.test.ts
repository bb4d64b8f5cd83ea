import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { knownFunctions } from './functions.ts'
import {
  expectMigrated,
  knownMigrations,
  migrate,
  rememberMigrations,
  runMigrations,
} from './migrate.ts'
import { openDatabase } from './open.ts'
import { departuresOf, partsQuery, type SchemaPart } from './structure.ts'
import { emptyDatabase, freshDatabase } from './testing.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  undo.push(() => client.end())
  return client
}

async function begin() {
  const { url, drop } = await freshDatabase()
  undo.push(drop)
  return { url, client: await connect(url) }
}

/** Differences from the schema of this version. */
async function departures(client: pg.Client) {
  const { rows } = await client.query<SchemaPart>(partsQuery)
  return departuresOf(rows).map(({ what, how }) => `${what}: ${how}`)
}

/** The recorded texts, each with the transaction that wrote it. */
async function recorded(client: pg.Client) {
  const { rows } = await client.query(
    'select file, revision, checksum, xmin::text from functions_applied order by file',
  )
  return rows
}

/** Replaces a function by hand, or as an older version left it. */
const other = `create or replace function refuse_change() returns trigger language plpgsql as
  $$ begin return null; end $$`
const isOther = ['function refuse_change(): changed']

/** Records that another version applied its text of these files. */
const appliedBy = (client: pg.Client, version: 'older' | 'newer', ...files: readonly string[]) =>
  client.query(
    `update functions_applied set checksum = 'another', revision = revision + $1
      where file = any ($2)`,
    [version === 'older' ? -1 : 1, files],
  )

test('restores dropped functions and triggers from their files, except those that tables depend on', async () => {
  const { url, client } = await begin()
  await client.query(`
    do $$ declare it record; begin
      for it in select tgname, tgrelid::regclass as tab from pg_trigger where not tgisinternal loop
        execute format('drop trigger %I on %s', it.tgname, it.tab);
      end loop;
      for it in select p.oid::regprocedure as called from pg_proc p
                 where p.pronamespace = 'public'::regnamespace
                   and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass
                                      and d.objid = p.oid and d.deptype = 'e')
                   and not exists (select from pg_depend d
                                    where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid) loop
        execute format('drop function %s', it.called);
      end loop;
    end $$`)
  await client.query('delete from functions_applied')
  expect((await departures(client)).length).toBeGreaterThan(30)

  await migrate(url)

  expect(await departures(client)).toEqual([])
})

test('applies a changed text at the next start, as an upgrade', async () => {
  const { url, client } = await begin()
  const before = await recorded(client)
  await client.query(other)
  await appliedBy(client, 'older', 'history.sql')

  expect(await migrate(url)).toEqual({ isUpgrade: true })

  expect(await departures(client)).toEqual([])
  const written = ({ file }: { file: string }) => file === 'history.sql'
  const after = await recorded(client)
  expect(after.filter((one) => !written(one))).toEqual(before.filter((one) => !written(one)))
  const { xmin: _, ...now } = after.find(written) ?? {}
  expect(before.find(written)).toMatchObject(now)
})

test('leaves an unchanged text alone without waiting, even if its function was changed', async () => {
  const { url, client } = await begin()
  await client.query(other)
  const before = await recorded(client)
  const writer = await connect(url)
  await writer.query('begin; lock table visits, functions_applied in row exclusive mode')

  expect(await migrate(url)).toEqual({ isUpgrade: false })

  expect(await departures(client)).toEqual(isOther)
  expect(await recorded(client)).toEqual(before)
})

test('keeps the text of a newer version', async () => {
  const { url, client } = await begin()
  await client.query(other)
  await appliedBy(client, 'newer', 'history.sql')
  const before = await recorded(client)

  expect(await migrate(url)).toEqual({ isUpgrade: false })

  expect(await departures(client)).toEqual(isOther)
  expect(await recorded(client)).toEqual(before)
})

test('applies the text of the last start when two texts share a revision', async () => {
  const { url, client } = await begin()
  await client.query(other)
  await client.query(`update functions_applied set checksum = 'another' where file = 'history.sql'`)

  await migrate(url)

  expect(await departures(client)).toEqual([])
})

test('changes nothing when PostgreSQL refuses a file, and names the file', async () => {
  const { url, client } = await begin()
  await client.query(`${other}; alter table polling_stations rename to places`)
  await appliedBy(client, 'older', 'history.sql', 'places.sql')
  const before = await recorded(client)

  await expect(migrate(url)).rejects.toThrow(
    'functions/places.sql: type "polling_stations[]" does not exist',
  )

  expect(await departures(client)).toEqual(expect.arrayContaining(isOther))
  expect(await recorded(client)).toEqual(before)
})

test('applies changed texts once when two programs start at once', async () => {
  const { url, client } = await begin()
  await appliedBy(client, 'older', 'history.sql', 'visits.sql')

  const both = await Promise.all([migrate(url), migrate(url)])

  expect(both.filter(({ isUpgrade }) => isUpgrade)).toHaveLength(1)
})

test('programs that change no database refuse one whose functions are older', async () => {
  const { url, client } = await begin()
  const database = openDatabase({ url, connections: 1 })
  undo.push(() => database.close())
  await expectMigrated(database.primary)
  await appliedBy(client, 'older', 'visits.sql')

  await expect(expectMigrated(database.primary)).rejects.toThrow('older than this version')
  await migrate(url)

  await expectMigrated(database.primary)
})

test('applies all functions with a migration, also those recorded as applied', async () => {
  const { url, drop } = await emptyDatabase()
  undo.push(drop)
  const client = await connect(url)
  await rememberMigrations(client)
  await runMigrations(client, (await knownMigrations()).slice(0, -1))
  for (const { file, revision, checksum } of await knownFunctions())
    await client.query(
      'insert into functions_applied (file, revision, checksum) values ($1, $2, $3)',
      [file, revision, checksum],
    )

  expect(await migrate(url)).toEqual({ isUpgrade: true })

  expect(await departures(client)).toEqual([])
})
