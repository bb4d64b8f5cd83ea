import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { claim } from '#apps/server/setup.ts'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { rowCounts } from '#testing/calls/endpoints.ts'
import { counties, load, startAnew } from '#testing/programs/load.ts'
import { phones, stage } from '#testing/stage.ts'

const set = stage()
const demonstration = fileURLToPath(new URL('../../apps/cli/demonstration/', import.meta.url))

test('loads the demonstration, and changes nothing when loading it again', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await startAnew(cast)

  const first = await load(cast, demonstration)
  const before = (await rowCounts(cast)) as { name: string; rows: number }[]
  const second = await load(cast, demonstration)

  expect(first).toMatchObject({
    areas: { added: 43 },
    observers: { added: 1500 },
    forms: { added: 5 },
  })
  expect(first.stations.added).toBeGreaterThan(18_000)
  const none = { added: 0, changed: 0 }
  expect(second).toMatchObject({ areas: none, stations: none, observers: none, forms: none })
  // The only new row is its line in history.
  expect(await rowCounts(cast)).toEqual(
    before.map(({ name, rows }) => ({ name, rows: name === 'history' ? rows + 1 : rows })),
  )
  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.map(({ currentVersion }) => currentVersion)).toEqual([1, 1, 1, 1, 1])
})

test('numbers stations from one when only their count is known', async () => {
  const cast = await set()
  await startAnew(cast)

  const { stations } = await load(cast, { 'counties.csv': counties })

  expect(stations).toEqual({ added: 5, changed: 0 })
  expect(await cast.ana.call(places.counties)).toMatchObject([
    { code: 'AB', name: 'Alba', numberOfPollingStations: 3, limit: 3 },
    { code: 'CJ', name: 'Cluj', numberOfPollingStations: 2, limit: 2 },
  ])
})

test('loads counties and municipalities without provinces as two levels', async () => {
  const cast = await set()
  await startAnew(cast)

  await load(cast, {
    'counties.csv': 'Code,Name\nAB,Alba\n',
    'municipalities.csv': 'Code,Name,CountyCode,Order\nAB1,Aiud,AB,1\nAB2,Blaj,AB,2\n',
    'polling-stations.csv': 'MunicipalityCode,Address,Number\nAB1,Școala 1,1\nAB2,Școala 2,1\n',
  })

  const params = { code: 'AB' }
  expect(await cast.ana.call(places.municipalitiesOfCounty, { params })).toMatchObject([
    { code: 'AB1', numberOfPollingStations: 1 },
    { code: 'AB2', numberOfPollingStations: 1 },
  ])
  expect((await cast.ana.call(elections.current)).levelNames).toHaveLength(2)
})

test('loads provinces and counties as two levels, the county as the inner', async () => {
  const cast = await set()
  await startAnew(cast)

  await load(cast, {
    'provinces.csv': 'Code,Name\n02,dolnośląskie\n',
    'counties.csv': 'Code,Name,ProvinceCode\n0201,bolesławiecki,02\n',
    'polling-stations.csv': 'CountyCode,Address,Number\n0201,Szkoła,1\n',
  })

  expect(await cast.ana.call(places.countiesOfProvince, { params: { code: '02' } })).toMatchObject([
    { code: '0201', provinceCode: '02', numberOfPollingStations: 1 },
  ])
  expect(await cast.ana.call(elections.current)).toMatchObject({
    levelNames: [expect.any(String), expect.any(String)],
    countyLevel: 2,
  })
})

