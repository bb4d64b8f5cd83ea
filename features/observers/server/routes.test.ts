import { expect, test } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { session } from '#features/session/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { holds } from '#kit/contract/value/folded.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'

const set = stage()

const sorts = [
  'name',
  'phone',
  'ngo',
  'lastSeen',
  'numberOfPollingStations',
  'numberOfNotes',
] as const

const draft = { name: '  Ștefan   Țuțea ', phone: '0700 111 222', pin: '4321' }
const idOf = async ({ ana }: Stage, number: string) =>
  (await ana.call(observers.list, { query: { number } })).data[0]!.id
const signIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password, uniqueId: 'phone' } })

test('adds an observer who can sign in with the given PIN', async () => {
  const cast = await set()

  const id = await cast.ana.call(observers.add, { body: draft })

  const { data } = await cast.ana.call(observers.list, { query: { id } })
  expect(data).toMatchObject([
    { id, name: 'Ștefan Țuțea', phone: '0700 111 222', ngo: 'Organizator' },
  ])
  expect(await signIn(cast, '0700111222', '4321')).toHaveProperty('access_token')
})

test('accepts the first system’s requests: blank body values, fields in the address', async () => {
  const { ana } = await set()

  const { statusCode, body } = await ana.send({
    method: 'POST',
    url: '/api/v1/observer?Phone=0700111222&Pin=4321&Name=Radu&SendSMS=false',
    payload: { id: '', ngo: '', sendSMS: false, isSelected: false, deviceRegisterDate: null },
  })

  expect(statusCode).toBe(200)
  expect((await ana.call(observers.list, { query: { id: Number(body) } })).data).toMatchObject([
    { name: 'Radu' },
  ])
})

test('two observers cannot share a phone, however it is typed', async () => {
  const { ana } = await set()

  const again = ana.call(observers.add, { body: { ...draft, phone: '0700-000-001' } })

  await expect(again).rejects.toMatchObject({
    code: 'observer.phone-taken',
    details: { phone: '0700-000-001' },
  })
})

test('searches by name and by the digits of a phone, the exact phone first', async () => {
  const { ana } = await set()
  await ana.call(observers.add, { body: { ...draft, name: 'Albu', phone: '0700 000 0019' } })

  const names = async (query: object) =>
    (await ana.call(observers.list, { query })).data.map(({ name }) => name)
  expect(await names({ name: 'pop' })).toEqual(['Bogdan Pop'])
  expect(await names({ number: '0700000001' })).toEqual(['Bogdan Pop', 'Albu'])
  expect(await names({ name: '%' })).toEqual([])
  expect(await names({})).toEqual(['Albu', 'Bogdan Pop', 'Dana Ionescu', 'Emil Test'])
  expect(await ana.call(observers.count)).toBe(4)
})

test('returns the right part of the list on every page, in every order', async () => {
  const { ana } = await set()
  for (const [place, name] of ['Albu', 'Zamfir', 'Zamfir'].entries())
    await ana.call(observers.add, { body: { name, phone: `0701 00${place}`, pin: '1234' } })
  const namesOf = async (query: object) =>
    (await ana.call(observers.list, { query })).data.map(({ id, name }) => `${name} ${id}`)

  for (const sort of sorts)
    for (const order of ['asc', 'desc'] as const) {
      const pages = [1, 2, 3, 4, 5].map((page) => namesOf({ sort, order, page, pageSize: 2 }))
      expect((await Promise.all(pages)).flat()).toEqual(await namesOf({ sort, order }))
    }
})

test.each([
  ['a few', 12],
  ['more than a thousand', 1100],
])('counts and paginates a search that finds %s', async (_what, most) => {
  const { ana } = await set()
  const lines = Array.from({ length: most }, (_, place) => `Radu ${place},0711 ${place},1234\n`)
  const file = {
    name: 'observatori.csv',
    bytes: Buffer.from(`Name,Phone,Pin\n${lines.join('')}`),
  }
  await ana.call(observers.import, { body: {} }, [file])
  const found = (query: object) => ana.call(observers.list, { query: { name: 'RADU', ...query } })

  const [first, last, beyond] = await Promise.all([
    found({ pageSize: 5 }),
    found({ pageSize: 5, page: Math.ceil(most / 5) }),
    found({ pageSize: 5, page: most }),
  ])

  for (const { totalItems } of [first, last, beyond]) expect(totalItems).toBe(most)
  const names = lines.map((_, place) => `Radu ${place}`).sort()
  expect(first.data.map(({ name }) => name)).toEqual(names.slice(0, 5))
  expect(last.data.map(({ name }) => name)).toEqual(names.slice(5 * Math.ceil(most / 5) - 5))
  expect(beyond.data).toEqual([])
})

