import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { knownMigrations, migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { emptyDatabase, freshDatabase } from '../testing.ts'
import { namesBeforeBaseline } from '../testing-older.ts'
import { refill } from './refill.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function open(create = emptyDatabase) {
  const { url, drop } = await create()
  undo.push(drop)
  const database = openDatabase({ url, connections: 1 })
  undo.push(() => database.close())
  return { url, database }
}

/** Tables, columns, rules, keys and triggers, in words. */
const describe = async (url: string) => {
  const database = openDatabase({ url, connections: 1 })
  const { rows } = await sql<{ line: string }>`
    select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnum > 0
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal
    order by 1`.execute(database.primary)
  await database.close()
  return rows.map(({ line }) => line)
}

const ngos = { name: 'ngos', columns: ['id', 'name', 'short_name'] }
const migrations = { name: 'migrations', columns: ['name'] }
/** A backup of the last version before the baseline. */
const older = {
  migrations: namesBeforeBaseline,
  tables: [ngos, migrations],
  sequences: [{ name: 'ngos_id_seq', last: '41' }],
}

test('restores a backup of the last version before the baseline with every constraint of this one', {
  tags: 'slow',
}, async () => {
  const { url, database } = await open()
  const { url: migrated } = await open(freshDatabase)

  await refill(url, older, async (copyIn) => {
    await copyIn(ngos, Buffer.from('7\tVot Curat\tVC\n41\tTab\\tși\\nrând\tTR\n'))
    await copyIn(migrations, Buffer.from(older.migrations.map((name) => `${name}\n`).join('')))
  })

  expect(await describe(url)).toEqual(await describe(migrated))
  const { rows } = await sql`select id, name from ngos order by id`.execute(database.primary)
  expect(rows).toEqual([
    { id: 7, name: 'Vot Curat' },
    { id: 41, name: 'Tab\tși\nrând' },
  ])
  const added =
    await sql`insert into ngos (name, short_name) values ('Nou', 'N') returning id`.execute(
      database.primary,
    )
  expect(added.rows).toEqual([{ id: 42 }])
  // Nothing is left to be run.
  await migrate(url)
})

test('refuses rows with dangling references, and then stores nothing', async () => {
  const { url } = await open()
  const staff = {
    name: 'staff',
    columns: ['ngo_id', 'account', 'account_key', 'password_hash', 'role'],
  }
  const shape = { ...older, tables: [staff] }

  await expect(
    refill(url, shape, (copyIn) => copyIn(staff, Buffer.from('7\tana\tana\t-\torganiser\n'))),
  ).rejects.toThrow('violates foreign key constraint')

  expect(await describe(url)).toEqual([])
})

test('refuses answers with dangling references, although no foreign key covers them', async () => {
  const { url } = await open()
  const columns =
    'election_id visit_id question_id option_id form_id form_version is_flagged received_at'
  const stray = { name: 'answers', columns: columns.split(' ') }
  const shape = { migrations: await knownMigrations(), tables: [stray, migrations], sequences: [] }

  await expect(
    refill(url, shape, async (copyIn) => {
      await copyIn(migrations, Buffer.from(shape.migrations.map((name) => `${name}\n`).join('')))
      return copyIn(stray, Buffer.from('1\t1\t1\t1\t1\t1\tf\t2026-11-22 07:00:00Z\n'))
    }),
  ).rejects.toMatchObject({ code: '23503' })

  expect(await describe(url)).toEqual([])
})

test('restores the functions of this version, whichever the backup recorded', {
  tags: 'slow',
}, async () => {
  const { url, database } = await open()
  const applied = { name: 'functions_applied', columns: ['file', 'revision', 'checksum'] }
  const shape = {
    migrations: await knownMigrations(),
    tables: [applied, migrations],
    sequences: [],
  }
  const record = sql<{ file: string; revision: number; checksum: string }>`
    select file, revision, checksum from functions_applied order by file`
  const { database: other } = await open(freshDatabase)
  const { rows: ours } = await record.execute(other.primary)

  await refill(url, shape, async (copyIn) => {
    await copyIn(applied, Buffer.from('visits.sql\t70\tnewer\nwhat-comes-later.sql\t1\tnew\n'))
    await copyIn(migrations, Buffer.from(shape.migrations.map((name) => `${name}\n`).join('')))
  })

  expect((await record.execute(database.primary)).rows).toEqual(ours)
  expect(await migrate(url)).toEqual({ isUpgrade: false })
})

test('refuses a backup older than the last version before the baseline', async () => {
  const { url } = await open()
  const shape = { ...older, migrations: namesBeforeBaseline.slice(0, -1) }

  await expect(refill(url, shape, async () => undefined)).rejects.toThrow(
    'The backup is too old for this version: restore it with the version of commit 8db344fd',
  )

  expect(await describe(url)).toEqual([])
})
