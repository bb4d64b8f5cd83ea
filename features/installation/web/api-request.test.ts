import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import { whole } from '#kit/contract/value/id.ts'
import { findCalls, readApi } from './api-document.ts'
import { curlOf, fileFieldOf, formFields, targetOf } from './api-request.ts'

const observers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/province/:code/observer',
    access: 'staff',
    summary: 'Lists the observers',
    params: z.object({ code: z.string() }),
    query: z.object({ name: z.string().optional(), ids: z.array(whole(1, 9)).optional() }),
    reply: z.array(z.object({ name: z.string().meta({ examples: ['Ioana Pop'] }) })),
    problems: ['thing.not-found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/observer',
    access: 'anyone',
    summary: 'Adds an observer',
    body: z.object({ name: z.string().meta({ examples: ['Ioana Pop'] }) }),
    reply: z.int(),
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/v1/observer/import',
    access: 'staff',
    summary: 'Imports observers from a file',
    body: z.object({ skipInvalid: z.boolean().default(false) }),
    files: { most: 1, maxBytes: 1_000_000, kept: false, name: 'file', mediaType: 'text/csv' },
    reply: z.int(),
  }),
}

const { calls, problems } = readApi(describeApi({ observers }, '1.2.3'))
const [list, add, upload] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]]
const nothing = { parameters: {}, body: '', fileName: undefined }
const origin = 'https://veghe.example'

test('parses the document into calls with parameters, replies and problems', () => {
  expect(list).toMatchObject({
    id: 'observers.list',
    tag: 'observers',
    method: 'GET',
    path: '/api/v1/province/{code}/observer',
    needsToken: true,
    body: undefined,
  })
  expect(list.replies.find(({ status }) => status === '404')?.payload?.codes).toEqual([
    'thing.not-found',
  ])
  expect(list.replies[0]?.payload?.example).toEqual([{ name: 'Ioana Pop' }])
  expect(problems).toContainEqual(
    expect.objectContaining({ code: 'thing.not-found', summary: 'There is no such thing' }),
  )
})

test('finds a call by words of its name, address and description', () => {
  const found = (typed: string) => findCalls(calls, typed).map(({ id }) => id)

  expect(found('')).toHaveLength(3)
  expect(found('post IMPORT')).toEqual(['observers.import'])
  expect(found('province')).toEqual(['observers.list'])
  expect(found('nothing of the kind')).toEqual([])
})

test('encodes the parameters that are filled in and omits the others', () => {
  const parameters = { code: 'ș/?', name: 'a&b', ids: '1, 2' }

  expect(targetOf(list, { ...nothing, parameters })).toBe(
    '/api/v1/province/%C8%99%2F%3F/observer?name=a%26b&ids=1&ids=2',
  )
  expect(targetOf(list, { ...nothing, parameters: { code: 'CJ', name: '' } })).toBe(
    '/api/v1/province/CJ/observer',
  )
})

test('builds a quoted curl command without the token', () => {
  expect(curlOf(list, { ...nothing, parameters: { code: 'CJ' } }, origin)).toBe(
    `curl -X GET 'https://veghe.example/api/v1/province/CJ/observer' \\
  -H "authorization: Bearer $TOKEN"`,
  )
  expect(curlOf(add, { ...nothing, body: `{"name":"d'Or"}` }, origin)).toBe(
    `curl -X POST 'https://veghe.example/api/v1/observer' \\
  -H 'content-type: application/json' \\
  -d '{"name":"d'\\''Or"}'`,
  )
})

test('form data is written field by field, beside its file', () => {
  const body = '{"skipInvalid": true, "note": "da"}'

  expect(formFields(body)).toEqual([
    ['skipInvalid', 'true'],
    ['note', 'da'],
  ])
  expect(formFields('no JSON')).toEqual([])
  expect(upload.body && fileFieldOf(upload.body)).toBe('file')
  expect(curlOf(upload, { ...nothing, body, fileName: 'observatori.csv' }, origin)).toContain(
    "-F 'skipInvalid=true' \\\n  -F 'note=da' \\\n  -F 'file=@observatori.csv'",
  )
})
