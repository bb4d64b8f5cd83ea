import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { rows } from './testing.ts'
import { box, branded, examine, film, sound, told } from './testing-films.ts'
import { attach, open, pathOf } from './testing-pictures.ts'

const set = stage()

const script = '<html><script>ran()</script></html>'

/** Where the boxes of an MP4 begin that say what is in it. */
const beginOf = (mp4: Buffer) => mp4.indexOf('moov') - 4

test.each([
  ['MP4', film.mp4, 'mp4', 'video/mp4'],
  ['QuickTime', film.mov, 'mp4', 'video/mp4'],
  ['3GP', async () => branded(await film.mp4(), '3gp5'), 'mp4', 'video/mp4'],
  ['WebM', film.webm, 'webm', 'video/webm'],
  ['M4A', sound.m4a, 'm4a', 'audio/mp4'],
  ['AAC', sound.aac, 'm4a', 'audio/mp4'],
  ['MP3', sound.mp3, 'mp3', 'audio/mpeg'],
  ['Ogg', sound.ogg, 'ogg', 'audio/ogg'],
  ['WAV', sound.wav, 'wav', 'audio/wav'],
] as const)(
  'what came as %s is played as it was, and says nothing of where and with what it was taken',
  async (_what, record, ending, mediaType) => {
    const cast = await set()
    const bytes = await record()
    expect(bytes.includes(told[0])).toBe(true)

    const { shown } = await attach(cast, bytes, 'film')

    const { statusCode, headers, rawPayload } = await open(cast, shown)
    expect(statusCode).toBe(200)
    const unnamed = (await examine(bytes)).tracks.map((track) => ({ ...track, name: null }))
    expect((await examine(rawPayload)).tracks).toEqual(unnamed)
    for (const word of told) expect(rawPayload.includes(word)).toBe(false)
    expect(headers).toMatchObject({
      'content-type': mediaType,
      'content-length': String(rawPayload.length),
      'content-disposition': expect.stringMatching(
        new RegExp(`^inline; filename="\\d+-\\d+-shown\\.${ending}"$`),
      ),
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringMatching(/^sandbox; script-src 'none'/),
      'x-content-type-options': 'nosniff',
    })
  },
)

test('a film of a phone that was held upright stands upright', async () => {
  const cast = await set()

  const { shown } = await attach(cast, await film.mp4(), 'film.mp4')

  const { tracks } = await examine((await open(cast, shown)).rawPayload)
  expect(tracks[0]).toMatchObject({ rotation: 90, duration: 1, codec: 'vp9' })
})

test('what came is never played, and is downloaded byte by byte', async () => {
  const cast = await set()
  const bytes = await film.mp4()

  const { src, shown } = await attach(cast, bytes, 'film.mp4')
  await open(cast, shown)

  const { headers, rawPayload } = await open(cast, src)
  expect(rawPayload.equals(bytes)).toBe(true)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="\d+-\d+\.mp4"$/)
})

test('a page that hides in a film or behind it stays behind', { tags: 'slow' }, async () => {
  const cast = await set()
  const bytes = await film.mp4()
  // With its index at its end, a box between moves nothing.
  const hidden = [
    Buffer.concat([bytes, Buffer.from(script)]),
    Buffer.concat([bytes, box('free', script), box('uuid', script)]),
  ]

  for (const [nth, film] of hidden.entries()) {
    const { src, shown } = await attach(cast, film, `${nth}.mp4`)

    expect((await open(cast, src)).rawPayload.includes('<script')).toBe(true)
    const played = await open(cast, shown)
    expect((await examine(played.rawPayload)).tracks).toHaveLength(2)
    expect(played.rawPayload.includes('<script')).toBe(false)
  }
})

/** As phones recorded sound long ago, and as nothing plays it. */
const coded = (file: Buffer, from: string, to: string) => {
  const copy = Buffer.from(file)
  copy.write(to, copy.indexOf(from, beginOf(file)), 'latin1')
  return copy
}

test.each([
  [
    'is a page behind a film’s first bytes',
    async (mp4: Buffer) => {
      return Buffer.concat([mp4.subarray(0, beginOf(mp4)), Buffer.from(script.repeat(50))])
    },
  ],
  ['breaks off before it says what is in it', async (mp4: Buffer) => mp4.subarray(0, 600)],
  [
    'has sound that no browser plays',
    async (mp4: Buffer) => coded(coded(mp4, 'mp4a', 'samr'), 'esds', 'damr'),
  ],
  ['has pictures that no browser shows', async (mp4: Buffer) => coded(mp4, 'vp09', 'jpeg')],
  [
    'unfolds, packet upon packet, into more than it holds',
    async (mp4: Buffer) => {
      const copy = Buffer.from(mp4)
      copy.writeUInt32BE(200, copy.indexOf('stsz') + 8)
      const chunks = copy.indexOf('stco') + 12
      copy.writeUInt32BE(copy.readUInt32BE(chunks), chunks + 4)
      return copy
    },
  ],
  [
    'claims more than it holds',
    async (mp4: Buffer) => {
      const copy = Buffer.from(mp4)
      copy.writeUInt32BE(4_000_000_000, copy.indexOf('stts') + 12)
      return copy
    },
  ],
])('a film that %s is not played; it is kept, and the server goes on', async (_how, spoil) => {
  const cast = await set()
  const bytes = await spoil(await film.mp4())

  const { src, shown } = await attach(cast, bytes, 'film.mp4')

  for (let time = 0; time < 2; time++) {
    const refused = await open(cast, shown)
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'thing.not-found'])
  }
  expect((await open(cast, src)).rawPayload.equals(bytes)).toBe(true)
  expect(await rows(cast)).toMatchObject({ notes: 1, attachments: 1 })
})

test.each([
  ['AVI', Buffer.from('RIFF0000AVI LIST'), 'video/vnd.avi'],
  ['AMR', Buffer.from('#!AMR\n'), 'audio/amr'],
])('a recording of the kind %s is only downloaded', async (_kind, bytes, mediaType) => {
  const cast = await set()

  const attachment = await attach(cast, bytes, 'film')

  expect(attachment).toMatchObject({ isImage: false, mediaType, shown: null })
  expect((await open(cast, attachment.src)).headers['content-disposition']).toMatch(/^attachment/)
})

test('a player gets the part it asks for, and everything if it asks for nothing that is there', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { shown } = await attach(cast, await film.mp4(), 'film.mp4')
  const url = pathOf(shown)
  const { rawPayload: whole } = await open(cast, shown)
  const size = whole.length

  for (const [range, first, last] of [
    ['bytes=0-1', 0, 1],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=0-', 0, size - 1],
    [`bytes=10-${size + 99}`, 10, size - 1],
  ] as const) {
    const part = await cast.stranger.send({ url, headers: { range } })
    expect([range, part.statusCode]).toEqual([range, 206])
    expect(part.headers).toMatchObject({
      'content-range': `bytes ${first}-${last}/${size}`,
      'content-length': String(last - first + 1),
      'content-type': 'video/mp4',
    })
    expect(part.headers).not.toHaveProperty('content-encoding')
    expect(part.rawPayload.equals(whole.subarray(first, last + 1))).toBe(true)
  }
  for (const range of [`bytes=${size}-`, 'bytes=5-1', 'bytes=0-1,5-6', 'lines=1-2', '']) {
    const all = await cast.stranger.send({ url, headers: { range } })
    expect([range, all.statusCode, all.rawPayload.equals(whole)]).toEqual([range, 200, true])
  }
})
