import { expect, test } from 'vitest'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { liveStream } from '#kit/contract/live.ts'
import { type Person, type Stage, stage } from './testing.ts'
import { allEndpoints, contents, pathWith } from './testing-endpoints.ts'

const set = stage()
const endpoints = [...(await allEndpoints()), ['live.stream', liveStream] as const]

type Role = 'stranger' | 'observer' | 'ngo-administrator' | 'organiser'

const may: Readonly<Record<Access, readonly Role[]>> = {
  anyone: ['stranger', 'observer', 'ngo-administrator', 'organiser'],
  'signed-in': ['observer', 'ngo-administrator', 'organiser'],
  observer: ['observer'],
  staff: ['ngo-administrator', 'organiser'],
  organiser: ['organiser'],
}

const castOf = ({ stranger, bogdan, calin, ana }: Stage): Readonly<Record<Role, Person>> => ({
  stranger,
  observer: bogdan,
  'ngo-administrator': calin,
  organiser: ana,
})

const call = ([, endpoint]: readonly [string, Endpoint], person: Person) =>
  person.send({ method: endpoint.method, url: pathWith(endpoint) })

test('every endpoint of every contract is served', async () => {
  const { app } = await set()

  const missing = endpoints.filter(
    ([, { method, path }]) => !app.http.hasRoute({ method, url: path }),
  )

  expect(missing.map(([name]) => name)).toEqual([])
})

test('every endpoint turns away whom its contract does not name, before it reads what they send', async () => {
  const stage = await set()
  const cast = castOf(stage)
  for (const person of Object.values(cast)) await person.token()
  const before = await contents(stage)

  const refused = endpoints.flatMap((one) =>
    (Object.keys(cast) as Role[])
      .filter((role) => !may[one[1].access].includes(role))
      .map((role) => ({ one, role })),
  )
  const wrong: string[] = []
  for (const { one, role } of refused) {
    const { statusCode, body } = await call(one, cast[role])
    const expected = role === 'stranger' ? [401, 'session.missing'] : [403, 'session.forbidden']
    const said = [statusCode, JSON.parse(body).code]
    if (String(said) !== String(expected)) wrong.push(`${one[0]} for ${role}: ${said}`)
  }

  expect(wrong).toEqual([])
  expect(refused.length).toBeGreaterThan(endpoints.length)
  expect(await contents(stage)).toEqual(before)
})

test('nobody is turned away from what their role may call', async () => {
  const stage = await set()
  const cast = castOf(stage)
  // An event stream would never end, and signing out would end the caller's own token.
  const plain = endpoints.filter(
    ([name, { reply }]) => !('streams' in reply) && name !== 'session.signOut',
  )

  const wrong: string[] = []
  for (const one of plain)
    for (const role of may[one[1].access]) {
      const { statusCode } = await call(one, cast[role])
      if (statusCode === 401 || statusCode === 403 || statusCode >= 500)
        wrong.push(`${one[0]} for ${role}: ${statusCode}`)
    }

  expect(wrong).toEqual([])
})
