import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { answers } from '../../contract.ts'
import { aiud, answerOf, blaj, dej, filledIn, list, send } from '../testing.ts'

const set = stage()

type Query = CallInput<typeof answers.list>['query']

/** Three threads at 9, 10 and 11 o'clock UTC, the second flagged, the third another organisation's. */
async function threeThreads() {
  const cast = await set()
  const at = (hour: string) => {
    cast.clock.now = new Date(`2026-11-22T${hour}:00:00Z`)
  }
  at('09')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  at('10')
  await send(cast.bogdan, answerOf(cast, { ...dej, pollingStationNumber: 2 }, 'A1.1', 'Nu'))
  at('11')
  await send(cast.dana, answerOf(cast, blaj, 'A1.1', 'Da'))
  return cast
}

const names = async ({ ana }: Stage, query: Query) =>
  (await list(ana, query)).threads.map(({ pollingStationName }) => pollingStationName)

const newestNotes = async ({ ana }: Stage, query: Query) =>
  (await list(ana, query)).threads.map(({ newestNote }) => newestNote).toSorted()

test('lists the newest first and returns rows under both clients’ names', async () => {
  const cast = await threeThreads()

  const reply = await list(cast.ana)

  expect(reply.threads.map(({ pollingStationName }) => pollingStationName)).toEqual([
    'Alba Blaj 1',
    'Cluj Dej 2',
    'Alba Aiud 1',
  ])
  expect(reply.data).toEqual(reply.threads)
  expect(reply).toMatchObject({ totalItems: 3, totalPages: 1, page: 1, pageSize: 20 })
})

test('names a station by county and number where there are only counties', async () => {
  const cast = await set('flat')

  await send(
    cast.bogdan,
    answerOf(cast, { countyCode: 'AB', pollingStationNumber: 3 }, 'A1.1', 'Da'),
  )

  expect(await names(cast, {})).toEqual(['Alba 3'])
})

test.each<[string, Query, string[]]>([
  ['county', { county: 'CJ' }, ['Cluj Dej 2']],
  ['countyCode', { countyCode: 'AB' }, ['Alba Blaj 1', 'Alba Aiud 1']],
  ['a county that does not exist', { county: 'XX' }, []],
  ['a municipality’s code, which is no county’s', { county: 'AB1' }, []],
  ['station number', { pollingStationNumber: '2' }, ['Cluj Dej 2']],
  ['a number no station has', { pollingStationNumber: 77 }, []],
  ['county and number together', { county: 'AB', pollingStationNumber: 2 }, []],
  ['part of a phone', { observerPhoneNumber: '000 002' }, ['Alba Blaj 1']],
  [
    'a phone with other separators',
    { phoneObserver: '0700-000.001' },
    ['Cluj Dej 2', 'Alba Aiud 1'],
  ],
  ['pattern characters, taken literally', { phoneObserver: '%' }, []],
  ['flagged answers', { urgent: true }, ['Cluj Dej 2']],
  ['flagged answers, under the other name', { isUrgent: 'true' }, ['Cluj Dej 2']],
  ['all, flagged or not', { urgent: 'false' }, ['Alba Blaj 1', 'Cluj Dej 2', 'Alba Aiud 1']],
  ['a start with a zone', { from: '2026-11-22T10:00:00Z' }, ['Alba Blaj 1', 'Cluj Dej 2']],
  ['a start on the election’s clock', { from: '2026-11-22 12:30' }, ['Alba Blaj 1']],
  ['an end on the election’s clock', { to: '2026-11-22T12:00' }, ['Cluj Dej 2', 'Alba Aiud 1']],
  [
    'a start and an end',
    { from: '2026-11-22T11:30:00+02:00', to: '2026-11-22T12:30:00+02:00' },
    ['Cluj Dej 2'],
  ],
])('filters the list by %s', async (_what, query, expected) => {
  const cast = await threeThreads()

  expect(await names(cast, query)).toEqual(expected)
})

test('narrows the list by the words of an observer’s name, an area of any level, and who works on it', async () => {
  const cast = await threeThreads()
  const { threads } = await list(cast.ana)
  await review(cast.ana, threads.slice(0, 1), { assignee: 'ana' })
  const [alba] = await cast.ana.call(places.counties, {})
  const { municipalities } = await cast.ana.call(places.search, { query: { text: 'aiud' } })
  const idOf = (area: { readonly id: number } | undefined) => area?.id ?? 0

  expect({
    name: await names(cast, { observerName: 'POP bog' }),
    noName: await names(cast, { observerName: 'Pop Dana' }),
    county: await names(cast, { areaId: idOf(alba) }),
    municipality: await names(cast, { areaId: idOf(municipalities[0]) }),
    assignee: await names(cast, { assignee: 'ana' }),
    unassigned: await names(cast, { assigned: 'none' }),
    together: await names(cast, { assignee: 'ana', observerName: 'bogdan' }),
  }).toEqual({
    name: ['Cluj Dej 2', 'Alba Aiud 1'],
    noName: [],
    county: ['Alba Blaj 1', 'Alba Aiud 1'],
    municipality: ['Alba Aiud 1'],
    assignee: ['Alba Blaj 1'],
    unassigned: ['Cluj Dej 2', 'Alba Aiud 1'],
    together: [],
  })
})

