import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { make, prepare } from '#features/elections/server/testing.ts'
import { areaOf, arrival, at, due, figuresSettled } from '#features/milestones/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { map } from '../contract.ts'

const set = stage()

const ring = [
  [23, 46],
  [24, 46],
  [24, 47],
  [23, 46],
]

const upload = ({ ana }: Stage, name: string, ...all: readonly object[]) => {
  const geometry = { type: 'Polygon', coordinates: [ring] }
  const features = all.map((properties) => ({ type: 'Feature', properties, geometry }))
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  return ana.call(map.uploadShapes, { body: { anyway: true } }, [{ name, bytes }])
}

async function figuresIn(cast: Stage, code: string, person = cast.ana) {
  const countyId = await areaOf(cast, code)
  return (await person.call(map.areas, { query: { countyId } })).areas.map(
    ({ name, stations, covered, visited, late, reports, flagged }) =>
      `${name}: ${covered}, ${visited} of ${stations}; late ${late}; ${reports}, ${flagged} flagged`,
  )
}

async function drawnIn(cast: Stage, code: string, person: Person = cast.ana) {
  const countyId = await areaOf(cast, code)
  const { areas, areasWithout } = await person.call(map.shapes, { query: { countyId } })
  const { areas: names } = await cast.ana.call(map.areas, { query: { countyId } })
  return {
    drawn: areas.map(({ id }) => names.find((one) => one.id === id)?.name),
    areasWithout,
  }
}

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const
const blaj = { countyCode: 'AB', municipalityCode: 'AB2', pollingStationNumber: 2 } as const

test('counts figures by municipality, with sums equal to those of the county', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  cast.clock.now = at('10:00')
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB2', 1])
  await due(cast, arrival)
  await figuresSettled(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, blaj, 'A1.1', 'Da'))
  await send(cast.emil, answerOf(cast, blaj, 'A1.1', 'Nu'))
  cast.clock.now = at('13:00')

  expect(await figuresIn(cast, 'AB')).toEqual([
    'Aiud: 1, 1 of 3; late 0; 1, 1 flagged',
    'Blaj: 1, 1 of 2; late 1; 1, 0 flagged',
  ])
  expect(await figuresIn(cast, 'AB', cast.calin)).toEqual([
    'Aiud: 0, 0 of 3; late 0; 0, 0 flagged',
    'Blaj: 1, 1 of 2; late 1; 1, 0 flagged',
  ])
  const {
    areas: [alba],
  } = await cast.ana.call(map.areas, { query: {} })
  expect(alba).toMatchObject({
    stations: 5,
    covered: 2,
    visited: 2,
    late: 1,
    reports: 2,
    flagged: 1,
  })
})

test('stores outlines of municipalities and counties as separate files with separate undo', async () => {
  const cast = await set()
  await upload(cast, 'judete.geojson', { name: 'Alba' }, { name: 'Cluj' })

  const report = await upload(
    cast,
    'uat.geojson',
    { name: 'AIUD' },
    { name: 'Blaj' },
    { name: 'X' },
  )

  expect(report).toMatchObject({ ofMunicipalities: true, matched: 2, shapesWithout: ['X'] })
  expect((await cast.ana.call(map.shapes, { query: {} })).file?.name).toBe('judete.geojson')
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Aiud', 'Blaj'], areasWithout: [] })
  const shapes = await cast.ana.call(map.municipalityShapes)
  expect(shapes).toMatchObject({ file: { name: 'uat.geojson' }, matched: 2, shapesWithout: ['X'] })
  expect(shapes.areasWithout).toEqual(report.areasWithout)

  const id = report.file!.id as never
  await cast.ana.call(map.removeShapes, { params: { id } })
  expect(await drawnIn(cast, 'AB')).toMatchObject({ drawn: [] })
  expect((await cast.ana.call(map.shapes, { query: {} })).file?.name).toBe('judete.geojson')
  await cast.ana.call(map.restoreShapes, { params: { id } })
  expect(await drawnIn(cast, 'AB')).toMatchObject({ drawn: ['Aiud', 'Blaj'] })
})

test('matches an outline with a county only to the municipality in that county', async () => {
  const cast = await set()
  const { database } = cast
  await database.write((tx) =>
    tx.updateTable('areas').set({ name: 'Aiud' }).where('code', '=', 'CJ1').execute(),
  )

  const others = ['Blaj', 'Sebeș'].map((nume) => ({ nume, judet: 'AB' }))
  await upload(cast, 'uat.geojson', { nume: 'Aiud', judet: 'CLUJ' }, ...others)

  expect(await drawnIn(cast, 'CJ')).toMatchObject({ drawn: ['Aiud'] })
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Blaj'], areasWithout: ['Aiud'] })
  await upload(cast, 'uat.geojson', { nume: 'Aiud' }, { nume: 'Blaj' })
  expect(await drawnIn(cast, 'CJ')).toMatchObject({ drawn: [] })
})

test('shows users limited to a county only the outlines in it', async () => {
  const cast = await set()
  await upload(cast, 'uat.geojson', { name: 'Aiud' }, { code: 'CJ1' }, { name: 'Blaj' })

  expect((await drawnIn(cast, 'CJ', cast.sanda)).drawn).toHaveLength(1)
  expect(await drawnIn(cast, 'AB', cast.sanda)).toEqual({ drawn: [], areasWithout: [] })
  const countyId = await areaOf(cast, 'AB')
  expect((await cast.sanda.call(map.areas, { query: { countyId } })).areas).toEqual([])
})

test('distinguishes files of municipalities and counties when each county has one municipality', async () => {
  const cast = await set()
  const levelNames = ['Județ', 'Localitate']
  await make(cast, await prepare(cast, { levelNames, countyLevel: 1 }))
  const rows = [
    'Code,Name,Parent code',
    'SJ,Sălaj,',
    'BH,Bihor,',
    'JIB,Jibou,SJ',
    'MAR,Marghita,BH',
  ]
  const file = [{ name: 'locuri.csv', bytes: Buffer.from(rows.join('\n')) }]
  await cast.ana.call(places.importAreas, { body: {} }, file)

  const towns = [
    { judet: 'Sălaj', localitate: 'Jibou' },
    { judet: 'Bihor', localitate: 'Marghita' },
  ]
  const counties = towns.map(({ judet }) => ({ judet }))
  expect(await upload(cast, 'towns.geojson', ...towns)).toMatchObject({
    ...{ ofMunicipalities: true, matched: 2 },
  })
  expect(await upload(cast, 'counties.geojson', ...counties)).toMatchObject({
    ...{ ofMunicipalities: false, matched: 2 },
  })
})

test('updates outlines at once when a municipality is renamed or a file replaced', async () => {
  const cast = await set()
  await upload(cast, 'orase.geojson', { nume: 'Aiud' }, { nume: 'Blaj' }, { nume: 'Dej' })
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Aiud', 'Blaj'], areasWithout: [] })
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Aiud', 'Blaj'], areasWithout: [] })

  await cast.database.write((tx) =>
    tx.updateTable('areas').set({ name: 'Teiuș' }).where('name', '=', 'Blaj').execute(),
  )
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Aiud'], areasWithout: ['Teiuș'] })
  await upload(cast, 'altele.geojson', { nume: 'Teiuș' }, { nume: 'Dej' }, { nume: 'Turda' })
  expect(await drawnIn(cast, 'AB')).toEqual({ drawn: ['Teiuș'], areasWithout: ['Aiud'] })
})