test('changes rows that differ in the files, and keeps the rest', async () => {
  const cast = await set()
  await startAnew(cast)
  const stationsCsv = (address: string) =>
    `CountyCode,Address,Number\nAB,${address},1\nAB,La doi,2\n`
  const files = (name: string, address: string, pin: string) => ({
    'counties.csv': `Code,Name\nAB,${name}\n`,
    'polling-stations.csv': stationsCsv(address),
    'observers.csv': `Phone,Pin,Name\n0722 000 001,${pin},Oana\n0722 000 002,2222,Radu\n`,
  })
  await load(cast, files('Alba', 'Școala 1', '1111'))

  const { areas, stations, observers } = await load(cast, files('Alba Iulia', 'Liceul', '4444'))

  const one = { added: 0, changed: 1 }
  expect({ areas, stations, observers }).toEqual({ areas: one, stations: one, observers: one })
  const signIn = (password: string) =>
    cast.stranger.call(session.authorize, {
      body: { user: '0722000001', password, uniqueId: 'x' },
    })
  expect(await signIn('4444')).toHaveProperty('access_token')
  await expect(signIn('1111')).rejects.toMatchObject({ code: 'session.refused' })
})

test('moves stations and reports with a municipality to another county', async () => {
  const cast = await set()
  await cast.bogdan.call(answers.send, {
    body: {
      answers: [
        {
          countyCode: 'AB',
          municipalityCode: 'AB1',
          pollingStationNumber: 1,
          questionId: cast.field.questionId('A1.1'),
          options: [{ optionId: cast.field.optionId('A1.1', 'Da') }],
        },
      ],
    },
  })

  await load(cast, {
    'provinces.csv': 'Code,Name\nT,Transilvania\n',
    'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,T\nCJ,Cluj,T\n',
    'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,CJ\n',
    'polling-stations.csv': 'MunicipalityCode,Number\nAB1,1\nAB1,2\nAB1,3\n',
  })

  const list = await cast.ana.call(places.counties)
  expect(list.map(({ code, limit }) => [code, limit])).toEqual([
    ['AB', 2],
    ['CJ', 3],
  ])
  const { threads } = await cast.ana.call(answers.list, { query: { county: 'CJ' } })
  expect(threads).toMatchObject([{ pollingStationName: 'Cluj Aiud 1' }])
})

test('keeps every count right while a municipality moves and reports arrive', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const numbers = [1, 2, 3]
  const moveTo = (county: string) =>
    load(cast, {
      'provinces.csv': 'Code,Name\nT,Transilvania\n',
      'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,T\nCJ,Cluj,T\n',
      'municipalities.csv': `Code,Name,CountyCode\nAB1,Aiud,${county}\n`,
      'polling-stations.csv': `MunicipalityCode,Number\n${numbers.map((one) => `AB1,${one}\n`).join('')}`,
    })

  for (let round = 0; round < 8; round++) {
    const option = round % 2 === 0 ? 'Nu' : 'Da'
    await Promise.all([
      moveTo(round % 2 === 0 ? 'CJ' : 'AB'),
      ...[cast.bogdan, cast.dana].flatMap((observer) =>
        numbers.map((pollingStationNumber) =>
          send(
            observer,
            answerOf(cast, { ...aiud, countyCode: '', pollingStationNumber }, 'A1.1', option),
          ),
        ),
      ),
    ])
  }

  expect(await miscounted(cast.database)).toEqual([])
  const { rows } = await sql`
    select v.id from visits v join polling_stations s on s.id = v.polling_station_id
     where s.county_id <> v.county_id`.execute(cast.database.primary)
  expect(rows).toEqual([])
})

test('refuses duplicate phones, and completes and reports a phone without its leading zero', async () => {
  const cast = await set()
  await startAnew(cast)
  const files = (phones: readonly string[]) => ({
    'counties.csv': counties,
    'observers.csv': ['Phone,Pin,Name', ...phones.map((phone) => `${phone},1111,Oana`)].join('\n'),
  })

  await expect(load(cast, files(['0722000001', '+40 722 000 001']))).rejects.toThrow(
    'observers.csv: 0722000001 and +40 722 000 001 are one number',
  )

  expect(await load(cast, files(['722000001', '0722000002']))).toMatchObject({
    observers: { added: 2, changed: 0 },
    completed: [{ from: '722000001', to: '0722000001' }],
  })
})

