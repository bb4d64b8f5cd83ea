import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { rows } from './testing.ts'
import { box, branded, examine, film, personalTexts, sound } from './testing-films.ts'
import { attach, open, pathOf } from './testing-pictures.ts'

const set = stage()

const script = '<html><script>ran()</script></html>'

/** The offset of the boxes that describe an MP4. */
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
  'plays a recording sent as %s unchanged, without location and device metadata',
  async (_what, record, ending, mediaType) => {
    const cast = await set()
    const bytes = await record()
    expect(bytes.includes(personalTexts[0])).toBe(true)

    const { shown } = await attach(cast, bytes, 'film')

    const { statusCode, headers, rawPayload } = await open(cast, shown)
    expect(statusCode).toBe(200)
    const unnamed = (await examine(bytes)).tracks.map((track) => ({ ...track, name: null }))
    expect((await examine(rawPayload)).tracks).toEqual(unnamed)
    for (const word of personalTexts) expect(rawPayload.includes(word)).toBe(false)
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

test('plays a film upright when the phone was held upright', async () => {
  const cast = await set()

  const { shown } = await attach(cast, await film.mp4(), 'film.mp4')

  const { tracks } = await examine((await open(cast, shown)).rawPayload)
  expect(tracks[0]).toMatchObject({ rotation: 90, duration: 1, codec: 'vp9' })
})

test('serves the original film only as an identical download', async () => {
  const cast = await set()
  const bytes = await film.mp4()

  const { src, shown } = await attach(cast, bytes, 'film.mp4')
  await open(cast, shown)

  const { headers, rawPayload } = await open(cast, src)
  expect(rawPayload.equals(bytes)).toBe(true)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="\d+-\d+\.mp4"$/)
})

test('strips a page hidden inside or behind a film before playback', { tags: 'slow' }, async () => {
  const cast = await set()
  const bytes = await film.mp4()
  // The index is at the end, so an inserted box shifts no offsets.
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

/** Renames a codec, as in old recordings that no browser plays. */
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
  ['is truncated before its index', async (mp4: Buffer) => mp4.subarray(0, 600)],
  [
    'has a sound codec that no browser plays',
    async (mp4: Buffer) => coded(coded(mp4, 'mp4a', 'samr'), 'esds', 'damr'),
  ],
  ['has a video codec that no browser plays', async (mp4: Buffer) => coded(mp4, 'vp09', 'jpeg')],
  [
    'expands into more packets than it holds',
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
])('keeps but does not play a film that %s, and goes on serving', async (_how, spoil) => {
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
])('offers a recording of the kind %s only as a download', async (_kind, bytes, mediaType) => {
  const cast = await set()

  const attachment = await attach(cast, bytes, 'film')

  expect(attachment).toMatchObject({ isImage: false, mediaType, shown: null })
  expect((await open(cast, attachment.src)).headers['content-disposition']).toMatch(/^attachment/)
})

test('serves the requested byte range, or the whole film for an invalid one', {
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
