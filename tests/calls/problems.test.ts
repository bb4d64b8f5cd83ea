import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { ProblemCode } from '#kit/contract/problem.ts'
import { allEndpoints, callerOf, expectGoodManners } from '#testing/calls/endpoints.ts'
import { requestOf } from '#testing/calls/requests.ts'
import { refusalCases } from '#testing/refusals/refusal-cases.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = new Map(await allEndpoints())

/** A body of another kind is refused in the same way everywhere: the last test checks it. */
const ofItsOwn = ({ problems = [] }: Endpoint) =>
  problems.filter((code) => code !== 'request.wrong-kind')

const listed = [...endpoints].flatMap(([name, endpoint]) =>
  ofItsOwn(endpoint).map((code) => [name, code] as const),
)

/** The endpoint's answer if it differs from the problem; undefined if it does not. */
async function misses(own: Stage, name: string, code: ProblemCode): Promise<string | undefined> {
  const endpoint = endpoints.get(name)!
  const provocation = refusalCases[name]?.[code]
  if (!provocation) return `${name}: nothing provokes ${code} yet`
  const cast = provocation.places ? await set(provocation.places) : own
  const { files, ...sections } = await provocation.call(cast)
  const reply = await callerOf(endpoint, cast).send(await requestOf(endpoint, sections, files))
  expectGoodManners(reply, name)
  const isSaid = reply.statusCode >= 400 && reply.json().code === code
  return isSaid ? undefined : `${name}: ${reply.body} instead of ${code}`
}

const groupOf = (name: string) => name.split('.')[0]

test.each([...new Set(listed.map(([name]) => groupOf(name)))])(
  'returns every problem that a call of %s lists',
  { tags: 'slow' },
  async (group) => {
    const cast = await set()

    const missed: (string | undefined)[] = []
    for (const [name, code] of listed.filter(([name]) => groupOf(name) === group))
      missed.push(await misses(cast, name, code))

    expect(missed.filter((one) => one !== undefined)).toEqual([])
  },
)

test('lists every problem that a call can be made to return', () => {
  const provoked = Object.entries(refusalCases).flatMap(([name, byCode]) =>
    (Object.keys(byCode) as ProblemCode[]).map((code) => `${name} ${code}`),
  )

  expect(provoked.filter((each) => !listed.some((one) => one.join(' ') === each))).toEqual([])
})

test('refuses every call with the problems that all calls share', { tags: 'slow' }, async () => {
  const cast = await set()
  const json = { 'content-type': 'application/json' }
  const tooLarge = `["${'x'.repeat(5_000_000)}"]`
  const wrong: string[] = []
  const expectCode = async (name: string, code: ProblemCode, headers: object, payload: string) => {
    const endpoint = endpoints.get(name)!
    const { method, url } = await requestOf(endpoint, {})
    const person = callerOf(endpoint, cast)
    const reply = await person.send({
      method: method!,
      url: url!,
      headers: { ...headers },
      payload,
    })
    const sections = reply.statusCode < 400 ? reply.statusCode : reply.json().code
    if (sections !== code) wrong.push(`${name}: ${sections} instead of ${code}`)
  }

  for (const [name, { body, files }] of endpoints) {
    await expectCode(name, 'request.invalid', json, '{"half')
    if (!body) continue
    await expectCode(name, 'request.wrong-kind', { 'content-type': 'text/plain' }, '{}')
    if (files) continue
    await expectCode(name, 'request.too-large', json, tooLarge)
  }

  expect(wrong).toEqual([])
})
