import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesIn } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veghe-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('the same bytes kept twice are kept once, and discarding either loses nothing', async () => {
  const files = await filesIn(folder)
  const receive = () => files.receive(Readable.from([Buffer.from('urna')]), 'urna.txt')
  const [upload, again] = [await receive(), await receive()]

  await upload.keep()
  await again.keep()
  await upload.discard()
  await again.discard()

  const { stream, sizeBytes } = await files.read(upload.sha256)
  expect(await buffer(stream)).toEqual(Buffer.from('urna'))
  expect(sizeBytes).toBe(4)
  expect(await stored()).toEqual([upload.sha256.toString('hex')])
})
