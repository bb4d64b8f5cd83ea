import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Problem, problems } from './problem.ts'
import { flag } from './value/flag.ts'
import { whole } from './value/id.ts'
import { instant } from './value/instant.ts'
import { addressOf, bodyOf, readProblem, readReply } from './wire.ts'

const one = endpoint({
  method: 'GET',
  path: '/things/:code/:number',
  access: 'anyone',
  summary: 'Answers with one thing',
  params: z.object({ code: z.string(), number: whole(0, 9) }),
  query: z.object({
    search: z.string().optional(),
    codes: z.array(z.string()).optional(),
    isNew: flag.optional(),
  }),
  reply: z.object({ at: instant }).nullable(),
})

test('escapes special characters in the parameters of an address', () => {
  const address = addressOf(one, {
    params: { code: 'ș/?#%', number: 3 },
    query: { search: 'a&b=c+d e', codes: ['AB', 'C&J'], isNew: false },
  })

  const url = new URL(address, 'http://x')
  expect(url.pathname).toBe('/things/%C8%99%2F%3F%23%25/3')
  expect([...url.searchParams]).toEqual([
    ['search', 'a&b=c+d e'],
    ['codes', 'AB'],
    ['codes', 'C&J'],
    ['isNew', 'false'],
  ])
})

test('omits absent and empty values from the address', () => {
  const params = { code: 'a', number: 1 }

  expect(addressOf(one, { params, query: { search: '' } })).toBe('/things/a/1')
})

test('round-trips a reply, and reads 204 as null', () => {
  const at = new Date('2026-11-22T09:00:00.123Z')

  const body = JSON.stringify(z.encode(one.reply, { at }))

  expect(readReply(one, 200, body)).toEqual({ at })
  expect(readReply(one, 204, '')).toBeNull()
})

test('sends a body only for a call that declares a JSON body', () => {
  const write = endpoint({
    method: 'POST',
    path: '/things',
    access: 'anyone',
    summary: 'Stores a thing',
    body: z.object({ name: z.string() }),
    reply: z.object({}),
  })

  expect(bodyOf(write, { body: { name: 'ș' } })).toBe('{"name":"ș"}')
  expect(bodyOf(one, { params: { code: 'a', number: 1 }, query: {} })).toBeUndefined()
})

test('round-trips a problem', () => {
  const sent = new Problem('request.too-many', { retryAfterSeconds: 7 })

  const read = readProblem(JSON.parse(JSON.stringify(sent)))

  expect(read).toMatchObject({
    code: 'request.too-many',
    status: 429,
    details: { retryAfterSeconds: 7 },
  })
  expect(() => readReply(one, 429, JSON.stringify(sent))).toThrow(read)
})

test.each([
  ['nothing', null],
  ['a page of a proxy', '<html>'],
  ['a code that we do not have', { code: 'toString' }],
  ['details that do not fit', { code: 'request.too-many', retryAfterSeconds: 'soon' }],
])('reads a refusal that says %s as a server failure', (_what, body) => {
  expect(readProblem(body)).toMatchObject({ code: 'server.failed' })
})

test('puts the text of a problem that phones show under error', () => {
  expect(new Problem('session.refused').toJSON()).toEqual({
    code: 'session.refused',
    status: 400,
    title: 'Invalid credentials',
    error: 'Invalid credentials',
  })
})

test('gives every problem an error status and a title', () => {
  for (const [code, { status, title }] of Object.entries(problems)) {
    expect([code, status >= 400 && status < 600]).toEqual([code, true])
    expect(title).not.toBe('')
    expect(code).toMatch(/^[a-z]+(\.[a-z-]+)$/)
  }
})
