import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { aiud, png, rows, storedFiles } from '#features/notes/server/testing.ts'
import { type Stage, stage } from './testing.ts'
import { patient } from './testing-patience.ts'

const set = stage()

const boundary = 'a-boundary'
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const half = [
  part('CountyCode', aiud.countyCode),
  part('MunicipalityCode', aiud.municipalityCode),
  part('PollingStationNumber', '1'),
  `--${boundary}\r\ncontent-disposition: form-data; name="Files"; filename="a.png"\r\n\r\n`,
].join('')

const head = (path: string, token: string | undefined, type: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    'content-length: 1000000',
    '',
    '',
  ].join('\r\n')

/** What phones begin to say before the line drops. */
const beginnings = (token: string | undefined) => [
  head('/api/v2/note', token, `multipart/form-data; boundary=${boundary}`) + half,
  head('/api/v2/note', token, `multipart/form-data; boundary=${boundary}`),
  `${head('/api/v1/answers', token, 'application/json')}{"answers":[`,
  head('/api/v1/answers', token, 'application/json'),
]

/** Connections that hold a transaction open, or hold anything at all for a call. */
async function held({ database }: Stage) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`.execute(
    database.primary,
  )
  return { transactions: rows[0]?.total, used: database.connections().used }
}

test('a thousand uploads that are dropped half way leave no open transaction, no connection and no file, and the next is taken', async () => {
  const cast = await set()
  const port = Number(new URL(await cast.listen()).port)
  const token = await cast.bogdan.token()
  const words = beginnings(token)

  for (let hundred = 0; hundred < 10; hundred++) {
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async (_, nth) => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(words[nth % words.length]!)
        if (nth % words.length === 0) socket.write(png(String(nth)))
        return socket
      }),
    )
    // Those of this hundred that had come to their photograph.
    await vi.waitFor(
      async () => expect((await storedFiles(cast)).length).toBeGreaterThanOrEqual(25),
      patient,
    )
    for (const socket of sockets) socket.destroy()
  }

  await vi.waitFor(async () => expect(await storedFiles(cast)).toEqual([]), patient)
  await vi.waitFor(
    async () => expect(await held(cast)).toEqual({ transactions: 0, used: 0 }),
    patient,
  )
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0, visits: 0 })
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [
    { name: 'a.png', bytes: png() },
  ])
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

test('a phone that sends its report byte by byte is told to come again, and holds no connection meanwhile', async () => {
  const cast = await set()
  // Two minutes are given, which the tests do not wait for.
  const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }
  Object.assign(cast.app.http.server, timeouts)
  const port = Number(new URL(await cast.listen()).port)
  // It does not listen either: told that it is over, it goes on.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  const [, , report = ''] = beginnings(await cast.bogdan.token())
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  socket.write(report)

  const dripping = setInterval(() => socket.write(' '), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)

  expect(heard).toMatch(/^HTTP\/1.1 503 .*"code":"server.unavailable"/s)
  expect(await held(cast)).toEqual({ transactions: 0, used: 0 })
})
