import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { aiud, png } from '#features/notes/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { gate } from '#features/tasks/server/testing.ts'
import { type Files, filesIn, placeOf } from '#kit/server/files/files.ts'
import { openArchive, unpack } from '#kit/server/sheets/archive.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { exports } from '../contract.ts'

const set = stage()

const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
const photo = (salt: string, name = 'photo.png') => ({ name, bytes: png(salt) })
const note = (person: Person, at: typeof dej, text: string, ...files: ReturnType<typeof photo>[]) =>
  person.call(notes.write, { body: { ...at, text } }, files)

/** The archive's files by path, and the rows of its index. */
async function download(person: Person, filter = '') {
  const { rawPayload, statusCode } = await person.send({
    url: `${exports.files.path}?language=en&${filter}`,
  })
  expect(statusCode).toBe(200)
  const archive = openArchive(rawPayload)
  const paths = [...archive.keys()]
  expect(paths.at(-1)).toBe('index.csv')
  const [headings = '', ...rows] = (await text(unpack(archive.get('index.csv')!)))
    .trimEnd()
    .split('\r\n')
  return { archive, paths: paths.slice(0, -1), headings: headings.split(','), rows }
}

test('archives the files of notes in folders by station, with an index', async () => {
  const cast = await set()
  await note(cast.bogdan, aiud, 'Ușa', photo('a', '../../etc/passwd'), photo('b', 'C:\\urna.png'))
  await note(cast.dana, dej, 'Coadă', photo('c'))

  const { archive, paths, rows } = await download(cast.ana)

  expect(paths).toEqual([
    expect.stringMatching(/^AB\/AB1\/00001\/2026-11-22_11-00-00_\d+\.png$/),
    expect.stringMatching(/^AB\/AB1\/00001\/2026-11-22_11-00-00_\d+\.png$/),
    expect.stringMatching(/^CJ\/CJ1\/00001\/2026-11-22_11-00-00_\d+\.png$/),
  ])
  expect(await buffer(unpack(archive.get(paths[1]!)!))).toEqual(png('b'))
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain(`,${paths[0]},`)
  const { data } = await cast.ana.call(history.list, { query: { act: 'notes.exported' } })
  expect(data).toMatchObject([{ after: { format: 'zip', rows: 2 } }])
})

test('archives what the filter and the caller’s county hold', async () => {
  const cast = await set()
  await note(cast.bogdan, aiud, 'Ușa', photo('a'))
  await note(cast.dana, dej, 'Coadă', photo('b'))
  await note(cast.bogdan, dej, 'Urna', photo('c'))

  const counties = async (person: Person, filter = '') =>
    (await download(person, filter)).paths.map((path) => path.slice(0, 2))

  expect(await counties(cast.sanda)).toEqual(['CJ', 'CJ'])
  expect(await counties(cast.calin)).toEqual(['CJ'])
  expect(await counties(cast.ana, 'phoneObserver=0700000002')).toEqual(['CJ'])
  expect(await counties(cast.ana, 'from=2030-01-01 00:00')).toEqual([])
})

test('links each note of the workbook to its first file in the archive', async () => {
  const cast = await set()
  await note(cast.bogdan, aiud, 'Ușa', photo('a'), photo('b'))
  await note(cast.bogdan, aiud, 'Urna')

  const { paths } = await download(cast.ana)
  const { rawPayload } = await cast.ana.send({ url: `${exports.notes.path}?language=en` })

  const [headings = [], ...rows] = (await readExcel(rawPayload))[0]!.data
  const link = headings.indexOf('Link to the first file')
  expect(rows.map((row) => row[link])).toEqual([paths[0], null])
})

const digestOf = async ({ database }: Stage, fileName: string) =>
  (
    await database.primary
      .selectFrom('attachments')
      .select('sha256')
      .where('fileName', '=', fileName)
      .executeTakeFirstOrThrow()
  ).sha256

