import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { aiud, png, rows, storedFiles } from '#features/notes/server/testing.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The cast, and a server that listens. */
async function listening() {
  const cast = await set()
  return { ...cast, address: await cast.listen() }
}
type Listening = Awaited<ReturnType<typeof listening>>

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

/** The beginnings of requests before the line drops. */
const beginnings = (token: string | undefined) => [
  head('/api/v2/note', token, `multipart/form-data; boundary=${boundary}`) + half,
  head('/api/v2/note', token, `multipart/form-data; boundary=${boundary}`),
  `${head('/api/v1/answers', token, 'application/json')}{"answers":[`,
  head('/api/v1/answers', token, 'application/json'),
]

/** Connections with an open transaction or a lock of a call. */
async function held({ database }: Stage) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`.execute(
    database.primary,
  )
  return { transactions: rows[0]?.total, used: database.connections().used }
}

/** A lookup's connection is returned at once; one held during the upload would remain. */
const holdsNothing = (stage: Stage) =>
  vi.waitFor(
    async () => expect(await held(stage)).toEqual({ transactions: 0, used: 0 }),
    pollOptions,
  )

test('leaves no transaction, connection or file after a thousand aborted uploads, and accepts the next', {
  tags: 'slow',
}, async () => {
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
    // Those of this hundred whose photograph has begun to arrive.
    await vi.waitFor(
      async () => expect((await storedFiles(cast)).length).toBeGreaterThanOrEqual(25),
      pollOptions,
    )
    for (const socket of sockets) socket.destroy()
  }

  await vi.waitFor(async () => expect(await storedFiles(cast)).toEqual([]), pollOptions)
  await holdsNothing(cast)
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0, visits: 0 })
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [
    { name: 'a.png', bytes: png() },
  ])
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** A raw connection, and everything received on it. */
async function caller(cast: Listening, opening: string) {
  const { port } = new URL(cast.address)
  // It ignores the end of the connection, and keeps sending.
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  open.push(socket)
  let heard = ''
  let isOver = false
  let isCut = false
  socket.on('error', () => undefined)
  socket.on('end', () => {
    isOver = true
  })
  socket.on('close', () => {
    isCut = true
  })
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  await once(socket, 'connect')
  socket.write(opening)
  return {
    write: (bytes: Uint8Array | string) => socket.write(bytes),
    heard: () => heard,
    /** The server has sent its last byte. */
    isOver: () => isOver,
    /** It receives no more, either. */
    isCut: () => isCut,
  }
}

const connected = ({ app }: Stage) =>
  promisify(app.http.server.getConnections.bind(app.http.server))()

/** Moves the clock by some seconds. */
const pass = ({ clock }: Stage, seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

/** The sizes of incomplete uploads. */
async function received({ folder }: Stage): Promise<number[]> {
  const incoming = join(folder, 'incoming')
  const names = await readdir(incoming)
  const sizes = names.map(async (name) => (await stat(join(incoming, name))).size)
  return Promise.all(sizes)
}

/** A note with a film of so many bytes, as raw HTTP. */
function filmNote(token: string | undefined, bytes: number) {
  const end = `\r\n--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`
  return { begin: headOf(token, type, half.length + bytes + end.length) + half, end }
}
const headOf = (token: string | undefined, type: string, length: number) =>
  head('/api/v2/note', token, type).replace('1000000', String(length))

const minutes = 10
const aLittle = 20_000

test('accepts a film on a slow but moving connection, however long it takes', async () => {
  const cast = await listening()
  const film = Buffer.alloc(minutes * aLittle, 7)
  const { begin, end } = filmNote(await cast.bogdan.token(), film.length)

  const phone = await caller(cast, begin)
  for (let minute = 0; minute < minutes; minute++) {
    phone.write(film.subarray(minute * aLittle, (minute + 1) * aLittle))
    // Node's buffered part of a chunk comes with the next.
    await vi.waitFor(
      async () => expect((await received(cast))[0]).toBeGreaterThanOrEqual(minute * aLittle),
      pollOptions,
    )
    pass(cast, 50)
  }
  phone.write(end)

  await vi.waitFor(() => expect(phone.heard()).toMatch(/^HTTP\/1.1 200 /), pollOptions)
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
  await holdsNothing(cast)
})

test('asks stalled and byte-by-byte senders to retry, and holds no connection for them', {
  tags: 'slow',
}, async () => {
  const cast = await listening()
  const token = await cast.bogdan.token()
  const phones = await Promise.all(beginnings(token).map((words) => caller(cast, words)))
  phones[0]?.write(png())
  await vi.waitFor(async () => expect(await received(cast)).toHaveLength(1), pollOptions)

  pass(cast, 40)
  for (const phone of phones) phone.write(' ')
  await holdsNothing(cast)
  expect(phones.map(({ heard }) => heard())).toEqual(phones.map(() => ''))
  pass(cast, 21)

  for (const phone of phones) {
    await vi.waitFor(() => {
      phone.write(' ')
      expect(phone.isCut()).toBe(true)
    }, pollOptions)
    expect(phone.heard()).toMatch(/^HTTP\/1.1 503 .*"code":"server.unavailable"/s)
  }
  await vi.waitFor(async () => expect(await storedFiles(cast)).toEqual([]), pollOptions)
  expect(await rows(cast)).toMatchObject({ notes: 0, visits: 0 })
})

test('disconnects a refused client that keeps sending after a minute', async () => {
  const cast = await listening()
  const phone = await caller(cast, beginnings('unknown')[0] ?? '')
  await vi.waitFor(() => expect(phone.heard()).toMatch(/^HTTP\/1.1 401 /), pollOptions)

  pass(cast, 61)

  await vi.waitFor(() => expect(phone.isOver()).toBe(true), pollOptions)
  expect(phone.heard().match(/HTTP\/1.1/g)).toHaveLength(1)
})

test('cuts slow anonymous senders to a hundred, and observers lose no film or report', {
  tags: 'slow',
}, async () => {
  const cast = await listening()
  const token = await cast.bogdan.token()
  const film = Buffer.alloc(aLittle, 7)
  const { begin, end } = filmNote(token, film.length)
  const phone = await caller(cast, begin)
  const signIn = head('/api/v1/access/authorize', undefined, 'application/json').replace(
    'authorization: Bearer undefined\r\n',
    '',
  )
  const flood = await Promise.all(Array.from({ length: 150 }, () => caller(cast, `${signIn}{`)))
  await vi.waitFor(async () => expect(await connected(cast)).toBe(151), pollOptions)

  pass(cast, 11)

  const left = () => flood.filter(({ isOver }) => !isOver()).length
  await vi.waitFor(() => expect(left()).toBe(100), pollOptions)
  const text = 'Fără poză'
  await cast.bogdan.call(notes.write, { body: { ...aiud, text } })
  phone.write(film)
  phone.write(end)
  await vi.waitFor(() => expect(phone.heard()).toMatch(/^HTTP\/1.1 200 /), pollOptions)
  expect(left()).toBe(100)
})

test('limits slow uploads to eight at a time for each observer', {
  tags: 'slow',
}, async () => {
  const cast = await listening()
  const begin = async (person: Person) => {
    const { begin } = filmNote(await person.token(), aLittle)
    return Promise.all(Array.from({ length: 10 }, () => caller(cast, `${begin}film`)))
  }
  const bogdans = await begin(cast.bogdan)
  const danas = await begin(cast.dana)
  await vi.waitFor(async () => expect(await received(cast)).toHaveLength(20), pollOptions)

  pass(cast, 11)

  const left = (phones: typeof danas) => phones.filter(({ isOver }) => !isOver()).length
  await vi.waitFor(() => expect(left(bogdans)).toBe(8), pollOptions)
  await vi.waitFor(async () => expect(await received(cast)).toHaveLength(16), pollOptions)
})