test('sorts observers with equal counts by when they were last seen', async () => {
  const { ana, bogdan, dana, emil, clock, figures } = await set()
  const at = { countyCode: 'CJ', pollingStationNumber: 1 }
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  for (const observer of [emil, bogdan, dana]) {
    await observer.call(notes.write, { body: { ...at, text: 'Coadă' } })
    later()
  }
  await dana.call(notes.write, { body: { ...at, text: 'Coadă mare' } })
  await ana.call(observers.add, { body: { name: 'Albu', phone: '0701', pin: '1234' } })
  await figures()
  const names = async (sort: (typeof sorts)[number], order: 'asc' | 'desc') =>
    (await ana.call(observers.list, { query: { sort, order } })).data.map(({ name }) => name)

  const upwards = ['Albu', 'Emil Test', 'Bogdan Pop', 'Dana Ionescu']
  for (const sort of ['numberOfNotes', 'numberOfPollingStations', 'lastSeen'] as const) {
    expect(await names(sort, 'asc')).toEqual(upwards)
    expect(await names(sort, 'desc')).toEqual(upwards.toReversed())
  }
})

test('finds every observer with a part of a name or phone, and no others', async () => {
  const { ana } = await set()
  await ana.call(observers.add, { body: { name: 'Ana Știr', phone: '0799 12', pin: '1234' } })
  const partsOf = (text: string) => [
    ...new Set(
      Array.from(text, (_, from) =>
        Array.from(text.slice(from), (_sign, more) => text.slice(from, from + more + 1).trim()),
      ).flat(),
    ),
  ]
  const found = async (query: object) =>
    (await ana.call(observers.list, { query })).data.map(({ name }) => name)
  const { data: everybody } = await ana.call(observers.list, { query: {} })
  const who = (has: (one: { name: string; phone: string }) => boolean) =>
    everybody.filter(has).map(({ name }) => name)

  for (const part of partsOf('Ana Știr').filter((one) => one !== ''))
    expect({ part, found: await found({ name: part }) }).toEqual({
      part,
      found: who(({ name }) => holds(name, part)),
    })
  for (const part of partsOf('079912'))
    expect({ part, found: (await found({ number: part })).sort() }).toEqual({
      part,
      found: who(({ phone }) => phone.replace(/\D/g, '').includes(part)).sort(),
    })
})

test('finds a name without its accents, and treats wildcards as plain text', async () => {
  const { ana } = await set()
  await ana.call(observers.add, { body: { name: 'Ioana Șerban', phone: '0799 1', pin: '1234' } })
  await ana.call(observers.add, { body: { name: 'Łukasz Wójcik', phone: '0799 2', pin: '1234' } })
  const found = async (name: string) =>
    (await ana.call(observers.list, { query: { name } })).data.map((one) => one.name)

  // ŞERBAN has a cedilla, as older keyboards write it.
  expect(await found('serban')).toEqual(['Ioana Șerban'])
  expect(await found('ŞERBAN')).toEqual(['Ioana Șerban'])
  expect(await found('lukasz wojcik')).toEqual(['Łukasz Wójcik'])
  expect(await found('s%n')).toEqual([])
  expect(await found('s_rban')).toEqual([])
})

test('lists how much an observer sent, and when they were last seen', async () => {
  const { ana, bogdan, clock, figures } = await set()
  const at = { countyCode: 'CJ', pollingStationNumber: 1 }
  await bogdan.call(visits.report, { body: { ...at, urbanArea: true } })
  await bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } })
  await figures()

  const { data } = await ana.call(observers.list, { query: { number: phones.bogdan } })
  expect(data).toMatchObject([
    { numberOfNotes: 1, numberOfPollingStations: 1, lastSeen: clock.now },
  ])
})

