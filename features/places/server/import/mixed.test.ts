import { expect, test } from 'vitest'
import { answerOf, list, send } from '#features/answers/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { load, startAnew } from '#testing/programs/load.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

/** Alba has municipalities; the county abroad holds its stations itself. */
const mixed = {
  'counties.csv': 'Code,Name,Diaspora,Stations\nAB,Alba,,\nSR,Străinătate,da,3\n',
  'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,AB\nAB2,Blaj,AB\n',
}
const listed = {
  ...mixed,
  'polling-stations.csv':
    'CountyCode,MunicipalityCode,Address,Number\nAB,AB1,Școala,1\nAB,AB2,Liceul,1\nSR,Chișinău,Ambasada,1\nSR,,Consulatul,2\n',
}

const loaded = async (files: Record<string, string>) => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, files)
  return cast
}

const countyOf = async ({ ana }: Stage, code: string) => {
  const all = await ana.call(places.counties)
  return all.find((one) => one.code === code)!
}
const stationsOf = async (cast: Stage, code: string) => {
  const { id } = await countyOf(cast, code)
  const stations = await cast.ana.call(places.stations, { params: { id } } as never)
  return stations.map(({ municipality, number, address }) => [municipality, number, address])
}

test('loads a country where only one county has municipalities', async () => {
  const cast = await loaded(listed)

  expect(await stationsOf(cast, 'AB')).toEqual([
    ['Aiud', 1, 'Școala'],
    ['Blaj', 1, 'Liceul'],
  ])
  expect(await stationsOf(cast, 'SR')).toEqual([
    ['', 1, 'Ambasada'],
    ['', 2, 'Consulatul'],
  ])
  // Phones ask for municipalities everywhere, so they get the county itself.
  const ofCounty = async (code: string) => {
    const all = await cast.ana.call(places.municipalitiesOfCounty, { params: { code } })
    return all.map((one) => [one.code, one.numberOfPollingStations])
  }
  expect(await ofCounty('AB')).toEqual([
    ['AB1', 1],
    ['AB2', 1],
  ])
  expect(await ofCounty('SR')).toEqual([['SR', 2]])
})

test('creates stations from the count of an undivided county when there is no list', async () => {
  const cast = await loaded(mixed)

  expect(await stationsOf(cast, 'SR')).toEqual([1, 2, 3].map((number) => ['', number, '']))
  expect(await stationsOf(cast, 'AB')).toEqual([])
})

test('loading the same files twice changes nothing', async () => {
  const cast = await loaded(listed)

  const { areas, stations } = await load(cast, listed)

  const none = { added: 0, changed: 0 }
  expect({ areas, stations }).toEqual({ areas: none, stations: none })
})

test('accepts lists of counties and stations on the screen, and a typed count for an undivided county', async () => {
  const cast = await loaded(listed)
  const { ana } = cast
  const file = (text: string) => [{ name: 'lista.csv', bytes: Buffer.from(text) }]

  const stations = 'County,Municipality,Number,Address\nSR,Paris,3,Paris\nAB,AB1,2,Nou\nAB,,7,Vag\n'
  const report = await ana.call(
    places.importStations,
    { body: { skipInvalid: true } },
    file(stations),
  )
  expect(report).toMatchObject({ added: 2, wrong: [{ line: 4 }] })
  const counties = 'Code,Name,Stations\nB,București,4\nAB,Alba,9\n'
  const taken = await ana.call(
    places.importCounties,
    { body: { skipInvalid: true } },
    file(counties),
  )
  expect(taken).toMatchObject({
    added: 1,
    wrong: [{ line: 3, faults: [{ code: 'count.of-areas', field: 'stations' }] }],
  })
  expect((await stationsOf(cast, 'B')).length).toBe(4)

  const { id } = await countyOf(cast, 'SR')
  const one = { params: { id } } as never
  expect(await ana.call(places.county, one)).toMatchObject({ isCounted: true, hasAreas: false })
  const body = { numberOfPollingStations: 5 }
  await ana.call(places.editCounty, { params: { id }, body } as never)
  expect(await stationsOf(cast, 'SR')).toHaveLength(5)
  const alba = await countyOf(cast, 'AB')
  await expect(
    ana.call(places.editCounty, { params: { id: alba.id }, body } as never),
  ).rejects.toMatchObject({ code: 'county.counts-its-areas' })
  expect(await ana.call(places.county, { params: { id: alba.id } } as never)).toMatchObject({
    isCounted: false,
    hasAreas: true,
  })
  await ana.call(places.addCounty, {
    body: { code: 'IF', name: 'Ilfov', numberOfPollingStations: 2 },
  })
  expect(await stationsOf(cast, 'IF')).toHaveLength(2)
})

test('accepts reports from both kinds of county, with or without a municipality code', async () => {
  const cast = await set()
  await load(cast, {
    'provinces.csv': 'Code,Name\nT,Transilvania\n',
    'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,T\nCJ,Cluj,T\nSR,Străinătate,T\n',
    'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,AB\nAB2,Blaj,AB\nCJ1,Dej,CJ\n',
    'polling-stations.csv': 'CountyCode,MunicipalityCode,Number\nSR,,1\nSR,,2\nAB,AB1,1\n',
  })
  const abroad = { countyCode: 'SR', pollingStationNumber: 1 } as const
  await send(cast.bogdan, answerOf(cast, abroad, 'A1.1', 'Nu'))
  const second = { ...abroad, municipalityCode: 'SR', pollingStationNumber: 2 }
  await send(cast.bogdan, answerOf(cast, second, 'A1.1', 'Nu'))
  const home = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  await send(cast.bogdan, answerOf(cast, home, 'A1.1', 'Nu'))

  const { data } = await list(cast.ana)
  expect(data.map(({ pollingStationName }) => pollingStationName).sort()).toEqual([
    'Alba Aiud 1',
    'Străinătate 1',
    'Străinătate 2',
  ])
  expect(await cast.ana.call(unplaced.list, { query: {} })).toMatchObject({ totalItems: 0 })
})

test('accepts a municipality with the code of its county or of an undivided one', async () => {
  const cast = await loaded({
    'counties.csv': 'Code,Name\nB,București\nIF,Ilfov\n',
    'municipalities.csv': 'Code,Name,CountyCode\nB,Sectorul 1,B\nIF,Otopeni,B\n',
    'polling-stations.csv': 'MunicipalityCode,Number\nB,1\nIF,1\n',
  })

  expect(await stationsOf(cast, 'B')).toEqual([
    ['Sectorul 1', 1, ''],
    ['Otopeni', 1, ''],
  ])
  expect(await stationsOf(cast, 'IF')).toEqual([])
})

test('refuses stations of a divided county when the files omit its municipalities', async () => {
  const cast = await loaded(listed)

  const vague = load(cast, {
    'counties.csv': 'Code,Name\nAB,Alba\nSR,Străinătate\nCJ,Cluj\n',
    'municipalities.csv': 'Code,Name,CountyCode\nCJ1,Dej,CJ\n',
    'polling-stations.csv': 'CountyCode,Number\nAB,1\n',
  })

  await expect(vague).rejects.toThrow(/AB, but its area there is missing/)
})

test('refuses a file that divides a county with stations of its own', async () => {
  const cast = await loaded(listed)

  const dividing = load(cast, {
    ...mixed,
    'municipalities.csv': `${mixed['municipalities.csv']}SR1,Paris,SR\n`,
  })

  await expect(dividing).rejects.toThrow(/SR.*has stations of its own/)
  expect(await stationsOf(cast, 'SR')).toHaveLength(2)
})
