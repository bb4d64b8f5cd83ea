// @module-tag slow
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { openDatabase } from '#database/open.ts'
import { installation as calls } from '#features/installation/contract.ts'
import { session } from '#features/session/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  installations,
  openScreen,
  relayTo,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const install = installations()
const { folder, start } = programs()

test('finishes running requests and exits with 0 when told to stop', async () => {
  const installation = await install()
  const { database, environment } = installation
  const program = await start({ ...environment, WORKERS: '2', DATA_DIR: await folder() })
  const token = await signIn(program.url, bogdan)
  let stopped: Promise<number | null> | undefined
  let slow: Promise<void> | undefined

  // While we lock the table no answer can be written.
  await database.write(async (tx) => {
    await sql`lock table answers in exclusive mode`.execute(tx)
    slow = sendReport(program.url, token, reportOf(installation, 1))
    slow.catch(() => undefined)
    await vi.waitFor(
      async () => expect(await waiting(environment.DATABASE_URL)).toBe(1),
      pollOptions,
    )
    stopped = program.stop()
    await vi.waitFor(() => expect(isListening(program.url)).resolves.toBe(false), pollOptions)
  })

  await slow
  expect(await stopped).toBe(0)
  const { rows } = await sql`select count(*) as total from answers`.execute(database.primary)
  expect(rows).toEqual([{ total: 1 }])
})

test('finishes the request of a disconnected client during a shutdown', async () => {
  const { database, environment } = await install()
  const program = await start({ ...environment, DATA_DIR: await folder() })
  const leaving = new AbortController()
  let stopped: Promise<number | null> | undefined

  // Signing in finds the account first, and stores the session once the password is compared.
  await database.write(async (tx) => {
    await sql`lock table staff in access exclusive mode`.execute(tx)
    const signIn = fetch(program.url + session.authorize.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
      signal: leaving.signal,
    })
    // The server's own look at the tables may wait as well.
    const isLooking = `wait_event_type = 'Lock' and query like 'select "staff"%'`
    await vi.waitFor(
      async () => expect(await countSessions(environment.DATABASE_URL, isLooking)).toBe(1),
      pollOptions,
    )
    leaving.abort()
    await expect(signIn).rejects.toThrow()
    stopped = program.stop()
    await vi.waitFor(
      async () =>
        expect(await countSessions(environment.DATABASE_URL, "query like 'listen %'")).toBe(0),
      pollOptions,
    )
  })

  expect(await stopped).toBe(0)
  expect(program.output()).not.toContain('server.failed')
  const { rows } = await sql`select count(*) as total from sessions`.execute(database.primary)
  expect(rows).toEqual([{ total: 1 }])
})

test('stops without waiting for open screens or idle connections', async () => {
  const { environment } = await install()
  const program = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(program.url, admin)
  const screens = await Promise.all([1, 2, 3].map(() => openScreen(program.url, token)))
  // Browsers keep a spare connection open.
  const spare = connect(Number(new URL(program.url).port), '127.0.0.1')
  await once(spare, 'connect')

  const begun = performance.now()
  expect(await program.stop()).toBe(0)

  expect(performance.now() - begun).toBeLessThan(3000)
  await Promise.all(screens.map(({ ended }) => ended))
})

test('asks remaining clients to retry in their own format during a shutdown', async () => {
  const installation = await install()
  const { database, environment } = installation
  const program = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(program.url, bogdan)
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  const over = once(socket, 'close')
  const head = (call: string) =>
    `${call} HTTP/1.1\r\nhost: veghe\r\nauthorization: Bearer ${token}\r\n`
  const report = JSON.stringify(reportOf(installation, 1).body)
  const kind = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(report)}\r\n`
  let stopped: Promise<number | null> | undefined

  // A running request keeps its connection open; the lock on the table blocks every answer.
  await database.write(async (tx) => {
    await sql`lock table answers in exclusive mode`.execute(tx)
    socket.write(`${head('POST /api/v1/answers')}${kind}\r\n${report}`)
    await vi.waitFor(
      async () => expect(await waiting(environment.DATABASE_URL)).toBe(1),
      pollOptions,
    )
    stopped = program.stop()
    await vi.waitFor(() => expect(isListening(program.url)).resolves.toBe(false), pollOptions)
    socket.write(`${head('GET /api/v1/form')}\r\n`)
  })

  await over
  expect(await stopped).toBe(0)
  const [first, second] = heard.split(/(?<=.)(?=HTTP\/1\.1 )/s)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second).toMatch(/^content-type: application\/problem\+json/im)
  expect(second).toMatch(/^retry-after: 2\r$/im)
  expect(second).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(second).toContain('"code":"server.unavailable"')
})

test('reports a missing database, and recovers by itself', async () => {
  const installation = await install()
  const relay = await relayTo(installation.environment.DATABASE_URL)
  const environment = { ...installation.environment, DATABASE_URL: relay.url }
  const program = await start({ ...environment, DATA_DIR: await folder() })
  const health = async () => (await fetch(`${program.url}/health`)).status
  const screen = await openScreen(program.url, await signIn(program.url, admin))
  const token = await signIn(program.url, bogdan)
  expect(await health()).toBe(200)

  await relay.cut()
  expect(await health()).toBe(503)
  // Calls without the database are served; several attempts to reach it come and go meanwhile.
  await phoneAt(program.url, { forMs: 0 })(calls.config, {})
  await vi.waitFor(
    () => expect(program.output().split('ECONNREFUSED').length).toBeGreaterThan(4),
    pollOptions,
  )

  await relay.restore()
  await vi.waitFor(() => expect(health()).resolves.toBe(200), pollOptions)
  await vi.waitFor(() => expect(screen.heard).toEqual(['live.missed']), pollOptions)
  await sendReport(program.url, token, reportOf(installation, 1))
  await vi.waitFor(
    () => expect(screen.heard).toEqual(['live.missed', 'answers.received']),
    pollOptions,
  )
  expect(await listening(installation.environment.DATABASE_URL)).toBe(1)
  screen.close()
  expect(await program.stop()).toBe(0)
  await relay.cut()
})

test('serves well-formed metrics to Prometheus', async () => {
  const { environment } = await install()
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  await signIn(url, admin)

  const response = await fetch(`${url}/metrics`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')

  const sample = /^[a-z_:][\w:]*(\{(\w+="[^"]*",?)*\})? (-?[\d.e+-]+|NaN|\+Inf)$/i
  expect(lines.filter((line) => !/^# (HELP|TYPE) \w+ \S/.test(line) && !sample.test(line))).toEqual(
    [],
  )
  expect(lines).toContain('veghe_live_streams 0')
  expect(lines.some((line) => line.startsWith('veghe_http_request_seconds_count{'))).toBe(true)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
})

/** How many statements wait for a lock. */
const waiting = (url: string) => countSessions(url, "wait_event_type = 'Lock'")

/** How many sessions listen for notifications. */
const listening = (url: string) => countSessions(url, 'query = \'listen "veghe"\'')

async function countSessions(url: string, condition: string): Promise<number> {
  const database = openDatabase({ url, connections: 1 })
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
     where datname = current_database() and ${sql.raw(condition)}`.execute(database.primary)
  await database.close()
  return rows[0]?.total ?? 0
}

/** Whether a new caller gets through; one who came too late may wait until the server is gone. */
const isListening = (url: string) =>
  fetch(`${url}/config.json`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(500),
  }).then(
    ({ status }) => status === 200,
    () => false,
  )
