import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { allEndpoints, callerOf, fieldsOf, pathWith } from '#testing/calls/endpoints.ts'
import { plainCall, requestOf } from '#testing/calls/requests.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()
// Signing out would end the caller's own token; the metrics count the calls of this test, and checks measure the machine.
const differing = ['session.signOut', 'installation.metrics', 'serverChecks.list']
const endpoints = (await allEndpoints()).filter(([name]) => !differing.includes(name))
const reading = endpoints.filter(([, { method }]) => method === 'GET')
const asking = reading.filter(([, { query }]) => query)

/** Random parts of replies: challenges, new secrets, links. */
const drawn = /"(challenge|secret|uri|link)":"[^"]*"/g

/** The visible part of a reply; a workbook contains the moment at which it was made. */
const seen = ({ reply }: Endpoint, { statusCode, body }: Awaited<ReturnType<Person['send']>>) =>
  'streams' in reply && statusCode < 400
    ? [statusCode]
    : [statusCode, body.replace(drawn, '"$1":"drawn"')]

type Variants = (endpoint: Endpoint) => Promise<readonly [InjectOptions, ...InjectOptions[]]>

/** The endpoints with several variants of a call; the plain one comes first. */
async function telling(
  cast: Stage,
  targets: readonly (typeof endpoints)[number][],
  waysOf: Variants,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, endpoint] of targets) {
    await cast.figures()
    const { method } = endpoint
    const send = async (way: InjectOptions) =>
      JSON.stringify(seen(endpoint, await callerOf(endpoint, cast).send({ method, ...way })))
    const [plain, ...others] = await waysOf(endpoint)
    // Calls that begin or end something answer differently the first time.
    await send(plain)
    const expected = await send(plain)
    for (const way of others) {
      const got = await send(way)
      if (got !== expected) wrong.push(`${name} ${JSON.stringify(way)}: ${got}, not ${expected}`)
    }
  }
  return wrong
}

const json = { 'content-type': 'application/json' }

const swapCase = (text: string) =>
  text.replace(/\p{L}/gu, (one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  )

/** The query of a valid call, its names in some spelling. */
async function queryOf(endpoint: Endpoint, nameAs: (name: string) => string) {
  const { url } = await requestOf(endpoint, plainCall(endpoint))
  const [path = '', query = ''] = String(url).split('?')
  const named = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return `${nameAs(name)}=${value}`
  })
  return { path, query: named.join('&') }
}

test('accepts an address in any case, with an extra slash or question mark', {
  tags: 'slow',
}, async () => {
  const cast = await set()

  const wrong = await telling(cast, endpoints, async (endpoint) => {
    const path = pathWith(endpoint)
    return [path, `${path.toUpperCase()}/`, `${swapCase(path)}?`].map((url) => ({ url })) as [
      InjectOptions,
    ]
  })

  expect(wrong).toEqual([])
})

test('reads query parameters in any case', {
  tags: 'slow',
}, async () => {
  const cast = await set()

  const wrong = await telling(cast, asking, async (endpoint) => {
    const cases = [String, swapCase] as const
    const ways = await Promise.all(cases.map((nameAs) => queryOf(endpoint, nameAs)))
    return ways.map(({ path, query }) => ({ url: `${path}/?${query}` })) as [InjectOptions]
  })

  expect(wrong).toEqual([])
})

test('fills missing query parameters of a GET from its JSON body, and the address wins', {
  tags: 'slow',
}, async () => {
  const cast = await set()

  const wrong = await telling(cast, asking, async (endpoint) => {
    const { path, query } = await queryOf(endpoint, String)
    const body = plainCall(endpoint).query as Record<string, unknown>
    const nonsense = Object.fromEntries(Object.keys(body).map((name) => [name, { not: 'this' }]))
    return [
      { url: `${path}?${query}` },
      { url: path, payload: JSON.stringify(body), headers: json },
      { url: `${path}?${query}`, payload: JSON.stringify(nonsense), headers: json },
    ]
  })

  expect(wrong).toEqual([])
})

test('ignores a body of any kind, or its header, in a GET', {
  tags: 'slow',
}, async () => {
  const cast = await set()

  const wrong = await telling(cast, reading, async (endpoint) => {
    const { url } = await requestOf(endpoint, plainCall(endpoint))
    return [
      { url: url! },
      { url: url!, payload: 'x', headers: { 'content-type': 'text/plain' } },
      { url: url!, payload: '7', headers: json },
    ]
  })

  expect(wrong).toEqual([])
})

test('reads body fields in any case', async () => {
  const cast = await set()
  const written = endpoints.filter(([, one]) => fieldsOf(one).length > 0 && !one.files)

  const wrong = await telling(cast, written, async (endpoint) => {
    const url = pathWith(endpoint)
    const bodies = [String, swapCase, (name: string) => name.toUpperCase()].map((nameAs) =>
      Object.fromEntries(fieldsOf(endpoint).map((name) => [nameAs(name), { not: 'this' }])),
    )
    return bodies.map((payload) => ({ url, payload })) as [InjectOptions]
  })

  expect(wrong).toEqual([])
})

test('ignores any token, or malformed token, in calls that are open to everyone', async () => {
  const cast = await set()
  const toAnyone = endpoints.filter(([, { access }]) => access === 'anyone')
  const tokens = ['Bearer null', 'Bearer undefined', 'Bearer', 'Bearer a.b.c', 'Basic eDp4', '']

  const wrong = await telling(cast, toAnyone, async (endpoint) => {
    const { url } = await requestOf(endpoint, plainCall(endpoint))
    return [
      { url: url! },
      ...tokens.map((authorization) => ({ url: url!, headers: { authorization } })),
    ]
  })

  expect(toAnyone.map(([name]) => name)).toContain('session.authorize')
  expect(wrong).toEqual([])
})

test('reads a list in an address from repeated parameters', async () => {
  const { ana, bogdan, dana } = await set()
  const report = { method: 'POST', url: '/api/v1/polling-station' } as const
  const at = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  await bogdan.send({ ...report, payload: at })
  await dana.send({ ...report, payload: { ...at, countyCode: 'CJ', municipalityCode: 'CJ1' } })

  const active = await ana.send({ url: '/api/v1/observer/active?countyCodes=AB&countyCodes=CJ' })

  const names = active.json().map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Bogdan Pop', 'Dana Ionescu'])
})
