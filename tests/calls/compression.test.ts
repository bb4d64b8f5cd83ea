import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'

const set = stage()

test('compresses a long reply for clients that accept it', { tags: 'slow' }, async () => {
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

test('sends a workbook, which is already compressed, without compressing it again', async () => {
  const { ana } = await set()

  const { headers, statusCode } = await ana.send({
    url: '/api/v1/export/all',
    headers: { 'accept-encoding': 'br' },
  })

  expect(statusCode).toBe(200)
  expect(headers['content-encoding']).toBeUndefined()
})

test('compresses a table while reading it, so that its first bytes leave at once', async () => {
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
