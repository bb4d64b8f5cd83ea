import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { filesInBucket } from '#kit/server/files/bucket.ts'
import { buckets, type TestBucket } from '#kit/server/files/testing-bucket.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, png, rows, storedFiles } from './testing.ts'

const open = buckets()
let bucket: TestBucket
const set = stage(async (folder) => {
  bucket = await open()
  elapsedMs = 0
  return filesInBucket(bucket.settings, folder, () => elapsedMs)
})
/** The elapsed time for code that waits for the bucket. */
let elapsedMs = 0

const note = { body: { ...aiud, text: 'Coadă la intrare' } }
const photo = { name: 'photo.png', bytes: png() }
const nothing = { notes: 0, attachments: 0, unplaced: 0, visits: 0 }

/** A film too large for a single chunk. */
const film = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  Buffer.alloc(20_000_000, 7),
])

/** Opens the links of what Bogdan sent, as a browser does. */
async function openLinks(cast: Stage, which: 'src' | 'shown' = 'src') {
  const files = (await listed(cast)).flatMap(({ attachments }) => attachments)
  return Promise.all(
    files.map((file) =>
      cast.stranger.send({ url: (file[which] ?? '').replace(/^http:\/\/[^/]+/, '') }),
    ),
  )
}

test('stores attachments in the bucket, and reads them back through links', {
  tags: 'slow',
}, async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, note, [photo, { name: 'film.mp4', bytes: film }])

  const [first, second] = await openLinks(cast)
  expect(first!.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png().length),
  })
  expect(first!.rawPayload).toEqual(png())
  expect(second!.headers).toMatchObject({ 'content-type': 'video/mp4' })
  expect(second!.rawPayload.equals(film)).toBe(true)
  expect([...bucket.objects.values()].map(({ length }) => length)).toEqual([
    png().length,
    film.length,
  ])
  expect(await storedFiles(cast)).toEqual([])
})

test('stores an empty file', async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, note, [{ name: 'empty.png', bytes: Buffer.alloc(0) }])

  const [opened] = await openLinks(cast)
  expect([opened!.statusCode, opened!.rawPayload.length]).toEqual([200, 0])
})

test('uploads identical files to the bucket once, across notes and observers', async () => {
  const cast = await set()

  await cast.bogdan.call(notes.write, note, [photo])
  await cast.bogdan.call(notes.write, note, [photo])
  await cast.dana.call(notes.write, { body: { ...note.body, text: 'Și aici' } }, [photo])

  expect(bucket.puts()).toBe(1)
  expect(await rows(cast)).toMatchObject({ notes: 2, attachments: 2 })
})

test('defers a note with a file while the bucket is unavailable, and stores nothing', async () => {
  const cast = await set()
  await bucket.stop()

  const sent = cast.bogdan.call(notes.write, note, [photo])

  await expect(sent).rejects.toMatchObject({
    status: 503,
    code: 'server.unavailable',
    details: { retryAfterSeconds: expect.any(Number) },
  })
  expect(await rows(cast)).toEqual(nothing)
  expect(await storedFiles(cast)).toEqual([])

  await bucket.start()
  await cast.bogdan.call(notes.write, note, [photo])
  expect((await openLinks(cast))[0]!.rawPayload).toEqual(png())
})

test('accepts a note without a file while the bucket is unavailable, and defers attachments', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, note, [photo])
  await bucket.stop()

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Fără poză' } })
  const [opened] = await openLinks(cast)

  expect(await rows(cast)).toMatchObject({ notes: 2 })
  expect(opened!.statusCode).toBe(503)
  expect(opened!.json()).toMatchObject({ code: 'server.unavailable' })
})

test('retries when the bucket is briefly busy', { tags: 'slow' }, async () => {
  const cast = await set()
  for (const method of ['HEAD', 'PUT', 'GET'] as const) bucket.refuse(method, 503, 1)

  await cast.bogdan.call(notes.write, note, [{ name: 'film.mp4', bytes: film }])

  expect((await openLinks(cast))[0]!.rawPayload.equals(film)).toBe(true)
})

test('answers unavailable when the bucket stays busy or denies access', async () => {
  const cast = await set()

  for (const [status, times] of [
    [503, 3],
    [403, 1],
  ] as const) {
    bucket.refuse('PUT', status, times)
    const sent = cast.bogdan.call(notes.write, note, [photo])
    await expect(sent).rejects.toMatchObject({ code: 'server.unavailable' })
  }

  expect(await rows(cast)).toEqual(nothing)
  expect(await storedFiles(cast)).toEqual([])
})

