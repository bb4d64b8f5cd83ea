import { expect, test } from 'vitest'
import { type Stage, stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, png, rows, storedFiles } from './testing.ts'

const set = stage()

async function attach(cast: Stage, name: string, bytes: Uint8Array) {
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: name } }, [{ name, bytes }])
  const attachment = (await listed(cast)).at(-1)!.attachments[0]!
  return { ...attachment, path: attachment.src.replace(/^http:\/\/[^/]+/, '') }
}

const text = (content: string) => new TextEncoder().encode(content)

test('serves a linked file without a token', async () => {
  const cast = await set()
  const { path } = await attach(cast, 'photo.png', png())

  const reply = await cast.stranger.send({ url: path })

  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload).toEqual(png())
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^attachment; filename="\d+-\d+\.png"$/),
    'content-security-policy': expect.stringMatching(/^sandbox; script-src 'none'/),
    'content-length': String(png().length),
    'x-content-type-options': 'nosniff',
  })
})

test('accepts a link until it expires, and not after', async () => {
  const cast = await set()
  const { path } = await attach(cast, 'photo.png', png())
  const until = Number(/attachments\/(\d+)\//.exec(path)?.[1]) * 1000
  expect(until - cast.clock.now.getTime()).toBeGreaterThanOrEqual(12 * 3_600_000)

  cast.clock.now = new Date(until)
  const last = await cast.stranger.send({ url: path })
  cast.clock.now = new Date(until + 1)
  const late = await cast.stranger.send({ url: path })

  expect([last.statusCode, late.statusCode]).toEqual([200, 404])
})

test('returns the same link when a note is read again within the hour', async () => {
  const cast = await set()
  cast.clock.now = new Date('2026-11-22T09:10:00Z')
  const { src } = await attach(cast, 'photo.png', png())

  cast.clock.now = new Date('2026-11-22T09:50:00Z')

  expect((await listed(cast))[0]!.attachments[0]!.src).toBe(src)
})

test('refuses an altered link', async () => {
  const cast = await set()
  const { path } = await attach(cast, 'photo.png', png())
  await attach(cast, 'other.png', png('other'))
  const [, until = '', signature = '', file = ''] =
    /attachments\/(\d+)\/(.+)\/(.+)$/.exec(path) ?? []
  const [, election = '', id = ''] = /^(\d+)-(\d+)/.exec(file) ?? []
  const altered = [
    `${Number(until) + 3600}/${signature}/${file}`,
    `${until}/${signature}/${election}-${Number(id) + 1}.png`,
    `${until}/${signature}/${election}-${id}.html`,
    `${until}/${signature.slice(0, -1)}/${file}`,
    `${until}/${signature.toLowerCase()}/${file}`,
    `${until}/${'x'.repeat(signature.length)}/${file}`,
    `${until}/${signature}/..%2F..%2Fetc%2Fpasswd`,
  ]

  for (const one of altered) {
    const reply = await cast.ana.send({ url: `/api/v1/attachments/${one}` })
    expect([one, reply.statusCode]).toEqual([one, 404])
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const mp4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')

const picture = { isImage: true }
const film = { isImage: false }
const unknown = { isImage: false }

test.each([
  ['a picture under a text’s name', 'note.txt', png(), { ...picture, mediaType: 'image/png' }],
  ['a film without an ending', 'film', mp4, { ...film, mediaType: 'video/mp4' }],
  ['a page under a picture’s name', 'photo.jpg', text('<html><script>'), unknown],
  ['a drawing that can run code', 'photo.jpg', text(svg), unknown],
  ['a drawing with a head', 'a.svg', text(`<?xml version="1.0"?>${svg}`), unknown],
  ['plain text', 'note.txt', text('bună'), { ...unknown, mediaType: 'application/octet-stream' }],
  ['nothing', 'empty.png', text(''), { ...unknown, mediaType: 'application/octet-stream' }],
])('%s is what its bytes say', async (_what, name, bytes, expected) => {
  const cast = await set()

  const attachment = await attach(cast, name, bytes)

  const { headers, rawPayload } = await cast.stranger.send({ url: attachment.path })
  expect(attachment).toMatchObject({ fileName: name, ...expected })
  expect(headers['content-type']).toBe(attachment.mediaType)
  expect(headers['content-type']).not.toContain('html')
  expect(headers['content-disposition']).toMatch(/^attachment/)
  expect(rawPayload).toEqual(Buffer.from(bytes))
})

test.each([
  ['png', png(), 'jpg'],
  ['mp4', mp4, 'mp4'],
  ['bin', text('bună'), 'bin'],
])(
  'every link to a file ends, whole, in the file’s own ending: %s',
  async (sent, bytes, written) => {
    const cast = await set()

    const { filesAddress } = await cast.bogdan.call(
      notes.write,
      { body: { ...aiud, text: 'Urna' } },
      [{ name: 'note.txt', bytes }],
    )

    const { attachmentPath, attachmentsPaths, attachments } = (await listed(cast))[0]!
    const { src, shown } = attachments[0]!
    for (const link of [...filesAddress, src])
      expect(link).toMatch(new RegExp(`^[^?#]+\\.${sent}$`))
    // Pictures are shown as renditions.
    for (const link of [attachmentPath, ...attachmentsPaths, shown ?? src])
      expect(link).toMatch(new RegExp(`^[^?#]+\\.${written}$`))
  },
)

test('accepts a photograph larger than the JSON limit', async () => {
  const cast = await set()
  const bytes = Buffer.concat([png(), Buffer.alloc(8_000_000, 1)])

  const { path } = await attach(cast, 'large.png', bytes)

  expect((await cast.stranger.send({ url: path })).rawPayload.equals(bytes)).toBe(true)
})

test('refuses a file over the limit and stores nothing', { tags: 'slow' }, async () => {
  const cast = await set()
  const large = { name: 'film.mp4', bytes: Buffer.alloc(50_000_001) }

  const sent = cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Film' } }, [
    { name: 'photo.png', bytes: png() },
    large,
  ])

  await expect(sent).rejects.toMatchObject({ code: 'request.too-large' })
  expect(await rows(cast)).toEqual({ notes: 0, attachments: 0, unplaced: 0, visits: 0 })
  expect(await storedFiles(cast)).toEqual([])
})

test('more files than the limit are refused and leave nothing behind', async () => {
  const cast = await set()
  const files = Array.from({ length: 21 }, (_, nth) => ({ name: 'a.png', bytes: png(`${nth}`) }))

  const sent = cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Multe' } }, files)

  await expect(sent).rejects.toMatchObject({ code: 'request.too-large' })
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0 })
  expect(await storedFiles(cast)).toEqual([])
})

test('stores no files of an invalid note', async () => {
  const cast = await set()

  const sent = cast.bogdan.call(notes.write, { body: { ...aiud, questionId: -1, text: 'x' } }, [
    { name: 'a.png', bytes: png() },
  ])

  await expect(sent).rejects.toMatchObject({
    code: 'request.invalid',
    details: { errors: { questionId: expect.any(Array) } },
  })
  expect(await storedFiles(cast)).toEqual([])
})

test('stores a long note without truncation', async () => {
  const cast = await set()
  const long = '€'.repeat(99_999)

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: `${long}!` } })

  const [note] = await listed(cast)
  expect(note!.text === `${long}!`).toBe(true)
})

test('refuses an overlong note instead of truncating it', async () => {
  const cast = await set()

  for (const length of [100_001, 1_000_000]) {
    const body = { ...aiud, text: 'x'.repeat(length) }
    const reply = cast.bogdan.call(notes.write, { body })
    await expect(reply).rejects.toMatchObject({
      status: expect.toSatisfy((s) => s === 400 || s === 413),
    })
  }

  expect(await rows(cast)).toMatchObject({ notes: 0 })
})
