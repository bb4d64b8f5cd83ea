import { expect, test } from 'vitest'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { liveStream } from '#kit/contract/live.ts'
import { type Right, rights } from '#kit/contract/roles.ts'
import { allEndpoints, contents, pathWith } from '#testing/calls/endpoints.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = [...(await allEndpoints()), ['live.stream', liveStream] as const]

const cast = ['stranger', 'bogdan', 'ana', 'calin', 'rodica', 'sanda', 'gelu'] as const
type Name = (typeof cast)[number]

/**
 * Repeated here, so that rights do not change without this table: Ana organises, Sanda does so in one county, Călin
 * administers his organisation, Rodica reviews, and Gelu is a guest.
 */
const whoMay: Readonly<Record<Right, readonly Name[]>> = {
  read: ['ana', 'calin', 'rodica', 'sanda', 'gelu'],
  review: ['ana', 'calin', 'rodica', 'sanda'],
  message: ['ana', 'calin', 'rodica', 'sanda'],
  export: ['ana', 'calin', 'rodica', 'sanda'],
  history: ['ana', 'calin', 'rodica', 'sanda'],
  observers: ['ana', 'calin', 'sanda'],
  recruit: ['ana', 'calin'],
  accounts: ['ana', 'calin'],
  'set-up': ['ana'],
}

const may: Readonly<Record<Access, readonly Name[]>> = {
  ...whoMay,
  anyone: cast,
  'signed-in': ['bogdan', 'ana', 'calin', 'rodica', 'sanda', 'gelu'],
  observer: ['bogdan'],
  staff: ['ana', 'calin', 'rodica', 'sanda', 'gelu'],
}

const call = ([, endpoint]: readonly [string, Endpoint], person: Person) =>
  person.send({ method: endpoint.method, url: pathWith(endpoint) })

test('serves every endpoint of every contract', async () => {
  const { app } = await set()

  const missing = endpoints.filter(
    ([, { method, path }]) => !app.http.hasRoute({ method, url: path }),
  )

  expect(missing.map(([name]) => name)).toEqual([])
})

test('uses every right in some endpoint', () => {
  const needed: ReadonlySet<string> = new Set(endpoints.map(([, { access }]) => access))

  expect(rights.filter((right) => !needed.has(right))).toEqual([])
})

test('refuses callers outside the contract of each endpoint before it reads their input', {
  tags: 'slow',
}, async () => {
  const stage = await set()
  for (const name of cast) await stage[name].token()
  const before = await contents(stage)

  const refused = endpoints.flatMap((one) =>
    cast.filter((name) => !may[one[1].access].includes(name)).map((name) => ({ one, name })),
  )
  const wrong: string[] = []
  for (const { one, name } of refused) {
    const { statusCode, body } = await call(one, stage[name])
    const expected = name === 'stranger' ? [401, 'session.missing'] : [403, 'session.forbidden']
    const outcome = [statusCode, JSON.parse(body).code]
    if (String(outcome) !== String(expected)) wrong.push(`${one[0]} for ${name}: ${outcome}`)
  }

  expect(wrong).toEqual([])
  expect(refused.length).toBeGreaterThan(endpoints.length)
  expect(await contents(stage)).toEqual(before)
})

test('admits every role to each call that it may make', { tags: 'slow' }, async () => {
  const stage = await set()
  // An event stream would never end, and signing out would end the caller's own token.
  const plain = endpoints.filter(
    ([name, { reply }]) => !('streams' in reply) && name !== 'session.signOut',
  )

  const wrong: string[] = []
  for (const one of plain)
    for (const name of may[one[1].access]) {
      const { statusCode } = await call(one, stage[name])
      if (statusCode === 401 || statusCode === 403 || statusCode >= 500)
        wrong.push(`${one[0]} for ${name}: ${statusCode}`)
    }

  expect(wrong).toEqual([])
})

test('reports to staff exactly the rights of their role', async () => {
  const stage: Stage = await set()
  const staff = cast.filter((name) => may.staff.includes(name))

  for (const name of staff) {
    const me = (await stage[name].send({ url: '/api/v1/access/me' })).json()
    expect([name, me.rights]).toEqual([name, rights.filter((right) => may[right].includes(name))])
  }
})
