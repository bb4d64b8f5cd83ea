import { expect, test } from 'vitest'
import { filesInBucket } from '#kit/server/files/bucket.ts'
import { buckets, type TestBucket } from '#kit/server/files/testing-bucket.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, storedFiles } from './testing.ts'
import { film } from './testing-films.ts'
import { photograph } from './testing-pictures.ts'

const open = buckets()
let bucket: TestBucket
const set = stage(async (folder) => {
  bucket = await open()
  return filesInBucket(bucket.settings, folder)
})

async function attach(cast: Stage, bytes?: Buffer) {
  const files = [{ name: 'urna', bytes: bytes ?? (await photograph()) }]
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Urna' } }, files)
  const [note] = await listed(cast)
  const url = note!.attachments[0]!.shown!.replace(/^http:\/\/[^/]+/, '')
  return (headers = {}) => cast.stranger.send({ url, headers })
}

test('creates a rendition once for all requests, and stores it beside the original', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const see = await attach(cast)

  const [first, second] = await Promise.all([see(), see()])
  const later = await see()

  expect(first.statusCode).toBe(200)
  for (const reply of [second, later]) expect(reply.rawPayload.equals(first.rawPayload)).toBe(true)
  const [original = ''] = bucket.objects.keys()
  expect([...bucket.objects.keys()]).toEqual([original, `renditions/${original}`])
  expect(bucket.objects.get(`renditions/${original}`)?.equals(first.rawPayload)).toBe(true)
  expect(bucket.puts()).toBe(2)
  expect(await storedFiles(cast)).toEqual([])
})

test('serves the requested byte range of a film in a bucket', async () => {
  const cast = await set()
  const see = await attach(cast, await film.mp4())
  const { rawPayload: whole } = await see()

  const part = await see({ range: 'bytes=100-199' })
  const rest = await see({ range: `bytes=${whole.length - 7}-` })
  const beyond = await see({ range: `bytes=${whole.length}-` })

  expect([part.statusCode, rest.statusCode, beyond.statusCode]).toEqual([206, 206, 200])
  expect(part.headers['content-range']).toBe(`bytes 100-199/${whole.length}`)
  expect(part.rawPayload.equals(whole.subarray(100, 200))).toBe(true)
  expect(rest.rawPayload.equals(whole.subarray(-7))).toBe(true)
  expect(beyond.rawPayload.equals(whole)).toBe(true)
})

test('fetches only the requested range of a rendition from the bucket', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const see = await attach(cast, await film.mp4())
  await see()
  const before = bucket.sent()

  await see({ range: 'bytes=0-1' })

  expect(bucket.sent() - before).toBe(2)
})

test('plays part of a film when the bucket refuses to store its rendition', async () => {
  const cast = await set()
  const see = await attach(cast, await film.mp4())
  bucket.refuse('PUT', 403, 1)

  const part = await see({ range: 'bytes=4-7' })

  expect([part.statusCode, part.payload, bucket.objects.size]).toEqual([206, 'ftyp', 1])
})

test('answers unavailable when the bucket breaks off a film, and plays it on retry', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const see = await attach(cast, await film.mp4())
  bucket.breakOff(1)

  expect((await see()).json()).toMatchObject({ status: 503, code: 'server.unavailable' })

  expect((await see()).statusCode).toBe(200)
})

test('shows a picture when the bucket refuses to store its rendition', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const see = await attach(cast)
  bucket.refuse('PUT', 403, 1)

  expect((await see()).statusCode).toBe(200)

  expect(bucket.objects.size).toBe(1)
  expect((await see()).statusCode).toBe(200)
  expect(bucket.objects.size).toBe(2)
})

test('defers pictures while the bucket is unavailable, and shows them afterwards', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const see = await attach(cast)
  await bucket.stop()

  expect((await see()).json()).toMatchObject({ status: 503, code: 'server.unavailable' })

  await bucket.start()
  expect((await see()).statusCode).toBe(200)
})