test('filters the list by notes, and by photographs on them', async () => {
  const cast = await threeThreads()
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
  const files = [{ name: 'photo.png', bytes: png() }]
  await cast.dana.call(notes.write, { body: { ...blaj, text: 'Sigiliu' } }, files)
  const film = [{ name: 'note.txt', bytes: Buffer.from('bună') }]
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Fișier' } }, film)

  expect((await names(cast, { withNotes: true })).toSorted()).toEqual([
    'Alba Aiud 1',
    'Alba Blaj 1',
  ])
  expect(await newestNotes(cast, { withNotes: true })).toEqual(['Fișier', 'Sigiliu'])
  expect(await newestNotes(cast, {})).toEqual([null, null, null])
  expect(await names(cast, { withPhotographs: true })).toEqual(['Alba Blaj 1'])
  expect(await names(cast, { withPhotographs: true, urgent: true })).toEqual([])
  expect(await names(cast, { withNotes: 'false' })).toHaveLength(3)
})

test('finds reports by part of a phone number, whether many or few observers match', async () => {
  const cast = await threeThreads()
  // Two hundred more who sent nothing, with the digits of Bogdan and Dana among theirs. Those two are
  // read last, in whichever order: their ids and phones are higher, and their rows lie behind, because
  // their names have grown.
  await sql`insert into observers (election_id, id, ngo_id, name, phone, phone_digits, pin_hash)
            overriding system value
            select election_id, -n, ngo_id, 'Rezervă ' || n, '06 0700 000 ' || n, '060700000' || n, ''
              from observers, generate_series(100, 299) n where phone_digits = '0700000001'`.execute(
    cast.database.primary,
  )
  const grown = sql`(select string_agg(md5(n::text), '') from generate_series(1, 55) n)`
  await sql`update observers set name = ${grown} where id > 0`.execute(cast.database.primary)

  expect(await names(cast, { phoneObserver: '0700 000' })).toEqual([
    'Alba Blaj 1',
    'Cluj Dej 2',
    'Alba Aiud 1',
  ])
  expect(await names(cast, { phoneObserver: '0700 000 00' })).toHaveLength(3)
  expect(await names(cast, { phoneObserver: '0700 000 25' })).toEqual([])
})

test.each([
  ['a few rows', 12],
  ['more than a thousand rows', 1100],
])('counts and paginates a list filtered to %s', async (_what, most) => {
  const cast = await threeThreads()
  await sql`
    with more as (
      insert into polling_stations (election_id, area_id, county_id, number)
      select election_id, id, county_id, 100 + place
        from areas cross join generate_series(1, ${most}::integer) place where code = 'AB1'
      returning election_id, id, county_id, number
    )
    insert into visits
      (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified, notes)
    select m.election_id, o.id, m.id, o.ngo_id, m.county_id,
           timestamptz '2026-11-22 12:00Z' + m.number * interval '1 second', 1
      from more m join observers o on o.name = 'Dana Ionescu'`.execute(cast.database.primary)
  const found = (page: number) =>
    list(cast.ana, { observerPhoneNumber: '000 002', from: '2026-11-22T12:00:00Z', page })

  const [first, last, beyond] = await Promise.all([
    found(1),
    found(Math.ceil(most / 20)),
    found(most),
  ])

  for (const { totalItems } of [first, last, beyond]) expect(totalItems).toBe(most)
  expect(first.threads[0]).toMatchObject({ pollingStationName: `Alba Aiud ${100 + most}` })
  expect(last.threads.at(-1)).toMatchObject({ pollingStationName: 'Alba Aiud 101' })
  expect(beyond.threads).toEqual([])
})

test('accepts query names in any case, and ignores empty values', async () => {
  const { ana } = await threeThreads()
  const url =
    '/api/v1/answers/?Page=1&PageSize=2&County=&PollingStationNumber=&ObserverPhoneNumber=&from=&to=&Urgent='

  const reply = await ana.send({ url })

  expect(reply.json()).toMatchObject({ totalItems: 3, totalPages: 2, page: 1, pageSize: 2 })
})

test('reads the JSON body of a GET, with query parameters taking precedence', async () => {
  const { ana } = await threeThreads()

  const reply = await ana.send({
    method: 'GET',
    url: '/api/v1/answers?page=1',
    payload: { page: 2, pageSize: 1, county: 'AB' },
  })

  expect(reply.json()).toMatchObject({ totalItems: 2, totalPages: 2, page: 1, pageSize: 1 })
})

