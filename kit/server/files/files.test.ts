import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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

test('stores the same bytes once, and keeps them when either upload is discarded', async () => {
  const files = await filesIn(folder)
  const receive = () => files.receive(Readable.from([Buffer.from('urna')]), 'urna.txt')
  const [upload, again] = [await receive(), await receive()]

  await upload.keep()
  await again.keep()
  await upload.discard()
  await again.discard()

  const found = await files.find(upload)
  expect(await buffer(found!.stream)).toEqual(Buffer.from('urna'))
  expect(await stored()).toEqual([upload.sha256.toString('hex')])
})

test('treats a truncated file under its digest as missing, and replaces it', async () => {
  const files = await filesIn(folder)
  const receive = () => files.receive(Readable.from([Buffer.from('urna')]), 'urna.txt')
  const upload = await receive()
  await upload.keep()
  const digest = upload.sha256.toString('hex')
  await writeFile(join(folder, digest.slice(0, 2), digest), 'ur')

  expect(await files.find(upload)).toBeUndefined()
  await (await receive()).keep()

  const found = await files.find(upload)
  expect(await buffer(found!.stream)).toEqual(Buffer.from('urna'))
})
