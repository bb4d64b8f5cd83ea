import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { pollOptions } from '#testing/polling.ts'
import { stage } from '#testing/stage.ts'
import { aiud, png, rows, storedFiles } from './testing.ts'

const set = stage()

const boundary = 'a-boundary'
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fields =
  field('CountyCode', aiud.countyCode) +
  field('MunicipalityCode', aiud.municipalityCode) +
  field('PollingStationNumber', '1') +
  field('Text', 'Coadă')
const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="Files"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`

const head = (token: string | undefined, length: number) =>
  [
    'POST /api/v2/note HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n')

test('leaves no file and no connection open after an aborted upload', async () => {
  const cast = await set()
  const { port } = new URL(await cast.listen())
  const token = await cast.bogdan.token()
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(head(token, 1_000_000) + fields + fileHead)
  socket.write(png())
  await vi.waitFor(async () => expect(await storedFiles(cast)).toHaveLength(1), pollOptions)
  expect(cast.database.connections().used).toBe(0)

  socket.destroy()

  await vi.waitFor(async () => expect(await storedFiles(cast)).toEqual([]), pollOptions)
  expect(cast.database.connections()).toMatchObject({ used: 0, waiting: 0 })
  expect(await rows(cast)).toMatchObject({ notes: 0, attachments: 0, visits: 0 })
})

test.each([
  ['that ends before its last part', fields + fileHead],
  ['without any part', ''],
  ['that is no form data', 'nonsense'],
])('refuses a form %s and stores nothing', async (_what, payload) => {
  const cast = await set()

  const reply = await cast.bogdan.send({
    method: 'POST',
    url: '/api/v2/note',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })

  expect(reply.statusCode).toBe(400)
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(await rows(cast)).toMatchObject({ notes: 0, visits: 0 })
  expect(await storedFiles(cast)).toEqual([])
})

test.each([71, 256, 300, 3000])(
  'refuses a form with a boundary of %d characters',
  async (signs) => {
    const cast = await set()
    const long = 'x'.repeat(signs)

    const reply = await cast.bogdan.send({
      method: 'POST',
      url: '/api/v2/note',
      headers: { 'content-type': `multipart/form-data; boundary=${long}` },
      payload: fields.replaceAll(boundary, long),
    })

    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      errors: { '(whole)': [expect.any(String)] },
    })
  },
)

test('accepts any file name', async () => {
  const cast = await set()
  const names = ['a%00b.png', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%8C%A7.png', 'x'.repeat(500)]

  for (const [nth, name] of names.entries())
    for (const number of ['1', '99']) {
      const file = fileHead.replace('filename="a.png"', `filename*=UTF-8''${name}`)
      const body = fields.replace('\r\n1\r\n', `\r\n${number}\r\n`)
      const reply = await cast.bogdan.send({
        method: 'POST',
        url: '/api/v2/note',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `${body}${file}${nth}\r\n--${boundary}--\r\n`,
      })
      expect([name, number, reply.statusCode]).toEqual([name, number, 200])
    }

  expect(await rows(cast)).toMatchObject({ notes: names.length, unplaced: names.length })
})

test('refuses a note that is not form data as an unsupported media type', async () => {
  const cast = await set()

  const reply = await cast.bogdan.send({
    method: 'POST',
    url: '/api/v2/note',
    payload: { ...aiud, text: 'x' },
  })

  expect(reply.statusCode).toBe(415)
  expect(reply.json()).toMatchObject({ code: 'request.wrong-kind' })
})