test('pages without gap or overlap, also among equal rows', async () => {
  const cast = await set()
  for (const at of [aiud, blaj, dej, { ...aiud, pollingStationNumber: 2 }])
    await send(cast.bogdan, answerOf(cast, at, 'A1.1', 'Da'))

  const pages = await Promise.all([1, 2, 3].map((page) => list(cast.ana, { page, pageSize: 2 })))

  expect(pages.map(({ threads }) => threads.length)).toEqual([2, 2, 0])
  expect(pages[2]).toMatchObject({ totalItems: 4, totalPages: 2, page: 3, pageSize: 2 })
  const seen = pages.flatMap(({ threads }) =>
    threads.map(({ pollingStationId }) => pollingStationId),
  )
  expect(new Set(seen).size).toBe(4)
})

test('returns one page for an empty list', async () => {
  const { ana } = await set()

  expect(await list(ana)).toEqual({
    threads: [],
    data: [],
    totalItems: 0,
    totalPages: 1,
    page: 1,
    pageSize: 20,
  })
})

test.each([
  ['pollingStationNumber=abc', 'pollingStationNumber'],
  ['from=yesterday', 'from'],
  ['to=2026-02-31T00:00:00', 'to'],
  ['urgent=maybe', 'urgent'],
])('refuses %s by field name', async (query, field) => {
  const { ana } = await set()

  const reply = await ana.send({ url: `/api/v1/answers?${query}` })

  expect(reply.statusCode).toBe(400)
  expect(Object.keys(reply.json().errors)).toEqual([field])
})

test('lists a thread that has only notes but not one that has only a visit', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă lungă' } })
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1'))

  expect((await list(cast.ana)).threads).toMatchObject([
    { pollingStationName: 'Alba Aiud 1', answered: 0, notes: 1 },
  ])
})

test('shows an administrator only reports of their own observers', async () => {
  const cast = await threeThreads()
  const { calin, field } = cast

  const { threads, totalItems } = await list(calin)

  expect([totalItems, threads.map(({ observerName }) => observerName)]).toEqual([
    1,
    ['Dana Ionescu'],
  ])
  expect(await filledIn(cast, aiud, calin)).toEqual([])
  expect(await filledIn(cast, blaj, calin, 'Dana Ionescu')).toHaveLength(1)
  const query = {
    observerId: await observerIdOf(cast),
    pollingStationId: field.stationId('AB1', 1) as Id<'pollingStations'>,
  }
  await expect(calin.call(answers.thread, { query })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('answers each of two accounts that ask the same at once with its own rows', async () => {
  const cast = await threeThreads()
  const asked = Array.from({ length: 10 }, () => [cast.ana, cast.calin]).flat()

  const lengths = await Promise.all(
    asked.map(async (person) => (await list(person, {})).threads.length),
  )

  expect(lengths).toEqual(asked.map((person) => (person === cast.ana ? 3 : 1)))
})

test('returns a single row of the list on request', async () => {
  const cast = await threeThreads()
  const query = {
    observerId: await observerIdOf(cast),
    pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
  }

  const thread = await cast.ana.call(answers.thread, { query })

  const { station, ...row } = thread
  const { threads } = await list(cast.ana)
  expect(row).toEqual(threads.at(-1))
  const dej2 = { ...query, pollingStationId: cast.field.stationId('CJ1', 2) as never }
  const { station: _, ...flagged } = await cast.ana.call(answers.thread, { query: dej2 })
  expect(flagged.firstFlagged?.options).toEqual(['Nu'])
  expect(flagged).toEqual(threads.at(1))
  expect(station).toEqual({
    county: 'Alba',
    municipality: 'Aiud',
    number: 1,
    name: '',
    address: '',
    latitude: null,
    longitude: null,
  })
  const elsewhere = { ...query, pollingStationId: cast.field.stationId('AB2', 2) }
  await expect(cast.ana.call(answers.thread, { query: elsewhere })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('shows in the row the start of the free text of a flagged option', async () => {
  const cast = await set()
  const typed = `08:40, ${'fără lumină '.repeat(30)}`.trim()
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', `Nu, la=${typed}`))

  const { threads } = await list(cast.ana, { urgent: true })

  expect(threads[0]?.firstFlagged).toMatchObject({
    options: ['Nu, la'],
    freeText: typed.slice(0, 200),
  })
})

test('returns no answers for a station that was not visited', async () => {
  const cast = await set()

  expect(await filledIn(cast, aiud)).toEqual([])
})

test('says when each answer was last changed, and keeps that when it is sent again', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const first = cast.clock.now
  cast.clock.now = new Date(first.getTime() + 60_000)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă'))

  expect(
    (await filledIn(cast, aiud)).map(({ questionCode, receivedAt }) => [questionCode, receivedAt]),
  ).toEqual([
    ['A1.1', first],
    ['A1.2', cast.clock.now],
  ])
})

test('refuses answers to observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()
  const query = { observerId: 1, pollingStationId: 1 }

  for (const [person, code] of [
    [bogdan, 'session.forbidden'],
    [stranger, 'session.missing'],
  ] as const) {
    await expect(list(person)).rejects.toMatchObject({ code })
    await expect(person.call(answers.filledIn, { query })).rejects.toMatchObject({ code })
    await expect(person.call(answers.thread, { query })).rejects.toMatchObject({ code })
  }
})
