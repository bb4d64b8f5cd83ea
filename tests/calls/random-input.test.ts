// @module-tag slow
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { png } from '#features/notes/server/testing.ts'
import { session } from '#features/session/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { anyRequestMutation } from '#testing/calls/encodings.ts'
import { allEndpoints, callerOf, contents, expectGoodManners } from '#testing/calls/endpoints.ts'
import {
  anyBrokenCall,
  anyCall,
  type BrokenCall,
  partsOf,
  requestOf,
} from '#testing/calls/requests.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()
// Only then are a proxy's headers read.
const setBehindProxy = stage(filesIn, async () => ({ trustProxy: true }))
const endpoints = await allEndpoints()

/** Runs a fixed number of times; a failure names the endpoint, and the seed that repeats it. */
const check = <Values>(name: string, numRuns: number, property: fc.IAsyncProperty<Values>) =>
  fc.assert(property, { numRuns }).catch((error) => {
    throw new Error(`${name}: ${error.message}`, { cause: error })
  })

/** Whether the wrong field is among those that the refusal names, or within one. */
function isNamed(errors: object, path: string, { body }: Endpoint): boolean {
  // A value that fits none of several shapes is wrong as a whole.
  const isOfShapes = body instanceof z.ZodUnion
  return Object.keys(errors).some(
    (named) =>
      `${path}.`.startsWith(`${named}.`) ||
      `${named}.`.startsWith(`${path}.`) ||
      (isOfShapes && named === '(whole)'),
  )
}

async function expectRefused(cast: Stage, endpoint: Endpoint, { sections, path }: BrokenCall) {
  const reply = await callerOf(endpoint, cast).send(await requestOf(endpoint, sections))
  expectGoodManners(reply, endpoint.path)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'request.invalid'])
  expect(isNamed(reply.json().errors, path, endpoint), reply.body).toBe(true)
}

test('names the faulty part of a call with one fault, and stores nothing', async () => {
  const cast = await set()
  for (const person of [cast.ana, cast.bogdan]) await person.token()
  const before = await contents(cast)
  let refused = 0

  for (const [name, endpoint] of endpoints.filter(([, one]) => partsOf(one).length > 0)) {
    const property = fc.asyncProperty(anyBrokenCall(endpoint), async (call) => {
      if (!call) return
      await expectRefused(cast, endpoint, call)
      refused += 1
    })
    await check(name, 10, property)
    expect(await contents(cast), name).toEqual(before)
  }
  expect(refused).toBeGreaterThan(700)
}, 300_000)

const photograph = { name: 'a.png', bytes: png() }

/** Whether both can still call: an accepted call may have changed a password, or signed out. */
async function isIntact({ ana, bogdan }: Stage): Promise<boolean> {
  const url = session.me.path
  const replies = [await ana.send({ url }), await bogdan.send({ url })]
  return replies.every(({ statusCode }) => statusCode === 200)
}

/** A wrong secret leaves its trace on purpose. */
const mayLeaveTrace = ({ path }: Endpoint) =>
  /\/access\/(authorize|confirm|passkey|password)$/.test(path)

/** The content at the last check, as long as nothing can have changed it since. */
type Seen = { contents?: Awaited<ReturnType<typeof contents>> | undefined }

/** Sends a request to the endpoint; a refusal has stored nothing. Returns the status. */
async function sendDressed(cast: Stage, endpoint: Endpoint, request: InjectOptions, seen: Seen) {
  const isWrite = request.method !== 'GET' && !mayLeaveTrace(endpoint)
  const before = isWrite && (seen.contents ?? (await contents(cast)))
  seen.contents = undefined
  const reply = await callerOf(endpoint, cast).send(request)
  // A HEAD reply has only a status.
  if (request.method !== 'HEAD') expectGoodManners(reply, `${request.method} ${request.url}`)
  if (isWrite && reply.statusCode >= 400) {
    seen.contents = await contents(cast)
    expect(seen.contents).toEqual(before)
  }
  return reply.statusCode
}

test('accepts or explains every encoding of a call, and stores nothing of a refused one', async () => {
  let cast = await setBehindProxy()
  const statuses = new Set<number>()

  for (const [name, endpoint] of endpoints) {
    if (!(await isIntact(cast))) cast = await setBehindProxy()
    for (const person of [cast.ana, cast.bogdan]) await person.token()
    const seen: Seen = {}
    const files = endpoint.files ? [photograph] : []
    const property = fc.asyncProperty(anyCall(endpoint), anyRequestMutation, async (name, wrap) => {
      const request = wrap(await requestOf(endpoint, name, files))
      statuses.add(await sendDressed(cast, endpoint, request, seen))
    })
    await check(name, 4, property)
  }
  // The server accepted some, and refused others in every way.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404, 409, 415]))
}, 300_000)