test('changes only the fields that an edit fills in', async () => {
  const cast = await set()
  const observerId = await idOf(cast, phones.bogdan)

  await cast.ana.call(observers.edit, {
    body: { observerId, name: 'Bogdan P. Pop', phone: '', pin: '' },
  })

  const { data } = await cast.ana.call(observers.list, { query: { id: observerId } })
  expect(data).toMatchObject([{ name: 'Bogdan P. Pop', phone: phones.bogdan }])
  expect(await signIn(cast, phones.bogdan, pins.bogdan)).toHaveProperty('access_token')
})

test('rejects an edit that changes nothing', async () => {
  const cast = await set()
  const observerId = await idOf(cast, phones.bogdan)

  const edit = cast.ana.call(observers.edit, { body: { observerId, name: ' ' } })

  await expect(edit).rejects.toMatchObject({ code: 'request.invalid' })
})

test('ends the sessions of the old PIN when a new one is set', async () => {
  const cast = await set()
  const { bogdan, ana } = cast
  await bogdan.call(session.me)

  await ana.call(observers.resetPin, {
    body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '987654' },
  })

  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(signIn(cast, phones.bogdan, pins.bogdan)).rejects.toMatchObject({
    code: 'session.refused',
  })
  expect(await signIn(cast, phones.bogdan, '987654')).toHaveProperty('access_token')
})

test('signs a deleted observer out, removes them from the list, and can restore them', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.call(session.me)
  const id = await idOf(cast, phones.bogdan)

  expect(await ana.call(observers.remove, { query: { id } })).toBe(true)

  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  expect((await ana.call(observers.list, { query: { id } })).data).toEqual([])
  expect((await ana.call(observers.list, { query: { deleted: true } })).data).toMatchObject([
    { id },
  ])
  await ana.call(observers.restore, { params: { id } })
  expect(await signIn(cast, phones.bogdan, pins.bogdan)).toHaveProperty('access_token')
})

test('refuses to restore an observer whose phone is taken', async () => {
  const cast = await set()
  const id = await idOf(cast, phones.bogdan)
  await cast.ana.call(observers.remove, { query: { id } })
  await cast.ana.call(observers.add, { body: { ...draft, phone: phones.bogdan } })

  const restored = cast.ana.call(observers.restore, { params: { id } })

  await expect(restored).rejects.toMatchObject({ code: 'observer.phone-taken' })
})

test('reading by id never deletes an observer', async () => {
  const cast = await set()
  const id = await idOf(cast, phones.bogdan)

  const { body } = await cast.ana.send({ url: `/api/v1/observer?id=${id}` })

  expect(JSON.parse(body)).toMatchObject({ totalItems: 1, data: [{ id }] })
  expect(await cast.ana.call(observers.count)).toBe(3)
})

test('limits an administrator to the observers of their organisation', async () => {
  const cast = await set()
  const { calin } = cast
  const bogdan = await idOf(cast, phones.bogdan)
  const missing = { code: 'thing.not-found' }

  expect((await calin.call(observers.list, { query: {} })).data).toMatchObject([
    { name: 'Dana Ionescu' },
  ])
  expect(await calin.call(observers.count)).toBe(1)
  const own = await calin.call(observers.add, { body: draft })
  expect((await calin.call(observers.list, { query: { id: own } })).data).toMatchObject([
    { ngo: 'Vot Curat' },
  ])
  await expect(
    calin.call(observers.edit, { body: { observerId: bogdan, name: 'Furat' } }),
  ).rejects.toMatchObject(missing)
  await expect(calin.call(observers.remove, { query: { id: bogdan } })).rejects.toMatchObject(
    missing,
  )
  await expect(
    calin.call(observers.resetPin, {
      body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '0000' },
    }),
  ).rejects.toMatchObject(missing)
  await expect(
    calin.call(observers.add, { body: { ...draft, phone: '0700 5', ngoId: 1 } }),
  ).rejects.toMatchObject(missing)
})

test('records who changed an observer, never a PIN', async () => {
  const cast = await set()
  await cast.ana.call(observers.add, { body: draft })

  const rows = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'act', 'after'])
    .where('subject', '=', 'observers')
    .execute()
  expect(rows).toMatchObject([
    { actorName: 'ana', act: 'observers.added', after: { phone: '0700 111 222' } },
  ])
  expect(JSON.stringify(rows)).not.toContain('4321')
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()

  await expect(bogdan.call(observers.list, { query: {} })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(observers.count)).rejects.toMatchObject({ code: 'session.missing' })
})
