import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backupName } from '#apps/backup/folder.ts'
import { fakeMailServers } from '#testing/fake-mail-server.ts'
import { pollOptions } from '#testing/polling.ts'
import { BACKUP_PASSPHRASE } from '#testing/programs/backup.ts'
import { installations } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

type Environment = Readonly<Record<string, string>>

const lasting = programs(afterAll)
const { folder, start, run, fail } = lasting
const install = installations(afterAll)
const mailServer = fakeMailServers()

const opened = async () => {
  const { environment, database } = await install()
  const DATA_DIR = await folder()
  await mkdir(DATA_DIR)
  return { database, given: { ...environment, DATA_DIR } }
}
let small: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  small = await opened()
})

/** A folder for backups, beside the data. */
const backupFolder = async () => {
  const path = join(dirname(await folder()), 'backups')
  await mkdir(path)
  return path
}

/** What is wrong, by the doctor, which must end with 1. */
async function wrongIn(environment: Environment): Promise<string[]> {
  const { code, output } = await fail('doctor', ['--json'], environment)
  expect(code).toBe(1)
  const { state, checks } = JSON.parse(output)
  expect(state).toBe('wrong')
  return checks
    .filter((check: { state: string }) => check.state === 'wrong')
    .map((check: { finding: string }) => check.finding)
}

test('finds nothing wrong with a server that runs, and what to look at', async () => {
  const { url: SMTP_URL } = await mailServer()
  const mail = { SMTP_URL, MAIL_FROM: 'Veghe <veghe@example.org>' }

  const lines = (await run('doctor', [], { ...small.given, ...mail })).trim().split('\n')

  const isMeasured = (line: string) => /^.{9}(Database|Disk|Memory) /.test(line)
  const others = lines.filter((line) => !isMeasured(line))
  expect(others.map((line) => line.slice(0, 24).trim())).toEqual([
    'fine     Settings',
    'fine     Migrations',
    'fine     Clock',
    'fine     Replica',
    'look at  Public address',
    'fine     Proxy',
    'fine     Mail',
    'look at  Push messages',
    'look at  Backups',
  ])
  expect(lines.at(-1)).toContain('Set BACKUP_DIR and BACKUP_PASSPHRASE_FILE')
})

test('names what is wrong, and says what to do', async () => {
  const { given, database } = small
  const backups = { BACKUP_DIR: await backupFolder(), BACKUP_PASSPHRASE }
  const file = join(backups.BACKUP_DIR, backupName(new Date()))
  await writeFile(file, 'no backup')
  const dead = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'veghe@example.org' }
  const { DATABASE_URL: _, ...embedded } = given

  expect(await wrongIn({ ...given, TRUST_PROXY: 'yes' })).toEqual(['settingsMalformed'])
  expect(await wrongIn(embedded)).toEqual(['databaseMissing'])
  const away = { ...given, ...backups, ...dead, DATABASE_URL: 'postgres://veghe@127.0.0.1:1/veghe' }
  expect(await wrongIn(away)).toEqual(['databaseAway', 'mailAway', 'backupUnreadable'])
  await database.write((tx) =>
    sql`insert into migrations (name) values ('9999_from_tomorrow.sql')`.execute(tx),
  )
  const { output } = await fail('doctor', [], given)
  await database.write((tx) =>
    sql`delete from migrations where name = '9999_from_tomorrow.sql'`.execute(tx),
  )
  expect(output).toContain(
    'The database is newer than this version: it has run 9999_from_tomorrow.sql. Use the version',
  )
})

test('asks the public address without following redirects', async () => {
  const asked: (string | undefined)[] = []
  const stranger = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const PUBLIC_URL = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`

  const { output } = await fail('doctor', [], { ...small.given, PUBLIC_URL })
  await new Promise((resolve) => stranger.close(resolve))

  expect(output).toContain(`${PUBLIC_URL} answers (302), but not as this server.`)
  expect(asked).toEqual(['/config.json'])
})

test('makes a backup when one is due, deletes the oldest, and restores it as a test', async () => {
  const { given, database } = small
  const BACKUP_DIR = await backupFolder()
  const old = join(BACKUP_DIR, backupName(new Date('2026-01-01T03:00:00Z')))
  const foreign = join(BACKUP_DIR, 'by-hand.backup')
  for (const file of [old, `${old}.unfinished`, foreign]) await writeFile(file, '')
  const backups = { BACKUP_DIR, BACKUP_PASSPHRASE, BACKUP_KEEP: '1' }
  const server = await start({ ...given, ...backups })

  await vi.waitFor(() => expect(readTest(BACKUP_DIR)).resolves.toMatchObject({}), pollOptions)

  const { at, backup, ...failure } = await readTest(BACKUP_DIR)
  expect(failure).toEqual({})
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
  expect((await readdir(BACKUP_DIR)).sort()).toEqual([
    'by-hand.backup',
    'test-restore.json',
    backup,
  ])
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
     where datname like 'veghe\\_restore\\_test\\_' || (
       select oid from pg_database where datname = current_database())`.execute(database.primary)
  expect(rows).toEqual([])
  expect(await healthOf(server.url)).toEqual({ state: 'fine', ageHours: 0 })
  expect(await run('doctor', [], { ...given, ...backups })).toMatch(
    /^fine +Backups +The newest is 0 hours old; the test restore of \S+ succeeded\.$/m,
  )
  await server.stop()
})

test('reports a backup that cannot be restored', async () => {
  const BACKUP_DIR = await backupFolder()
  await writeFile(join(BACKUP_DIR, backupName(new Date())), 'no backup')
  const server = await start({ ...small.given, BACKUP_DIR, BACKUP_PASSPHRASE })

  await vi.waitFor(
    () =>
      expect(readTest(BACKUP_DIR)).resolves.toMatchObject({ reason: 'this is no backup of Veghe' }),
    pollOptions,
  )

  expect(await healthOf(server.url)).toEqual({ state: 'test-failed', ageHours: 0 })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^veghe_backups_in_trouble 1$/m)
  await server.stop()
})

const readTest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'test-restore.json'), 'utf8'))

const healthOf = async (url: string) => (await (await fetch(`${url}/health`)).json()).backups
