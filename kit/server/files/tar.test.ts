import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readTar, tarEnd, tarFile, tarHeader } from './tar.ts'

const files = [
  ['manifest.json', Buffer.from('{}')],
  ['tables/empty', Buffer.alloc(0)],
  ['attachments/ab/urna', Buffer.alloc(512, 7)],
  ['attachments/cd/coadă', Buffer.alloc(1300, 9)],
] as const
const archive = Buffer.concat([...files.map(([name, bytes]) => tarFile(name, bytes)), tarEnd])

/** In small chunks: a file may begin and end anywhere in a chunk. */
const crumbs = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 100) }, (_, index) =>
      bytes.subarray(index * 100, (index + 1) * 100),
    ),
  )

async function read(bytes: Buffer) {
  const found: (readonly [string, Buffer])[] = []
  for await (const { name, content } of readTar(crumbs(bytes)))
    found.push([name, await buffer(Readable.from(content))])
  return found
}

test('returns the files of an archive in their order', async () => {
  expect(await read(archive)).toEqual(files)
})

test('writes an archive that the system’s tar unpacks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-tar-'))
  const path = join(folder, 'all.tar')
  await writeFile(path, archive)
  execFileSync('tar', ['-xf', path, '-C', folder])
  const unpacked = files.map(async ([name]) => [name, await readFile(join(folder, name))] as const)

  expect(await Promise.all(unpacked)).toEqual(files)
  await rm(folder, { recursive: true })
})

test('refuses an archive that is cut or damaged', async () => {
  const damaged = Buffer.from(archive)
  damaged.write('x', 0)

  await expect(read(archive.subarray(0, 2000))).rejects.toThrow('the archive ends too early')
  await expect(read(damaged)).rejects.toThrow('the archive is damaged')
})

test('refuses a name or size that does not fit into a header', () => {
  expect(() => tarHeader('a'.repeat(101), 1)).toThrow('does not fit')
  expect(() => tarHeader('a', 8 ** 11)).toThrow('does not fit')
})
