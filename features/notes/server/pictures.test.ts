import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { practise } from '#features/elections/server/testing.ts'
import { stage } from '#testing/stage.ts'
import { notes } from '../contract.ts'
import { aiud, listed, png, rows } from './testing.ts'
import { attach, flood, look, open, pathOf, photograph, taken } from './testing-pictures.ts'

const set = stage()
const nothing = {
  exif: undefined,
  icc: undefined,
  xmp: undefined,
  iptc: undefined,
  orientation: undefined,
}

test('shows a photograph upright, without location and device metadata', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const bytes = await taken(60, 40)
  expect((await look(bytes)).tells).toMatchObject({ exif: expect.any(Buffer), orientation: 6 })

  const { shown } = await attach(cast, bytes)

  const { statusCode, headers, rawPayload } = await open(cast, shown)
  expect(statusCode).toBe(200)
  expect(await look(rawPayload)).toEqual({ format: 'jpeg', width: 40, height: 60, tells: nothing })
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(rawPayload.length),
    'content-disposition': expect.stringMatching(/^inline; filename="\d+-\d+-shown\.jpg"$/),
    'content-security-policy': expect.stringMatching(/^sandbox; script-src 'none'/),
    'x-content-type-options': 'nosniff',
  })
})

test('serves the original photograph only as an identical download', async () => {
  const cast = await set()
  const bytes = await taken()

  const { src, shown } = await attach(cast, bytes)
  await open(cast, shown)

  const { headers, rawPayload } = await open(cast, src)
  expect(rawPayload.equals(bytes)).toBe(true)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="\d+-\d+\.jpg"$/)
})

test('scales down a large photograph, and keeps the size of a small one', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const large = await attach(cast, await photograph(2400, 1200))
  const small = await attach(cast, await photograph(20, 10))

  const shown = [await open(cast, large.shown), await open(cast, small.shown)]

  expect(await Promise.all(shown.map(({ rawPayload }) => look(rawPayload)))).toMatchObject([
    { width: 1600, height: 800 },
    { width: 20, height: 10 },
  ])
})

test.each(['png', 'webp', 'gif'] as const)('shows a picture sent as %s as JPEG', async (kind) => {
  const cast = await set()

  const { shown } = await attach(cast, await photograph(60, 40, kind))

  expect(await look((await open(cast, shown)).rawPayload)).toMatchObject({
    format: 'jpeg',
    width: 60,
  })
})

test('strips a page hidden behind a photograph before showing it', async () => {
  const cast = await set()
  const page = '<html><script>ran()</script></html>'
  const bytes = Buffer.concat([await photograph(), Buffer.from(page)])

  const { src, shown } = await attach(cast, bytes)

  expect((await open(cast, src)).rawPayload.includes(page)).toBe(true)
  const picture = await open(cast, shown)
  expect(picture.statusCode).toBe(200)
  expect(picture.rawPayload.includes('<script')).toBe(false)
})

test.each([
  ['expands to a hundred million pixels', () => flood()],
  ['is truncated', async () => (await photograph(600, 400)).subarray(0, 20_000)],
  [
    'is garbage after the first bytes',
    async () => Buffer.concat([(await photograph()).subarray(0, 300), Buffer.alloc(5000, 7)]),
  ],
])('keeps but does not show a photograph that %s, and goes on serving', async (_how, make) => {
  const cast = await set()
  const bytes = await make()

  const { src, shown, isImage } = await attach(cast, bytes)

  for (let time = 0; time < 2; time++) {
    const refused = await open(cast, shown)
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'thing.not-found'])
  }
  expect(isImage).toBe(true)
  expect((await open(cast, src)).rawPayload.equals(bytes)).toBe(true)
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

const heic = Buffer.from('0000001866747970686569630000000068656963', 'hex')

test.each([
  ['HEIC, which we do not open', heic, 'image/heic'],
  ['BMP, which no phone takes', Buffer.from('BM'), 'image/bmp'],
])('offers a photograph of the kind %s only as a download', async (_kind, bytes, mediaType) => {
  const cast = await set()

  const attachment = await attach(cast, bytes)

  expect(attachment).toMatchObject({ isImage: true, mediaType, shown: null })
  expect((await open(cast, attachment.src)).headers['content-disposition']).toMatch(/^attachment/)
})

test('points attachment paths of the first system at renditions, else at originals', async () => {
  const cast = await set()
  const film = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
  const files = [
    { name: 'photo.png', bytes: png() },
    { name: 'film.mp4', bytes: film },
    { name: 'photo.heic', bytes: heic },
  ]

  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Trei' } }, files)

  const [note] = await listed(cast)
  expect(note!.attachmentPath).toBe(note!.attachmentsPaths[0])
  expect(note!.attachmentsPaths.map((path) => path.split('?')[0])).toEqual([
    expect.stringMatching(/-shown\.jpg$/),
    expect.stringMatching(/-shown\.mp4$/),
    expect.stringMatching(/\d\.heic$/),
  ])
  expect((await open(cast, note!.attachmentPath)).headers['content-type']).toBe('image/jpeg')
})

test('refuses a picture link signed for another file', async () => {
  const cast = await set()
  const { src, shown } = await attach(cast, await photograph())
  const { src: film } = await attach(cast, Buffer.from('bună'), 'note.txt')
  const [, until = '', signature = '', file = ''] =
    /attachments\/(\d+)\/(.+)\/(.+)$/.exec(src) ?? []
  const named = file.replace('.jpg', '-shown.jpg')

  for (const url of [
    `/api/v1/attachments/${until}/${signature}/${named}`,
    pathOf(shown).replace('-shown.jpg', '-shown.png'),
    pathOf(shown).replace('-shown', ''),
    pathOf(film).replace('.bin', '-shown.jpg'),
  ])
    expect([url, (await cast.stranger.send({ url })).statusCode]).toEqual([url, 404])
})

test('stops serving pictures that were cleared with their rehearsal', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await practise(cast)
  const { src, shown } = await attach(cast, await photograph())
  expect((await open(cast, shown)).statusCode).toBe(200)

  await cast.ana.call(elections.clearRehearsal)

  expect([(await open(cast, shown)).statusCode, (await open(cast, src)).statusCode]).toEqual([
    404, 404,
  ])
})
