import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'

const set = stage()

test('a long answer comes compressed to whoever can read it so', { tags: 'slow' }, async () => {
  const { ana } = await set()
  const url = '/api/openapi.json'
  const plain = await ana.send({ url })

  const brotli = await ana.send({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
  const gzip = await ana.send({ url, headers: { 'accept-encoding': 'gzip' } })

  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
})

test('a workbook, which is compressed already, comes as it is', async () => {
  const { ana } = await set()

  const { headers, statusCode } = await ana.send({
    url: '/api/v1/export/all',
    headers: { 'accept-encoding': 'br' },
  })

  expect(statusCode).toBe(200)
  expect(headers['content-encoding']).toBeUndefined()
})

test('a table is compressed as it is read, so that its first bytes leave at once', async () => {
  const { ana } = await set()
  const url = '/api/v1/export/all?format=csv'
  const plain = await ana.send({ url })

  const { headers, rawPayload } = await ana.send({
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })

  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toBe(plain.body)
})
