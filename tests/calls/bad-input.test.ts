import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import {
  allEndpoints,
  callerOf,
  contents,
  expectGoodManners,
  fieldsOf,
  pathWith,
} from '#testing/calls/endpoints.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = await allEndpoints()

/** A failed sign-in leaves a trace on purpose; signing out would end the caller's own token. */
const leavesTrace = ({ path }: Endpoint) => /\/access\//.test(path)
const withFields = endpoints.filter(
  ([, endpoint]) => fieldsOf(endpoint).length > 0 && !endpoint.files,
)

type Target = (typeof endpoints)[number]

/** Calls every given endpoint; a refusal has stored nothing. */
async function sendToAll(
  cast: Stage,
  targets: readonly Target[],
  requestOf: (endpoint: Endpoint) => InjectOptions,
) {
  for (const person of [cast.ana, cast.bogdan]) await person.token()
  const send = async ([name, endpoint]: Target) => {
    const { method } = endpoint
    const request = { method, url: pathWith(endpoint), ...requestOf(endpoint) }
    const reply = await callerOf(endpoint, cast).send(request)
    expectGoodManners(reply, name)
    return [name, reply.statusCode] as const
  }
  const sendEach = async (some: readonly Target[]) => {
    const statuses = new Map<string, number>()
    for (const target of some) statuses.set(...(await send(target)))
    return statuses
  }
  const silent = targets.filter(([, endpoint]) => !leavesTrace(endpoint))
  const before = await contents(cast)
  const statuses = await sendEach(silent)
  const after = await contents(cast)
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    // Some calls were accepted: check that the refused ones alone store nothing.
    await sendEach(silent.filter(([name]) => (statuses.get(name) ?? 0) >= 400))
    expect(await contents(cast)).toEqual(after)
  }
  const sayings = targets.filter(
    ([, endpoint]) => leavesTrace(endpoint) && !endpoint.path.includes('sign-out'),
  )
  return [...statuses, ...(await sendEach(sayings))]
}

const json = { 'content-type': 'application/json' }

test('finds the endpoints of every feature', () => {
  expect(endpoints.length).toBeGreaterThan(20)
  expect(endpoints.map(([name]) => name)).toContain('answers.send')
})

/** Calls without a body get this one: reading calls take missing parameters from a body. */
const forAll = 'a key that is none'

test.each([
  ['nothing', ''],
  ['half a JSON', '{"answers":[{"que'],
  ['a list', '[]'],
  ['a text too long for any field', `"${'x'.repeat(1_000_000)}"`],
  ['null', 'null'],
  ['an empty object', '{}'],
  [forAll, '{"__proto__":{"user":"x"},"constructor":{"prototype":{"a":1}}}'],
  ['lists in lists', `{"answers":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['objects in objects', `${'{"answers":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
])('refuses in words, or accepts, a body of %s', { tags: 'slow' }, async (kind, payload) => {
  const cast = await set()
  const targets = kind === forAll ? endpoints : endpoints.filter(([, { body }]) => body)

  await sendToAll(cast, targets, () => ({ payload, headers: json }))
})

test('names a wrong field deep in a report by its path', async () => {
  const { bogdan } = await set()
  const good = { countyCode: 'AB', pollingStationNumber: 1, questionId: 1, options: [] }

  const reply = await bogdan.send({
    method: 'POST',
    url: '/api/v1/answers',
    payload: { answers: [good, { ...good, questionId: 'x', options: [{ optionId: -1 }] }] },
  })

  expect(Object.keys(reply.json().errors).sort()).toEqual([
    'answers.1.options.0.optionId',
    'answers.1.questionId',
  ])
})

const unsupported = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
]

test('refuses a body of an unsupported type', async () => {
  const cast = await set()
  const payload = '{"user":"ana","password":"x"}'
  const accepted: unknown[] = []

  for (const type of unsupported) {
    const headers = { 'content-type': type }
    const statuses = await sendToAll(cast, withFields, () => ({ payload, headers }))
    accepted.push(...statuses.filter(([, status]) => status !== 415).map((one) => [type, ...one]))
  }

  expect(accepted).toEqual([])
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'POST'] as const)(
  'refuses %s in words at an address without that method',
  async (method) => {
    const cast = await set()
    const paths = [...new Set(endpoints.map(([, endpoint]) => pathWith(endpoint)))]
    const known = new Set(endpoints.map(([, one]) => `${one.method} ${pathWith(one)}`))
    await cast.ana.token()

    for (const url of paths.filter((path) => !known.has(`${method} ${path}`))) {
      const reply = await cast.ana.send({ method, url })
      if (method === 'HEAD') expect(reply.statusCode, url).toBeLessThan(500)
      else expectGoodManners(reply, `${method} ${url}`)
    }
  },
)