test('holds no database connection while the bucket is slow', async () => {
  const cast = await set()
  await cast.bogdan.token()
  const release = bucket.hold()

  const sent = cast.bogdan.call(notes.write, note, [photo])
  await vi.waitFor(() => expect(bucket.puts()).toBe(1), pollOptions)
  expect(cast.database.connections().used).toBe(0)
  expect(await rows(cast)).toEqual(nothing)

  release()
  await sent
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

const mebibyte = 1024 * 1024
/** More than socket buffers hold, so the server must keep sending. */
const step = 12 * mebibyte

test('uploads a film to a slow bucket without timeout while it makes progress', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const long = Buffer.concat([film.subarray(0, 24), Buffer.alloc(45_000_000, 7)])
  const { more, taken } = bucket.takeAtMost()

  const sent = cast.bogdan.call(notes.write, note, [{ name: 'film.mp4', bytes: long }])
  for (let read = step; read < long.length; read += step) {
    more(step)
    await vi.waitFor(() => expect(taken()).toBeGreaterThanOrEqual(read), pollOptions)
    elapsedMs += 50_000
  }
  more(long.length)
  await sent

  expect((await openLinks(cast))[0]!.rawPayload.equals(long)).toBe(true)
})

test('times out after a minute without progress, and accepts the film on retry', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { more } = bucket.takeAtMost()
  let refused: unknown
  cast.bogdan
    .call(notes.write, note, [{ name: 'film.mp4', bytes: film }])
    .catch((error: unknown) => {
      refused = error
    })

  // Buffered bytes still move for a while after the bucket stops.
  await vi.waitFor(() => {
    elapsedMs += 61_000
    expect(refused).toMatchObject({ status: 503, code: 'server.unavailable' })
  }, pollOptions)

  expect(await rows(cast)).toEqual(nothing)
  expect(await storedFiles(cast)).toEqual([])
  more(Number.POSITIVE_INFINITY)
  await cast.bogdan.call(notes.write, note, [{ name: 'film.mp4', bytes: film }])
  expect((await openLinks(cast))[0]!.rawPayload.equals(film)).toBe(true)
})

test('uploads a film once when the phone retries during the first upload', async () => {
  const cast = await set()
  const release = bucket.hold()
  const files = [{ name: 'film.mp4', bytes: film }]

  const first = cast.bogdan.call(notes.write, note, files)
  await vi.waitFor(() => expect(bucket.puts()).toBe(1), pollOptions)
  const again = cast.bogdan.call(notes.write, note, files)
  await vi.waitFor(async () => expect(await storedFiles(cast)).toHaveLength(2), pollOptions)
  release()
  await Promise.all([first, again])

  expect(bucket.puts()).toBe(1)
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

test.each([
  ['half a file', (bytes: Buffer) => ({ stored: bytes.subarray(0, bytes.length / 2) })],
  [
    'another file of the same length, as the bucket knows by its checksum',
    (bytes: Buffer) => ({ stored: Buffer.alloc(bytes.length), checksum: 'AAAA' }),
  ],
])('replaces %s under the right digest', async (_what, make) => {
  const cast = await set()
  const bytes = png()
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `${digest.slice(0, 2)}/${digest}`
  const { stored, checksum } = { checksum: undefined, ...make(bytes) }
  bucket.objects.set(key, stored)
  if (checksum) bucket.checksums.set(key, checksum)

  await cast.bogdan.call(notes.write, note, [photo])

  expect(bucket.objects.get(key)?.equals(bytes)).toBe(true)
})

test.each([
  ['has lost', undefined],
  ['holds half of', png().subarray(0, 20)],
])('reports a file that the bucket %s as missing until it is sent again', async (_what, left) => {
  const cast = await set()
  await cast.bogdan.call(notes.write, note, [photo])
  const [key = ''] = bucket.objects.keys()
  bucket.objects.delete(key)
  if (left) bucket.objects.set(key, left)

  for (const which of ['src', 'shown'] as const) {
    const [opened] = await openLinks(cast, which)
    expect(opened!.json()).toMatchObject({ status: 404, code: 'attachment.missing' })
  }

  await cast.bogdan.call(notes.write, note, [photo])
  const [opened] = await openLinks(cast)
  expect(opened!.rawPayload.equals(png())).toBe(true)
})
