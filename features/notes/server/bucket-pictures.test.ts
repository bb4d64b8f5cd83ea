import { expect, test } from 'vitest'
import { type Stage, stage } from '#apps/server/testing.ts'
import { filesInBucket } from '#kit/server/bucket.ts'
import { buckets, type TestBucket } from '#kit/server/testing-bucket.ts'
import { notes } from '../contract.ts'
import { aiud, listed, storedFiles } from './testing.ts'
import { photograph } from './testing-pictures.ts'

const open = buckets()
let bucket: TestBucket
const set = stage(async (folder) => {
  bucket = await open()
  return filesInBucket(bucket.settings, folder)
})

async function attach(cast: Stage) {
  const files = [{ name: 'photo.jpg', bytes: await photograph() }]
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Urna' } }, files)
  const [note] = await listed(cast)
  const url = note!.attachments[0]!.picture!.replace(/^http:\/\/[^/]+/, '')
  return () => cast.stranger.send({ url })
}

test('a picture is made once, however many ask for it, and lies in the bucket beside its original', async () => {
  const cast = await set()
  const see = await attach(cast)
  const before = bucket.gets()

  const [first, second] = await Promise.all([see(), see()])
  // Whether it is there, and its original.
  expect(bucket.gets() - before).toBe(2)
  const later = await see()

  expect(first.statusCode).toBe(200)
  for (const reply of [second, later]) expect(reply.rawPayload.equals(first.rawPayload)).toBe(true)
  const [original = ''] = bucket.objects.keys()
  expect([...bucket.objects.keys()]).toEqual([original, `pictures/${original}`])
  expect(bucket.objects.get(`pictures/${original}`)?.equals(first.rawPayload)).toBe(true)
  expect(bucket.puts()).toBe(2)
  expect(await storedFiles(cast)).toEqual([])
})

test('a picture for which the bucket has no room is shown all the same', async () => {
  const cast = await set()
  const see = await attach(cast)
  bucket.refuse('PUT', 403, 1)

  expect((await see()).statusCode).toBe(200)

  expect(bucket.objects.size).toBe(1)
  expect((await see()).statusCode).toBe(200)
  expect(bucket.objects.size).toBe(2)
})

test('while the bucket is away pictures are put off, and are there when it is back', async () => {
  const cast = await set()
  const see = await attach(cast)
  await bucket.stop()

  expect((await see()).json()).toMatchObject({ status: 503, code: 'server.unavailable' })

  await bucket.start()
  expect((await see()).statusCode).toBe(200)
})
