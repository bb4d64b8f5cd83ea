// @module-tag slow
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { openDatabase } from '#database/open.ts'
import { freshDatabase } from '#database/testing.ts'
import { session } from '#features/session/contract.ts'
import { Problem } from '#kit/contract/problem.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  type Installation,
  installations,
  openScreen,
  relayTo,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { type Program, type Programs, programs } from '#testing/programs/process.ts'
import { secret } from '#testing/secret.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const install = installations()
const own = programs()
const { folder, start, refuse } = own

/** Two servers of one installation: one database, one secret, one folder for attachments. */
async function startTwo({ environment }: Installation, { folder, start }: Programs) {
  const shared = { ...environment, DATA_DIR: await folder() }
  return [await start(shared), await start(shared)] as const
}

// Two servers for all tests that store nothing.
const lasting = programs(afterAll)
const installLasting = installations(afterAll)
let running: Installation
let one: Program
let other: Program
beforeAll(async () => {
  running = await installLasting()
  const servers = await startTwo(running, lasting)
  one = servers[0]
  other = servers[1]
})

test('announces a report sent to one server on screens of the other', async () => {
  const installation = await install()
  const [one, other] = await startTwo(installation, own)
  const screen = await openScreen(other.url, await signIn(one.url, admin))
  const token = await signIn(one.url, bogdan)

  await sendReport(one.url, token, reportOf(installation, 1))

  await vi.waitFor(() => expect(screen.heard).toEqual(['answers.received']), pollOptions)
  screen.close()
})

test('accepts and ends a token on every server, open screens included', async () => {
  const token = await signIn(one.url, admin)
  const screen = await openScreen(other.url, token)
  expect(await phoneAt(other.url, { forMs: 0 })(session.me, {}, token)).toMatchObject({
    account: admin.user,
  })

  await phoneAt(one.url, { forMs: 0 })(session.signOut, {}, token)

  await screen.ended
  const later = phoneAt(other.url, { forMs: 0 })(session.me, {}, token)
  await expect(later).rejects.toEqual(new Problem('session.missing'))
  await expect(openScreen(other.url, token)).rejects.toThrow('401')
})

test('servers started at the same moment set up one election with one organiser', async () => {
  const fresh = await freshDatabase()
  const dataDir = await folder()
  const environment = { DATABASE_URL: fresh.url, DATA_DIR: dataDir }

  const all = await Promise.all([start(environment), start(environment), start(environment)])

  const database = openDatabase({ url: fresh.url, connections: 1 })
  const { rows } = await sql`
    select (select count(*) from elections) as elections, (select count(*) from staff) as staff,
           (select count(*) from ngos) as ngos`.execute(database.primary)
  await database.close()
  expect(rows).toEqual([{ elections: 1, staff: 1, ngos: 1 }])
  expect(all.filter((program) => program.output().includes('password: '))).toHaveLength(1)
  for (const program of all) await program.kill()
  await fresh.drop()
})

test('refuses a server with another secret', async () => {
  const SECRET = `another ${secret}`
  const { code, output } = await refuse({
    ...running.environment,
    SECRET,
    DATA_DIR: await folder(),
  })

  expect(code).toBe(1)
  expect(output).toBe('SECRET: differs from the one this database was set up with\n')
})

test('tells screens that they may have missed announcements, and sends them the next', async () => {
  const installation = await install()
  const { database, environment } = installation
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const screen = await openScreen(url, await signIn(url, admin))
  const token = await signIn(url, bogdan)

  const { rows } = await sql<{ gone: boolean }>`
    select pg_terminate_backend(pid) as gone from pg_stat_activity
     where datname = current_database() and query = 'listen "veghe"'`.execute(database.primary)
  expect(rows).toEqual([{ gone: true }])

  await vi.waitFor(() => expect(screen.heard).toEqual(['live.missed']), pollOptions)
  await sendReport(url, token, reportOf(installation, 1))
  await vi.waitFor(
    () => expect(screen.heard).toEqual(['live.missed', 'answers.received']),
    pollOptions,
  )
  screen.close()
})

test('closes screens of a session that ended unheard as soon as it can', async () => {
  const { environment } = await install()
  const DATA_DIR = await folder()
  const relay = await relayTo(environment.DATABASE_URL)
  const one = await start({ ...environment, DATA_DIR })
  const other = await start({ ...environment, DATABASE_URL: relay.url, DATA_DIR })
  const token = await signIn(one.url, admin)
  const screen = await openScreen(other.url, token)

  await relay.cut()
  await phoneAt(one.url, { forMs: 0 })(session.signOut, {}, token)
  await relay.restore()

  await screen.ended
  expect(screen.heard).toEqual([])
  await relay.cut()
})

test('delivers every announcement of a storm to every screen in order', async () => {
  const { database } = running
  const { url } = one
  const screen = await openScreen(url, await signIn(url, admin))
  const { id: electionId } = await database.primary
    .selectFrom('elections')
    .select('id')
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: 300 }, (_, place) => `storm.${place}`)

  for (const name of names) {
    const payload = JSON.stringify({ name, electionId, ngoId: null, payload: {} })
    await sql`select pg_notify('veghe', ${payload})`.execute(database.primary)
  }

  await vi.waitFor(() => expect(screen.heard).toHaveLength(names.length), pollOptions)
  expect(screen.heard).toEqual(names)
  screen.close()
})

test('ignores foreign messages on the servers’ channel', async () => {
  const installation = await install()
  const { database, environment } = installation
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const screen = await openScreen(url, await signIn(url, admin))
  const token = await signIn(url, bogdan)

  for (const payload of ['', 'nonsense', '{"name":"of.another.version"}', '[]'])
    await sql`select pg_notify('veghe', ${payload})`.execute(database.primary)
  await sendReport(url, token, reportOf(installation, 1))

  await vi.waitFor(() => expect(screen.heard).toEqual(['answers.received']), pollOptions)
  screen.close()
})

test('survives an announcement to a screen that is just being closed', async () => {
  const { database } = running
  const { url } = one
  const token = await signIn(url, admin)
  const screen = await openScreen(url, token)
  const [, claims = ''] = token.split('.')
  const { jti: endedSession } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const { id: electionId } = await database.primary
    .selectFrom('elections')
    .select('id')
    .executeTakeFirstOrThrow()

  await database.write(async (tx) => {
    const more = { name: 'answers.received', electionId, ngoId: null, payload: {} }
    for (const payload of [{ endedSession }, more])
      await sql`select pg_notify('veghe', ${JSON.stringify(payload)})`.execute(tx)
  })

  await screen.ended
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
