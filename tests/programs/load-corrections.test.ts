import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { load, startAnew } from '#testing/programs/load.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

const form = (more: object = {}, text = 'Urna a fost sigilată?') => ({
  code: 'A',
  ...more,
  formSections: [
    { code: 'A1', questions: [{ code: 'A1.1', text, questionType: 1, optionsToQuestions: [] }] },
  ],
})

/** An election with every fact given. */
const whole = {
  'election.json': {
    name: 'Alegeri 2026',
    day: '2026-12-06',
    timezone: 'Europe/Chisinau',
    levelNames: ['Raion'],
  },
  'counties.csv':
    'Code,Name,Order,Diaspora\nDI,Diaspora,2,true\nAB,Alba,1,false\nCJ,Cluj,3,false\n',
  'polling-stations.csv':
    'County code,Number,Name,Address,Registered voters\nDI,101,Ambasada,Rue X,900\nDI,110,Consulat,Rue Y,800\n',
  'observers.csv': 'Phone,Pin,Name,Test\n0722000001,1111,Oana,da\n',
  'A.json': form({ description: 'Deschidere', diaspora: true, order: 7 }),
}

const seen = async ({ ana }: Stage) => ({
  election: await ana.call(elections.current),
  counties: (await ana.call(places.counties)).map(({ code, name, diaspora, order, ...rest }) => [
    code,
    name,
    diaspora,
    order,
    rest.numberOfPollingStations,
  ]),
  observers: (await ana.call(observers.list, { query: {} })).data.map(({ name, isTest }) => [
    name,
    isTest,
  ]),
  forms: (await ana.call(forms.list, { query: {} })).formVersions.map(
    ({ code, description, diaspora, order, currentVersion }) => [
      code,
      description,
      diaspora,
      order,
      currentVersion,
    ],
  ),
})

test('keeps everything that a folder of corrections omits', async () => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, whole)
  const before = await seen(cast)

  await load(cast, {
    'counties.csv': 'Code,Name\nDI,Diaspora\nCJ,Cluj-Napoca\n',
    'polling-stations.csv': 'County code,Number,Address\nDI,110,Rue Z\n',
    'observers.csv': 'Phone,Pin,Name\n0722000001,1111,Oana Pop\n',
    'A.json': form(),
  })

  expect(before).toMatchObject({
    election: { name: 'Alegeri 2026', day: '2026-12-06', levelNames: ['Raion'] },
    forms: [['A', 'Deschidere', true, 7, 1]],
  })
  expect(await seen(cast)).toEqual({
    ...before,
    counties: before.counties.map((county) =>
      county[0] === 'CJ' ? ['CJ', 'Cluj-Napoca', ...county.slice(2)] : county,
    ),
    observers: [['Oana Pop', true]],
  })
  const { rows } = await sql`
    select name, address, registered_voters from polling_stations
     where number in (101, 110) order by number`.execute(cast.database.primary)
  expect(rows).toEqual([
    { name: 'Ambasada', address: 'Rue X', registeredVoters: 900 },
    { name: 'Consulat', address: 'Rue Z', registeredVoters: 800 },
  ])
})

test('appends new areas and forms, and never names an election after its folder', async () => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, { ...whole, 'election.json': {} })
  expect((await seen(cast)).election.name).toBe('Alegeri')

  await load(cast, {
    'counties.csv': 'Code,Name\nVS,Vaslui\nAB,Alba\n',
    'B.json': { ...form(), code: 'B' },
  })

  const { counties, forms: all } = await seen(cast)
  expect(counties.map(([code, , , order]) => [code, order])).toEqual([
    ['AB', 1],
    ['DI', 2],
    ['CJ', 3],
    ['VS', 4],
  ])
  expect(all.map(([code, , , order]) => [code, order])).toEqual([
    ['A', 7],
    ['B', 8],
  ])
})

test('keeps station numbers and removes none when given only a count', async () => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, whole)
  const countiesOf = (count: number) => ({
    'counties.csv': `Code,Name,Number of polling stations\nDI,Diaspora,${count}\nAB,Alba,2\n`,
  })

  await load(cast, countiesOf(2))
  await expect(load(cast, countiesOf(5))).rejects.toThrow(
    'counties.csv:2: stations: The county has 2 stations, but they are not numbered 1 to 2',
  )

  const { rows } = await sql`
    select a.code, s.number from polling_stations s
      join areas a on a.id = s.area_id
      join elections e on e.id = s.election_id and e.is_current
     order by a.code, s.number`.execute(cast.database.primary)
  expect(rows).toEqual([
    { code: 'AB', number: 1 },
    { code: 'AB', number: 2 },
    { code: 'DI', number: 101 },
    { code: 'DI', number: 110 },
  ])
})

test('keeps an unchanged form at its revision, so that open editors can save', async () => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, whole)
  const revisions = () =>
    sql`select code, revision, current_version from forms`.execute(cast.database.primary)
  const { rows: before } = await revisions()

  await load(cast, whole)

  expect((await revisions()).rows).toEqual(before)
})

test('lists all differences with old and new values', async () => {
  const cast = await set()
  await startAnew(cast)
  await load(cast, whole)

  const { changes } = await load(cast, {
    'election.json': { day: '2026-12-07' },
    'counties.csv': 'Code,Name,Diaspora\nDI,Străinătate,nu\n',
    'polling-stations.csv': 'County code,Number,Address\nDI,110,Rue Z\n',
    'observers.csv': 'Phone,Pin,Name\n0722 000 001,2222,Oana\n',
    'A.json': form({ description: 'La deschidere' }, 'Urna e sigilată?'),
  })

  expect(changes.map(({ thing, field, before, after }) => [thing, field, before, after])).toEqual([
    ['election', 'day', '2026-12-06', '2026-12-07'],
    ['area DI', 'name', 'Diaspora', 'Străinătate'],
    ['area DI', 'diaspora', true, false],
    ['station DI 110', 'address', 'Rue Y', 'Rue Z'],
    ['observer 0722000001', 'phone', '0722000001', '0722 000 001'],
    ['observer 0722000001', 'PIN', 'another', 'as in the file'],
    ['form A', 'description', 'Deschidere', 'La deschidere'],
    ['form A', 'question A1.1', 'Urna a fost sigilată? (one: )', undefined],
    ['form A', 'question A1.1', undefined, 'Urna e sigilată? (one: )'],
  ])
})
