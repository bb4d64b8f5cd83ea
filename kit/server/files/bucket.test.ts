import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesInBucket } from './bucket.ts'
import { FilesAway } from './files.ts'
import { buckets } from './testing-bucket.ts'

const open = buckets()

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veghe-bucket-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('refuses to keep changed bytes under the digest of the original', async () => {
  const { settings, objects } = await open()
  const files = await filesInBucket(settings, folder)
  const upload = await files.receive(Readable.from([Buffer.from('urna')]), 'urna.txt')
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), 'anru')

  await expect(upload.keep()).rejects.toThrow(FilesAway)

  expect(objects.size).toBe(0)
})

test('defers an upload that cannot be read any more, without crashing', async () => {
  const { settings, objects } = await open()
  const files = await filesInBucket(settings, folder)
  const upload = await files.receive(Readable.from([Buffer.from('urna')]), 'urna.txt')
  const [name = ''] = await readdir(folder)
  await rm(join(folder, name))

  await expect(upload.keep()).rejects.toThrow(FilesAway)

  expect(objects.size).toBe(0)
})
