import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#apps/server/app.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { openLog } from '#kit/server/log.ts'
import { passwords, pins, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The server again, with its log as text. */
async function logged({ outside }: Stage, differs: Partial<AppDependencies> = {}) {
  const lines: string[] = []
  const logger = openLog('warn', { write: (line: string) => void lines.push(line) })
  const { http, close } = await createApp({ ...outside, ...differs, logger })
  onTestFinished(close)
  return { http, logger, lines, entries: () => lines.map((line) => JSON.parse(line)) }
}

const phone = '0722 123 456'

test('logs a failure with its reason, without name, phone and PIN', async () => {
  const cast = await set()
  const { http, lines, entries } = await logged(cast)
  // Its error message contains the whole row.
  await sql`alter table observers add constraint none_today check (name <> 'Ioana Pop')`.execute(
    cast.database.primary as never,
  )

  const reply = await http.inject({
    method: 'POST',
    url: observers.add.path,
    headers: { authorization: `Bearer ${await cast.ana.token()}` },
    payload: { name: 'Ioana Pop', phone, pin: '482100' },
  })

  expect(reply.statusCode).toBe(500)
  expect(reply.payload).not.toMatch(/none_today|Ioana|stack|constraint/)
  expect(entries()).toMatchObject([{ msg: 'server.failed', err: { constraint: 'none_today' } }])
  for (const secret of ['Ioana', phone, '0722123456', '482100', await cast.ana.token()])
    expect(lines.join('')).not.toContain(secret)
})

test('logs forbidden calls by role and number', async () => {
  const cast = await set()
  const { http, entries } = await logged(cast)

  await http.inject({
    url: `${observers.list.path}?number=${encodeURIComponent(phone)}`,
    headers: { authorization: `Bearer ${await cast.bogdan.token()}` },
  })

  expect(entries()).toMatchObject([
    { msg: 'session.forbidden', role: 'observer', method: 'GET', path: observers.list.path },
  ])
  expect(JSON.stringify(entries())).not.toContain('number=')
})

const attempts: readonly (readonly [string, string, (cast: Stage) => Promise<object>])[] = [
  [
    'a token that we did not make',
    'token.forged',
    async ({ ana }) => {
      const [head, claims] = String(await ana.token()).split('.')
      return { headers: { authorization: `Bearer ${head}.${claims}.c2VtbmF0dXJh` } }
    },
  ],
  [
    'a text that is not a token',
    'token.forged',
    async () => ({ headers: { authorization: 'Bearer nonsense' } }),
  ],
  [
    'a link to an attachment with another signature',
    'link.forged',
    async () => ({ url: '/api/v1/attachments/1795000000/c2VtbmF0dXJh/1-12.jpg' }),
  ],
]

test.each(attempts)('logs the origin of %s', async (_what, msg, attempt) => {
  const cast = await set()
  const { http, entries, lines } = await logged(cast)

  const sent = await attempt(cast)
  await http.inject({ url: observers.list.path, remoteAddress: '203.0.113.9', ...sent })

  expect(entries()).toMatchObject([{ msg, method: 'GET', address: '203.0.113.9' }])
  expect(lines.join('')).not.toMatch(/eyJ|c2Vt|nonsense/)
})

test('logs neither a missing nor an expired token', async () => {
  const cast = await set()
  const { http, lines } = await logged(cast)
  const token = await cast.ana.token()
  cast.clock.now = new Date(cast.clock.now.getTime() + 13 * 3_600_000)

  for (const authorization of ['', 'Bearer null', 'Bearer undefined', `Bearer ${token}`]) {
    const reply = await http.inject({ url: observers.list.path, headers: { authorization } })
    expect(reply.statusCode).toBe(401)
  }

  expect(lines).toEqual([])
})

test('throttles the log in a storm of attempts, and counts what it omits', async () => {
  const cast = await set()
  const { http, entries } = await logged(cast)
  const attempt = () =>
    http.inject({ url: observers.list.path, headers: { authorization: 'Bearer nonsense' } })

  for (let time = 0; time < 500; time++) await attempt()
  expect(entries()).toHaveLength(60)
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await attempt()

  expect(entries().slice(60)).toMatchObject([
    { msg: 'suspicions', leftOut: 440 },
    { msg: 'token.forged' },
  ])
})

test('logs no password, PIN or token of a sign-in, successful or not', async () => {
  const cast = await set()
  const { http, lines } = await logged(cast)
  const tries = [
    { user: 'ana', password: passwords.ana },
    { user: 'ana', password: 'a wrong password' },
    { user: '0700 000 001', password: pins.bogdan, uniqueId: 'x' },
  ]

  for (const payload of tries)
    await http.inject({ method: 'POST', url: session.authorize.path, payload })

  expect(lines).toEqual([])
})

test.each([
  ['a phone in an address', '/api/v1/observer?number=0722%20123%20456&page=1', /0722|456/],
  ['a phone with its country', 'no such row (+40 722 123 456)', /722|456/],
  ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2VtbmF0dXJh', /eyJ|c2Vt/],
  ['a signed link', '/api/v1/attachments/1/c2VtbmF0dXJh/1-12.jpg', /c2Vt/],
  ['a pin in a query', 'https://x/?pin=4821&a=b', /4821/],
  ['a password in a body', '{"user":"ana","password":"parola lui Ana"}', /parola/],
])('keeps %s out of the log', async (_what, message, secret) => {
  const { logger, lines, entries } = await logged(await set())

  logger.warn({ err: new Error(message), reason: message }, message)

  // The moment and the process have digits of their own.
  const written = lines.join('').replace(/"(time|pid)":\d+/g, '')
  expect(written).not.toMatch(secret)
  expect(entries()).toHaveLength(1)
})

test('keeps moment, address and job number in log lines', async () => {
  const { logger, entries } = await logged(await set())
  const reason = 'connect ECONNREFUSED 10.20.30.40:5432'

  logger.warn({ reason, job: 12_345_678 }, 'database')

  expect(entries()).toMatchObject([{ reason, job: 12_345_678, time: expect.any(Number) }])
})

test('logs a proxy that forwards no valid address, and not one that does', async () => {
  const { http, entries } = await logged(await set(), { trustProxy: true })
  const from = (message: string) =>
    http.inject({ url: '/config.json', headers: { 'x-forwarded-for': message } })

  await from('198.51.100.7:4711')
  await from('10.0.0.1, unknown')

  expect(entries()).toMatchObject([
    { msg: 'X-Forwarded-For is no address', said: '10.0.0.1, unknown' },
  ])
})
