import { expect, test } from 'vitest'
import * as z from 'zod'
import { isClosed } from '#kit/contract/value/closed.ts'
import { allEndpoints, callerOf } from '#testing/calls/endpoints.ts'
import { plainCall, requestOf } from '#testing/calls/requests.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = await allEndpoints()

/** Rights whose purpose is to give rights or create people. */
const managing = ['accounts', 'recruit', 'observers']
/** Calls with other rights that do so as well. */
const others = ['accounts.addNgo', 'accounts.editNgo', 'assignments.copy', 'invitations.accept']

const manages = ([name, { access }]: (typeof endpoints)[number]) =>
  managing.includes(access) || others.includes(name)

const closedOnes = endpoints.filter((one) => one[1].body && manages(one))

/** The objects in a schema that are open to unknown fields. */
function openIn(schema: z.core.$ZodType | undefined, path: string): string[] {
  if (schema instanceof z.ZodArray) return openIn(schema.element, `${path}[]`)
  if (!(schema instanceof z.ZodObject)) return []
  const inside = Object.entries(schema.shape).flatMap(([name, field]) =>
    openIn(field, `${path}.${name}`),
  )
  return isClosed(schema) ? inside : [path, ...inside]
}

test('closes the body of every call that gives rights or creates people', () => {
  expect(others.filter((name) => !closedOnes.some(([known]) => known === name))).toEqual([])
  expect(closedOnes.flatMap(([name, { body }]) => openIn(body, name))).toEqual([])
})

test('leaves the bodies of all calls of an observer’s phone open', () => {
  const ofPhones = endpoints.filter(([, { access }]) => ['observer', 'signed-in'].includes(access))

  const closed = ofPhones.filter(([, { body }]) => body instanceof z.ZodObject && isClosed(body))

  expect(closed.map(([name]) => name)).toEqual([])
})

const errorsOf = (reply: { json(): unknown }) =>
  (reply.json() as { errors?: Record<string, string[]> }).errors ?? {}

test('refuses a field that a call does not know, and names it', async () => {
  const cast = await set()
  const lines: unknown[] = []
  const sent = closedOnes.filter(([, { files }]) => !files)

  for (const [name, endpoint] of sent) {
    const request = await requestOf(endpoint, plainCall(endpoint))
    const body = JSON.parse(String(request.payload)) as object
    const payload = JSON.stringify({ ...body, unheardOf: 1 })
    const reply = await callerOf(endpoint, cast).send({ ...request, payload })
    lines.push([name, reply.statusCode, errorsOf(reply)['unheardOf']])
  }

  expect(lines).toEqual(sent.map(([name]) => [name, 400, ['Unknown field']]))
})

const post = ({ ana }: Stage, url: string, payload: object) =>
  ana.send({ method: 'POST', url, payload })

test.each([
  ['counties', 'countyCodes'],
  ['county_codes', 'countyCodes'],
  ['rol', 'role'],
  ['ngo', 'ngoId'],
  ['Mail', 'email'],
])('refuses `%s` in an account and suggests `%s`', async (field, meant) => {
  const cast = await set()

  const reply = await post(cast, '/api/v1/staff', { account: 'nou', [field]: ['CJ'] })

  expect(reply.statusCode).toBe(400)
  expect(errorsOf(reply)).toEqual({ [field]: [`Unknown field: did you mean ${meant}?`] })
  const accounts = await cast.ana.send({ method: 'GET', url: '/api/v1/staff' })
  expect(accounts.body).not.toContain('"nou"')
})

test('refuses an unknown field in the address, and ignores the case of field names', async () => {
  const cast = await set()
  const named = { Account: 'nou', ROLE: 'guest', countycodes: ['CJ'] }

  const refused = await post(cast, '/api/v1/staff?counties=CJ', named)
  const added = await post(cast, '/api/v1/staff', named)

  expect(errorsOf(refused)).toHaveProperty('counties')
  expect(added.statusCode).toBe(200)
})

test('names a wrong shift in a list by its position', async () => {
  const cast = await set()
  const { data } = (
    await cast.ana.send({ method: 'GET', url: `/api/v1/observer?number=${phones.bogdan}` })
  ).json() as { data: { id: number }[] }
  const shift = {
    observerId: data[0]?.id,
    pollingStationId: cast.field.stationId('CJ1', 1),
    from: '2026-11-22 06:00',
    until: '2026-11-22 22:00',
    mobile: true,
  }

  const reply = await post(cast, '/api/v1/assignment', { assignments: [shift] })

  expect(errorsOf(reply)).toEqual({
    'assignments.0.mobile': ['Unknown field: did you mean isMobile?'],
  })
})

test('ignores the listed fields of the first system’s admin application', async () => {
  const cast = await set()
  const listed = {
    ...{ id: '', ngo: '', sendSMS: false, isSelected: false, deviceRegisterDate: null },
    ...{ numberOfNotes: 0, numberOfPollingStations: 0 },
  }
  const draft = { name: 'Radu', phone: '0700 111 333', pin: '4321' }

  const added = await post(cast, '/api/v1/observer', { ...draft, ...listed })
  const misspelt = await post(cast, '/api/v1/observer', { ...draft, ...listed, istests: true })

  expect(added.statusCode).toBe(200)
  expect(errorsOf(misspelt)).toEqual({ istests: ['Unknown field: did you mean isTest?'] })
})

test('refuses an import whose organisation field is misnamed', async () => {
  const cast = await set()
  const form = new FormData()
  form.set('ngos', '2')
  form.set('file', new Blob(['Name,Phone,Pin\nRadu,0700 111 333,4321']), 'observatori.csv')
  const encoded = new Response(form)

  const reply = await cast.ana.send({
    method: 'POST',
    url: '/api/v1/observer/import',
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })

  expect(errorsOf(reply)).toEqual({ ngos: ['Unknown field: did you mean ngoId?'] })
})