test('names a file that is missing in the store, and archives the others', async () => {
  const cast = await set()
  await note(cast.bogdan, aiud, 'Ușa', photo('a', 'gone.png'), photo('b', 'kept.png'))
  await rm(join(cast.folder, placeOf(await digestOf(cast, 'gone.png'))))

  const { paths, rows } = await download(cast.ana)

  expect(paths).toHaveLength(1)
  expect(rows[0]).toContain('gone.png')
  expect(rows[0]).toContain('It is missing on the server, or incomplete.')
  expect(rows[1]).toMatch(/kept\.png,.*,$/)
})

/** A store whose files are read through `through`. */
const readingThrough = (through: (chunks: Readable) => AsyncIterable<Uint8Array>) =>
  stage(async (folder) => {
    const files: Files = await filesIn(folder)
    return {
      ...files,
      find: async (file) => {
        const found = await files.find(file)
        return found && { ...found, stream: Readable.from(through(found.stream)) }
      },
    }
  })

const setCut = readingThrough(async function* (chunks) {
  for await (const chunk of chunks) yield (chunk as Buffer).subarray(0, 20)
  throw new Error('The disk fails')
})

test('names a file whose reading broke off, and finishes', async () => {
  const cast = await setCut()
  await note(cast.bogdan, aiud, 'Ușa', photo('a'))

  const { archive, paths, rows } = await download(cast.ana)

  expect(await buffer(unpack(archive.get(paths[0]!)!))).toEqual(png().subarray(0, 20))
  expect(rows[0]).toContain('Reading broke off')
})

let [sent, isClosed] = [0, false]
const setEndless = readingThrough(async function* () {
  try {
    for (;;) {
      sent += 65_536
      yield Buffer.alloc(65_536)
    }
  } finally {
    isClosed = true
  }
})

test('reads a file no faster than it is downloaded, and closes it when the client leaves', async () => {
  const cast = await setEndless()
  await note(cast.bogdan, aiud, 'Ușa', photo('a'))
  const leaving = new AbortController()
  const response = await fetch(`${await cast.listen()}${exports.files.path}`, {
    headers: { authorization: `Bearer ${await cast.ana.token()}` },
    signal: leaving.signal,
  })
  await response.body!.getReader().read()

  // Buffers of both ends are full by now: reports come through, and no more is read.
  await note(cast.bogdan, aiud, 'Urna')
  expect(sent).toBeLessThan(50_000_000)
  leaving.abort()

  await expect.poll(() => isClosed, pollOptions).toBe(true)
})

let [lookUps, looking, opened] = [0, gate(), [] as Readable[]]
/** A store that finds a file once the test lets it. */
const setWaiting = stage(async (folder) => {
  const files: Files = await filesIn(folder)
  return {
    ...files,
    find: async (file) => {
      lookUps += 1
      await looking.isOpen
      const read = await files.find(file)
      if (read) opened.push(read.stream)
      return read
    },
  }
})

/** Begins a download that waits in the store for the first of two files. */
async function beginDownload() {
  ;[lookUps, looking, opened] = [0, gate(), []]
  const cast = await setWaiting()
  for (const salt of ['a', 'b']) {
    const { name, bytes } = photo(salt)
    const large = Buffer.concat([bytes, Buffer.alloc(1_000_000)])
    await note(cast.bogdan, aiud, 'Ușa', { name, bytes: large })
  }
  const leaving = new AbortController()
  const download = fetch(`${await cast.listen()}${exports.files.path}`, {
    headers: { authorization: `Bearer ${await cast.ana.token()}` },
    signal: leaving.signal,
  }).then(async (response) => (await response.arrayBuffer()).byteLength)
  await expect.poll(() => lookUps, pollOptions).toBe(1)
  return { cast, download, leave: () => leaving.abort() }
}

test('closes a file that is found after the client left, and looks for no other', async () => {
  const { cast, download, leave } = await beginDownload()

  leave()
  await expect(download).rejects.toThrow('aborted')
  await note(cast.bogdan, aiud, 'Coadă')
  looking.open()

  await expect.poll(() => opened.map((stream) => stream.destroyed), pollOptions).toEqual([true])
  expect(lookUps).toBe(1)
})

test('ends an archive whose reader signed out', async () => {
  const { cast, download } = await beginDownload()

  await cast.ana.call(session.signOut)
  looking.open()

  await expect(download).rejects.toThrow('terminated')
  expect(lookUps).toBe(1)
})
