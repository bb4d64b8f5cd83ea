import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

test('lists provinces, their counties and their municipalities', async () => {
  const { bogdan } = await set('nested')

  const provinces = await bogdan.call(places.provinces)
  const counties = await bogdan.call(places.countiesOfProvince, { params: { code: 'T' } })
  const municipalities = await bogdan.call(places.municipalitiesOfCounty, {
    params: { code: 'AB' },
  })

  expect(provinces).toEqual([{ id: expect.any(Number), code: 'T', name: 'Transilvania', order: 1 }])
  expect(counties).toMatchObject([
    { code: 'AB', name: 'Alba', provinceCode: 'T', diaspora: false, order: 1 },
    { code: 'CJ', name: 'Cluj', provinceCode: 'T', diaspora: false, order: 1 },
  ])
  expect(municipalities).toEqual([
    {
      id: expect.any(Number),
      countyCode: 'AB',
      code: 'AB1',
      name: 'Aiud',
      numberOfPollingStations: 3,
      order: 1,
    },
    {
      id: expect.any(Number),
      countyCode: 'AB',
      code: 'AB2',
      name: 'Blaj',
      numberOfPollingStations: 2,
      order: 1,
    },
  ])
})

test('lists counties with their number of stations and the highest station number', async () => {
  const { ana, bogdan } = await set('nested')

  const counties = await bogdan.call(places.counties)

  expect(counties).toMatchObject([
    { code: 'AB', numberOfPollingStations: 5, limit: 3 },
    { code: 'CJ', numberOfPollingStations: 2, limit: 2 },
  ])
  expect(await bogdan.call(places.countyLimits)).toEqual(counties)
  expect(await ana.call(places.counties)).toEqual(counties)
})

test('lists the stations of a county by area, then by number', async () => {
  const { ana, calin } = await set('nested')
  const [alba] = await ana.call(places.counties)
  const { id = 0 } = alba ?? {}

  const stations = await calin.call(places.stations, { params: { id } })

  expect(stations.map(({ municipality, number }) => `${municipality} ${number}`)).toEqual([
    'Aiud 1',
    'Aiud 2',
    'Aiud 3',
    'Blaj 1',
    'Blaj 2',
  ])
  expect(stations[0]).toEqual({
    id: expect.any(Number),
    municipality: 'Aiud',
    municipalityId: expect.any(Number),
    number: 1,
    name: '',
    address: expect.any(String),
    latitude: null,
    longitude: null,
    label: '',
    voters: null,
    closedAt: null,
    mergedInto: null,
  })
  await expect(ana.call(places.stations, { params: { id: 99_999 } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('lists the stations of an undivided county without a municipality', async () => {
  const { ana } = await set('flat')
  const [first] = await ana.call(places.counties)

  const stations = await ana.call(places.stations, { params: { id: first?.id ?? 0 } })

  expect(new Set(stations.map(({ municipality }) => municipality))).toEqual(new Set(['']))
})

test('returns one province for an election that has only counties', async () => {
  const { ana, bogdan } = await set('flat')
  const { name } = await ana.call(elections.current)

  const [province, ...others] = await bogdan.call(places.provinces)

  expect(others).toEqual([])
  expect(province).toMatchObject({ name })
  const counties = await bogdan.call(places.countiesOfProvince, {
    params: { code: province?.code ?? '' },
  })
  expect(counties).toMatchObject([
    { code: 'AB', limit: 3, provinceCode: province?.code },
    { code: 'CJ', limit: 2, provinceCode: province?.code },
  ])
  expect(await bogdan.call(places.counties)).toEqual(counties)
})

test('returns an undivided county as its own municipality', async () => {
  const { bogdan } = await set('flat')

  const municipalities = await bogdan.call(places.municipalitiesOfCounty, {
    params: { code: 'AB' },
  })

  expect(municipalities).toMatchObject([
    { countyCode: 'AB', code: 'AB', name: 'Alba', numberOfPollingStations: 3 },
  ])
})

test.each(['nested', 'flat'] as const)(
  'returns an empty list for an unknown code (%s)',
  async (kind) => {
    const { bogdan } = await set(kind)

    for (const code of ['XX', 'ab', '%', '', '\0']) {
      const params = { code: code || ' ' }
      expect(await bogdan.call(places.countiesOfProvince, { params })).toEqual([])
      expect(await bogdan.call(places.municipalitiesOfCounty, { params })).toEqual([])
    }
  },
)

test('orders areas by position, then by name', async () => {
  const { bogdan, database } = await set('flat')
  await database.write((tx) =>
    tx.updateTable('areas').set({ position: 0 }).where('code', '=', 'CJ').execute(),
  )

  const counties = await bogdan.call(places.counties)

  expect(counties.map(({ code }) => code)).toEqual(['CJ', 'AB'])
})

test('ignores capitals and a trailing slash in addresses', async () => {
  const { bogdan } = await set('nested')

  const replies = await Promise.all(
    ['/API/v1/County/AB/Municipalities', '/api/v1/county/AB/municipalities/?'].map((url) =>
      bogdan.send({ url }),
    ),
  )

  for (const reply of replies) expect(reply.json()).toHaveLength(2)
})

test('refuses to list places without a session', async () => {
  const { stranger } = await set()

  await expect(stranger.call(places.provinces)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(stranger.call(places.counties)).rejects.toMatchObject({ code: 'session.missing' })
})
