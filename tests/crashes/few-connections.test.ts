// @module-tag slow
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { startCluster } from '#database/embedded/cluster.ts'
import { canReach, serverUser } from '#database/embedded/server-user.ts'
import { migrate } from '#database/migrate.ts'
import { exports } from '#features/export/contract.ts'
import { countUnsealed } from '#features/history/server/proof/proof-queries.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { findHead } from '#kit/server/history/history.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  type Installation,
  installations,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { type Program, programs } from '#testing/programs/process.ts'

// A database and several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
})
const install = installations()
const { folder, start } = programs()

/** Locks still held when a test fails: others wait for them. */
let letGo = async () => {}
afterEach(() => letGo())

/** PostgreSQL reserves three of them for its owner. */
const connections = 16

/** An installation on a separate PostgreSQL with few connections. */
async function installOnFew(): Promise<Installation> {
  const base = (await canReach(await serverUser(''), tmpdir())) ? tmpdir() : '/tmp'
  const place = await mkdtemp(join(base, 'veghe-few-'))
  undo.push(() => rm(place, { recursive: true, force: true }))
  await chmod(place, 0o755)
  const cluster = await startCluster({
    binaries: inject('binaries'),
    folder: join(place, 'database'),
    password: 'test',
    settings: { max_connections: String(connections), fsync: 'off' },
  })
  undo.push(() => cluster.stop())
  await migrate(cluster.url)
  return install({ url: cluster.url, drop: async () => undefined })
}

const healthOf = async ({ url }: Program) => (await fetch(`${url}/health`)).json()

/** How many calls wait for a connection. */
async function waitingAt({ url }: Program): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, waiting] = /^veghe_database_connections\{state="waiting"\} (\d+)$/m.exec(text) ?? []
  return Number(waiting)
}

/** Marks a call that is awaited later: if it fails before, that is not an unhandled rejection. */
function awaitedLater<T>(call: Promise<T>): Promise<T> {
  call.catch(() => undefined)
  return call
}

test('two servers with few connections between them refuse no report while exports run', async () => {
  const installation = await installOnFew()
  const { environment } = installation
  const DATA_DIR = await folder()
  const servers = [
    await start({ ...environment, DATA_DIR }),
    await start({ ...environment, DATA_DIR }),
  ]
  const tokens = await Promise.all(servers.map(({ url }) => signIn(url, bogdan)))
  const staff = await Promise.all(servers.map(({ url }) => signIn(url, admin)))
  await vi.waitFor(async () => {
    for (const server of servers)
      expect((await healthOf(server)).connections).toMatchObject({
        isTight: true,
        processes: 2,
        wanted: 23,
      })
  }, pollOptions)

  let isOver = false
  const replies: number[] = []
  const exportAgain = async (at: number) => {
    while (!isOver) {
      const { url } = servers[at % 2]!
      const reply = await fetch(url + exports.all.path, {
        headers: { authorization: `Bearer ${staff[at % 2]}` },
      })
      await reply.arrayBuffer()
      replies.push(reply.status)
    }
  }
  const exporting = Promise.all(Array.from({ length: 24 }, (_, at) => exportAgain(at)))
  const reportAgain = async (at: number) => {
    for (let round = 0; round < 5; round++)
      await sendReport(servers[at % 2]!.url, tokens[at % 2]!, reportOf(installation, 1 + (at % 3)))
  }
  const reporting = await Promise.allSettled(Array.from({ length: 24 }, (_, at) => reportAgain(at)))
  isOver = true
  await exporting

  expect(reporting.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(replies.filter((status) => status === 200).length).toBeGreaterThan(0)
  // Refused without capacity, but never failed.
  expect(replies.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('admits waiting calls to few connections by importance', async () => {
  const installation = await installOnFew()
  const { database, environment } = installation
  const server = await start({ ...environment, DATA_DIR: await folder() })
  // A second one, so that there are few for each.
  await start({ ...environment, DATA_DIR: await folder() })
  const shared = { isTight: true, processes: 2 }
  await vi.waitFor(
    async () => expect((await healthOf(server)).connections).toMatchObject(shared),
    pollOptions,
  )
  const call = phoneAt(server.url, { forMs: 0 })
  const [observer, organiser] = [await signIn(server.url, bogdan), await signIn(server.url, admin)]
  // Sealing behind the writers waits for its turn as well.
  await vi.waitFor(
    async () => expect(await countUnsealed(database.db, await findHead(database.db), 1)).toBe(0),
    pollOptions,
  )
  letGo = await holdLocks(database, (tx) => sql`lock table notes in exclusive mode`.execute(tx))

  const place = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  const note = awaitedLater(call(notes.write, { body: { ...place, text: 'Prima' } }, observer))
  await vi.waitFor(async () => expect(await waitingForARow(database)).toBe(1), pollOptions)
  const cora = { name: 'Cora Stan', phone: '0700 000 009', pin: '1111' }
  const change = awaitedLater(call(observers.add, { body: cora }, organiser))
  await vi.waitFor(async () => expect(await waitingAt(server)).toBe(1), pollOptions)
  const report = awaitedLater(sendReport(server.url, observer, reportOf(installation, 2)))
  await vi.waitFor(async () => expect(await waitingAt(server)).toBe(2), pollOptions)
  await letGo()
  await Promise.all([note, change, report])

  const { rows } = await sql<{ act: string }>`
    select act from history where act in ('notes.received', 'answers.received', 'observers.added') order by id`.execute(
    database.primary,
  )
  expect(rows.map(({ act }) => act)).toEqual([
    'notes.received',
    'answers.received',
    'observers.added',
  ])
})