test('normalises the letters of a folder by country, as screen imports do', async () => {
  const cast = await set()
  await startAnew(cast)
  const files = (country: string) => ({
    'election.json': { name: 'Alegeri', country },
    'counties.csv': 'Code,Name\nBT,Botoşani\n',
    'polling-stations.csv': 'County code,Number,Address\nBT,1,"Şcoala nr. 1, Săveni"\n',
    'observers.csv': 'Phone,Pin,Name\n0722000001,1111,Ţuţea Ştefan\n',
    'A.json': JSON.stringify({
      code: 'A',
      description: 'Secţia la închidere',
      formSections: [
        {
          code: 'A1',
          questions: [
            { code: 'A1.1', text: 'S-a închis secţia?', questionType: 1, optionsToQuestions: [] },
          ],
        },
      ],
    }),
  })
  const { ana, database } = cast
  const seen = async () => ({
    county: (await ana.call(places.counties)).map(({ name }) => name),
    observer: (await ana.call(observers.list, { query: {} })).data.map(({ name }) => name),
    form: (await ana.call(forms.list, { query: {} })).formVersions.map((one) => one.description),
    address: (
      await sql<{ address: string }>`
        select s.address from polling_stations s
          join elections e on e.id = s.election_id and e.is_current`.execute(database.primary)
    ).rows.map(({ address }) => address),
  })

  await load(cast, files('TR'))
  expect(await seen()).toEqual({
    county: ['Botoşani'],
    observer: ['Ţuţea Ştefan'],
    form: ['Secţia la închidere'],
    address: ['Şcoala nr. 1, Săveni'],
  })
  await load(cast, files('RO'))
  expect(await seen()).toEqual({
    county: ['Botoșani'],
    observer: ['Țuțea Ștefan'],
    form: ['Secția la închidere'],
    address: ['Școala nr. 1, Săveni'],
  })
  expect((await load(cast, files('RO'))).changes).toEqual([])
})

test('replaces a rehearsal with a live election, and discards practice data', async () => {
  const cast = await set()
  await startAnew(cast)
  const observers = `Phone,Pin,Name\n${phones.bogdan},1111,Bogdan Pop\n`
  await load(cast, { 'counties.csv': counties, 'observers.csv': observers }, 'rehearsal')
  expect(await cast.ana.call(elections.current)).toMatchObject({ state: 'rehearsal' })

  await load(cast, {
    'counties.csv': 'Code,Name\nB,București\n',
    'election.json': { name: 'Turul I' },
  })

  expect(await cast.ana.call(elections.current)).toMatchObject({ state: 'live', name: 'Turul I' })
  expect(await cast.ana.call(places.counties)).toMatchObject([{ code: 'B' }])
  const body = { user: phones.bogdan, password: '1111', uniqueId: 'x' }
  await expect(cast.stranger.call(session.authorize, { body })).rejects.toMatchObject({
    code: 'session.refused',
  })
})

test('refuses any other secret once an installation is claimed', async () => {
  const { database, outside } = await set()
  const other = openSecrets('another secret, of thirty-two bytes or more')
  await database.write((tx) => claim(tx, outside.secrets))
  await database.write((tx) => claim(tx, outside.secrets))

  await expect(database.write((tx) => claim(tx, other))).rejects.toThrow(/SECRET/)
})

test('refuses files with other levels than the election has, and changes nothing', async () => {
  const cast = await set('flat')

  const loading = load(cast, {
    'counties.csv': 'Code,Name\nAB,Alba\n',
    'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,AB\n',
  })

  await expect(loading).rejects.toThrow('counties.csv: 2 levels of areas, where the election has 1')
  expect(await cast.ana.call(elections.current)).toMatchObject({ levelNames: ['Județ'] })
})

test('refuses to turn a live election with places into a rehearsal', async () => {
  const cast = await set('flat')

  const loading = load(cast, { 'counties.csv': counties }, 'rehearsal')

  await expect(loading).rejects.toThrow('A live election cannot become a rehearsal')
  expect(await cast.ana.call(elections.current)).toMatchObject({ state: 'live' })
})
