// @module-tag slow
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contents } from '#testing/calls/endpoints.ts'
import {
  BACKUP_PASSPHRASE,
  backupStage,
  type RestoreEnvironment,
} from '#testing/programs/backup.ts'
import { installations } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// A server and many programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

const server = programs()
const { run, fail } = server
const { elsewhere: somewhereElse, look, file: fileIn } = backupStage(server)

// One backup of a small installation, to be refused in many ways; only the last test changes its database.
const lasting = programs(afterAll)
const install = installations(afterAll)
const smallBackup = async () => {
  const { environment, database } = await install()
  const given = { ...environment, DATA_DIR: await lasting.folder(), BACKUP_PASSPHRASE }
  const file = join(dirname(await lasting.folder()), 'evening.backup')
  await (await lasting.start(given)).stop()
  await run('backup', [file], given)
  return { given, database, file }
}
let small: Awaited<ReturnType<typeof smallBackup>>
beforeAll(async () => {
  small = await smallBackup()
})

/** Everything that exists of a target that should be empty. */
async function traces({ DATABASE_URL, DATA_DIR }: RestoreEnvironment): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace`.execute(
    look(DATABASE_URL).primary,
  )
  return [...rows.map(({ name }) => name), ...(existsSync(DATA_DIR) ? [DATA_DIR] : [])]
}

test('restores nothing from a changed file or with a wrong passphrase', async () => {
  const bytes = await readFile(small.file)
  const file = await fileIn()
  const elsewhere = await somewhereElse()
  const refusalOf = async (changed: Buffer, given = elsewhere) => {
    await writeFile(file, changed)
    const { code, output } = await fail('restore', [file], given)
    expect(code).toBe(1)
    return output
  }
  const flipped = (at: number) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from([bytes[at]! ^ 1]), bytes.subarray(at + 1)])

  const wrong = { ...elsewhere, BACKUP_PASSPHRASE: `${BACKUP_PASSPHRASE}!` }
  expect(await refusalOf(bytes, wrong)).toBe(`${file}: the passphrase is wrong\n`)
  expect(await refusalOf(flipped(bytes.length >> 1))).toMatch(/^.+: the file was .*altered .+\n$/)
  expect(await refusalOf(bytes.subarray(0, -1))).toMatch(/^.+: the file was cut or altered .+\n$/)
  expect(await refusalOf(Buffer.from('PK'))).toBe(`${file}: this is no backup of Veghe\n`)
  expect(await traces(elsewhere)).toEqual([])
})

test('restores nothing over existing data', async () => {
  const { given, database, file } = small
  const before = await contents({ database })
  const elsewhere = await somewhereElse()
  const { code, output } = await fail('restore', [file], {
    ...elsewhere,
    DATABASE_URL: given.DATABASE_URL,
  })
  const full = await fail('restore', [file], { ...elsewhere, DATA_DIR: given.DATA_DIR })
  const twice = await fail('backup', [file], given)

  expect([code, full.code, twice.code]).toEqual([1, 1, 1])
  expect(output).toMatch(
    /^The database is not empty \(\d+ tables, such as .+\): give one that is\n$/,
  )
  expect(full.output).toBe(
    `DATA_DIR: ${given.DATA_DIR} is not empty: give a folder that is, or one that is not there yet\n`,
  )
  expect(twice.output).toBe(`${file} is there already: choose another name\n`)
  expect(await contents({ database })).toEqual(before)
  expect(await traces(elsewhere)).toEqual([])
})

test('requires the database’s secret and a passphrase for a backup', async () => {
  const { given } = small
  const file = await fileIn()
  const refusalOf = async (other: Partial<typeof given>) => {
    const { code, output } = await fail('backup', [file], { ...given, ...other })
    expect(code).toBe(1)
    return output
  }

  expect(await refusalOf({ SECRET: 'not the secret that the database was set up with' })).toBe(
    'SECRET: differs from the one this database was set up with\n',
  )
  expect(await refusalOf({ SECRET: '' })).toMatch(
    /^SECRET: not set, and no server was ever started in .+\n$/,
  )
  expect(await refusalOf({ BACKUP_PASSPHRASE: '' })).toBe(
    'BACKUP_PASSPHRASE: not set, and there is no terminal to ask on\n',
  )
  expect(await refusalOf({ BACKUP_PASSPHRASE: 'short' })).toBe(
    'BACKUP_PASSPHRASE: needs at least 12 characters\n',
  )
  expect(existsSync(file) || existsSync(`${file}.unfinished`)).toBe(false)
})

test('cleans up after a failure, so that it can be tried again', async () => {
  const { given, database, file } = small
  const elsewhere = await somewhereElse()
  const stray = await fileIn()
  await database.write((tx) => sql`create table zz_stray as select 1 as one`.execute(tx))
  await run('backup', [stray], given)
  const newer = await fileIn()
  await database.write((tx) =>
    sql`insert into migrations (name) values ('9999_from_tomorrow.sql')`.execute(tx),
  )
  await run('backup', [newer], given)

  const other = { ...elsewhere, SECRET: 'not the secret that the backup was made with' }
  expect((await fail('restore', [file], other)).output).toBe(
    'SECRET: differs from the one in the backup\n',
  )
  expect((await fail('restore', [stray], elsewhere)).output).toBe(
    'relation "zz_stray" does not exist\n',
  )
  expect((await fail('restore', [newer], elsewhere)).output).toBe(
    'The backup is newer than this version: it has run 9999_from_tomorrow.sql\n',
  )
  const { DATABASE_URL: _, ...embedded } = elsewhere
  expect((await fail('restore', [stray], embedded)).code).toBe(1)
  expect(await traces(elsewhere)).toEqual([])
  expect(await run('restore', [file], elsewhere)).toContain('npm start goes on from there.\n')
})
