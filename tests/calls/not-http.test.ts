import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'

const set = stage()

/** Sends raw bytes to the server; returns all it answers before it disconnects. */
async function say(url: string, words: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(words)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

const ask = 'GET /api/v1/answers HTTP/1.1\r\nHost: x\r\n'

test.each([
  [
    'a header beyond any measure',
    `${ask}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    413,
    'request.too-large',
  ],
  [
    'an address beyond any measure',
    `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\n`,
    413,
    'request.too-large',
  ],
  ['a header that holds U+0000', `${ask}X: a\0b\r\n\r\n`, 400, 'request.invalid'],
  [
    'a method that is none',
    'BREW /api/v1/answers HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    'request.invalid',
  ],
  [
    'a length and none',
    `${ask}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    'request.invalid',
  ],
  ['another language', 'Bună ziua!\r\n\r\n', 400, 'request.invalid'],
])('%s is refused with a problem of the catalogue', async (_what, words, status, code) => {
  const cast = await set()

  const { head, body } = await say(await cast.listen(), words)

  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json; charset=utf-8')
  expect(body).toMatchObject({ status, code })
})
