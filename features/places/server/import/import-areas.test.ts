import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { make, practise, prepare } from '#features/elections/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { contents } from '#testing/calls/endpoints.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (...rows: readonly string[]) => [
  { name: 'locuri.csv', bytes: new TextEncoder().encode(rows.join('\n')) },
]
const header = 'Code,Name,Parent code'
const areas = ({ ana }: Stage, ...rows: readonly string[]) =>
  ana.call(places.importAreas, { body: {} }, fileOf(header, ...rows))
const stations = ({ ana }: Stage, ...rows: readonly string[]) =>
  ana.call(places.importStations, { body: {} }, fileOf('Area code,Number', ...rows))

/** An empty election of five levels; the third is the county. */
async function setDeep() {
  const cast = await set('flat')
  await practise(cast)
  const levelNames = ['Zonă', 'Regiune', 'Județ', 'Comună', 'Sat']
  await make(cast, await prepare(cast, { levelNames, countyLevel: 3 }))
  return cast
}

const country = [
  ...['V,Vest,', 'NV,Nord-Vest,V', 'MM,Maramureș,NV', 'BH,Bihor,NV'],
  ...['DEJ,Dej,MM', 'MM-N,Cluj-Napoca,MM', 'DEJ1,Ocna Dejului,DEJ', 'DEJ2,Pintic,DEJ'],
]

/** The areas with their parent and county, outermost first. */
async function tree({ database }: Stage) {
  const rows = await database.primary
    .selectFrom('areas')
    .innerJoin('elections', 'elections.id', 'areas.electionId')
    .leftJoin('areas as p', 'p.id', 'areas.parentId')
    .leftJoin('areas as c', 'c.id', 'areas.countyId')
    .where('isCurrent', '=', true)
    .select(['areas.level', 'areas.code', 'areas.name', 'p.code as parent', 'c.code as county'])
    .orderBy('areas.level')
    .orderBy('areas.position')
    .orderBy('areas.id')
    .execute()
  return rows.map((row) => Object.values(row).join(' '))
}

const whole = [
  ...['1 V Vest  ', '2 NV Nord-Vest V ', '3 MM Maramureș NV MM', '3 BH Bihor NV BH'],
  ...['4 DEJ Dej MM MM', '4 MM-N Cluj-Napoca MM MM'],
  ...['5 DEJ1 Ocna Dejului DEJ MM', '5 DEJ2 Pintic DEJ MM'],
]

/** Adds a station to any area; an import of stations reaches only the innermost level. */
const giveStation = ({ database }: Stage, code: string) =>
  database.write((tx) =>
    tx
      .insertInto('pollingStations')
      .columns(['electionId', 'areaId', 'countyId', 'number'])
      .expression((db) =>
        db
          .selectFrom('areas')
          .where('code', '=', code)
          .select((e) => ['electionId', 'id', 'countyId', e.lit(7).as('number')]),
      )
      .execute(),
  )

test('imports areas of five levels from one file, with stations, and counts by level', async () => {
  const cast = await setDeep()
  const { ana } = cast

  expect(await areas(cast, ...country)).toMatchObject({ added: 8, changed: 0, wrong: [] })
  expect(await tree(cast)).toEqual(whole)
  expect(await areas(cast, ...country)).toMatchObject({ added: 0, changed: 0, unchanged: 8 })

  expect(await stations(cast, 'DEJ1,1', 'DEJ1,2', 'DEJ2,1')).toMatchObject({ added: 3 })
  const counties = await ana.call(places.counties)
  expect(counties.map((one) => [one.code, one.numberOfPollingStations])).toEqual([
    ['MM', 3],
    ['BH', 0],
  ])
  const inside = async (areaId?: number) => {
    const { areas: found } = await ana.call(assignments.areas, {
      query: areaId === undefined ? {} : { areaId: areaId as never },
    })
    return found.map((one) => [one.areaId, one.name, one.stations] as const)
  }
  const [cluj] = await inside()
  expect(cluj?.slice(1)).toEqual(['Maramureș', 3])
  const [dej] = await inside(cluj?.[0])
  expect(dej?.slice(1)).toEqual(['Dej', 3])
  expect((await inside(dej?.[0])).map((one) => one.slice(1))).toEqual([
    ['Ocna Dejului', 2],
    ['Pintic', 1],
  ])
  const { data } = await ana.call(history.list, { query: { act: 'places.areas-imported' } })
  expect(data.map(({ after }) => after)).toMatchObject([{ changed: 0 }, { added: 8 }])
})

test.each([
  ['a parent on a later row', ['T1,Turda,T', 'T,Turda,MM'], 2, 'T does not exist'],
  ['a level that the election does not have', ['X,X,DEJ1'], 2, 'no level of areas below'],
  ['an area that would leave its county', ['DEJ,Dej,BH'], 2, 'DEJ is not in BH'],
  ['an area below one with stations', ['S,Sat,MM-S'], 2, 'MM-S holds polling stations'],
  ['a duplicate code', ['A,Unu,MM', 'A,Doi,MM'], 3, 'already on row 2'],
  ['a name that is missing', ['A,,MM'], 2, 'name'],
])(
  '%s refuses the file by line and reason, and nothing is stored',
  async (_what, rows, line, reason) => {
    const cast = await setDeep()
    await areas(cast, ...country)
    // Undivided, so the area holds stations itself.
    await areas(cast, 'SJ,Sălaj,NV', 'MM-S,Someș,MM')
    await giveStation(cast, 'MM-S')
    const before = await contents(cast)

    const refused = areas(cast, ...rows)

    await expect(refused).rejects.toMatchObject({
      code: 'import.refused',
      details: { rows: [{ line, reason: expect.stringContaining(reason) }] },
    })
    expect(await contents(cast)).toEqual(before)
  },
)

const withLevels = ({ ana }: Stage, ...rows: readonly string[]) =>
  ana.call(places.importAreas, { body: {} }, fileOf(`${header},Level`, ...rows))

test('rejects a code known at another level, unless the row names its level', async () => {
  const cast = await setDeep()
  await areas(cast, ...country)
  const before = await tree(cast)

  for (const row of ['DEJ2,Pintic,MM', 'DEJ,Dej,NV', 'DEJ,Dej,'])
    await expect(areas(cast, row)).rejects.toMatchObject({
      details: { rows: [{ line: 2, faults: [{ code: 'area.at-other-level', field: 'parent' }] }] },
    })
  const check = { body: { dryRun: true } }
  const report = await cast.ana.call(places.importAreas, check, fileOf(header, 'DEJ2,Pintic,MM'))
  expect(report).toMatchObject({
    ...{ added: 0, changed: 0 },
    wrong: [{ line: 2, reason: expect.stringContaining('at another level: Sat') }],
  })
  expect(await tree(cast)).toEqual(before)

  expect(await withLevels(cast, 'DEJ2,Pintic,MM,comună')).toMatchObject({ added: 1 })
  expect(await tree(cast)).toContain('4 DEJ2 Pintic MM MM')
})

test('rejects an ambiguous parent code, unless the row’s level decides', async () => {
  const cast = await setDeep()
  await areas(cast, ...country)
  await areas(cast, 'MM,Orașul,MM')
  const before = await tree(cast)

  await expect(areas(cast, 'NOU,Nou,MM')).rejects.toMatchObject({
    details: {
      rows: [
        {
          faults: [{ code: 'area.ambiguous', details: { code: 'MM', levels: 'Județ, Comună' } }],
        },
      ],
    },
  })
  expect(await tree(cast)).toEqual(before)
  // A known area keeps its parent, so its row is not ambiguous.
  expect(await areas(cast, 'DEJ,Dejul,MM', 'MM,Orașul,MM')).toMatchObject({
    ...{ added: 0, changed: 1, unchanged: 1 },
  })

  await withLevels(cast, 'NOU,Nou,MM,Comună', 'SAT,Sat,MM,5')
  expect(await tree(cast)).toEqual(expect.arrayContaining(['4 NOU Nou MM MM', '5 SAT Sat MM MM']))
})

test.each([
  ['an unknown level', 'X,Nou,MM,Cătun', 'level.unknown'],
  ['a parent that is not of the level above', 'X,Nou,MM,Sat', 'area.not-above'],
  ['no parent below the outermost level', 'X,Nou,,Comună', 'area.without-parent'],
])('rejects a row with %s', async (_what, row, code) => {
  const cast = await setDeep()
  await areas(cast, ...country)
  await expect(withLevels(cast, row)).rejects.toMatchObject({
    details: { rows: [{ line: 2, faults: [{ code }] }] },
  })
})

test('finds a parent by name, or by name and code in one cell, and refuses an ambiguous name', async () => {
  const cast = await set('flat')
  await practise(cast)
  await make(cast, await prepare(cast, { levelNames: ['Județ', 'Localitate'], countyLevel: 1 }))

  const report = await areas(
    cast,
    'MM,Maramureș,',
    'BM,Baia Mare,Maramures',
    'SGH,Sighet,Maramureș (MM)',
    'BRS,Borșa,MM',
  )

  expect(report).toMatchObject({ added: 4, wrong: [] })
  expect(
    await areas(cast, 'MM2,Maramureș,', 'VIS,Vișeu,Maramureș').catch(({ details }) => details),
  ).toMatchObject({
    rows: [{ line: 3, faults: [{ code: 'area.several', field: 'parent' }] }],
  })
})

test('rejects a row without a parent when other rows name one, unless it is known, names its level or heads a tree', async () => {
  const cast = await set('flat')
  await practise(cast)
  await make(cast, await prepare(cast, { levelNames: ['Județ', 'Localitate'], countyLevel: 1 }))
  // In a spreadsheet the cell of the county is merged over its towns.
  const merged = ['CJ,Cluj,', 'DEJ,Dej,CJ', 'GHR,Gherla,', 'TRD,Turda,']

  await expect(areas(cast, ...merged)).rejects.toMatchObject({
    details: {
      rows: [
        { line: 4, faults: [{ code: 'parent.unsaid', field: 'parent' }] },
        { line: 5, faults: [{ code: 'parent.unsaid', field: 'parent' }] },
      ],
    },
  })
  expect(await tree(cast)).toEqual([])

  expect(await areas(cast, 'CJ,Cluj,', 'DEJ,Dej,CJ')).toMatchObject({ added: 2 })
  expect(await areas(cast, 'CJ,Clujul,', 'GHR,Gherla,CJ')).toMatchObject({ added: 1, changed: 1 })
  expect(await withLevels(cast, 'B,București,,Județ', 'TRD,Turda,CJ,')).toMatchObject({ added: 2 })
})

test('rejects a new county without a province when other rows name one, and keeps a known county’s province', async () => {
  const cast = await set('flat')
  await practise(cast)
  const levelNames = ['Provincie', 'Județ', 'Localitate']
  await make(cast, await prepare(cast, { levelNames, countyLevel: 2 }))
  await areas(cast, 'M,Moldova,', 'T,Transilvania,')
  const counties = (...rows: readonly string[]) =>
    cast.ana.call(
      places.importCounties,
      { body: { skipInvalid: true } },
      fileOf('Code,Name,Province code', ...rows),
    )

  expect(await counties('CJ,Cluj,T', 'AB,Alba,')).toMatchObject({
    added: 1,
    wrong: [{ line: 3, faults: [{ code: 'parent.unsaid', field: 'province' }] }],
  })
  expect(await counties('CJ,Clujul,', 'AB,Alba,T')).toMatchObject({ added: 1, changed: 1 })
  expect(await tree(cast)).toContain('2 CJ Clujul T CJ')
})

test('resolves a parent code shared by a county and its town to the county', async () => {
  const cast = await set('flat')
  await practise(cast)
  await make(cast, await prepare(cast, { levelNames: ['Județ', 'Localitate'], countyLevel: 1 }))
  await areas(cast, 'SJ,Sălaj,')
  await areas(cast, 'SJ,Zalău,SJ')
  expect(await areas(cast, 'JIB,Jibou,SJ')).toMatchObject({ added: 1 })
  expect(await tree(cast)).toContain('2 JIB Jibou SJ SJ')
})

test('changes the name and parent of a known area within its county', async () => {
  const cast = await setDeep()
  await areas(cast, ...country)

  const report = await areas(cast, 'DEJ2,Pintic de Sus,MM-N', 'MM,Maramureșul,NV')

  expect(report).toMatchObject({ added: 0, changed: 2 })
  expect(await tree(cast)).toEqual(
    whole.map((row) =>
      row
        .replace('DEJ2 Pintic DEJ', 'DEJ2 Pintic de Sus MM-N')
        .replace('3 MM Maramureș ', '3 MM Maramureșul '),
    ),
  )
})

test('undoes an import of areas, but keeps areas that hold stations and their parents', {
  tags: 'slow',
}, async () => {
  const cast = await setDeep()
  const { ana } = cast
  await cast.startJobs()
  await areas(cast, 'V,Vest,', 'NV,Nord-Vest,V')
  const before = await tree(cast)
  const undo = async () => {
    const [latest] = await ana.call(places.listImports)
    await ana.call(places.undoImport, { params: { id: latest!.id } })
    return vi.waitFor(async () => {
      const [one] = await ana.call(places.listImports)
      expect(one?.state).toBe('undone')
      return one!
    }, pollOptions)
  }

  await areas(cast, ...country.slice(2), 'NV,Nord-Vestul,V')
  expect(await undo()).toMatchObject({ kind: 'areas', removed: 6, restored: 1, kept: [] })
  expect(await tree(cast)).toEqual(before)

  await areas(cast, ...country.slice(2))
  await giveStation(cast, 'DEJ2')
  const done = await undo()
  expect(done.kept.map(({ place, name, why }) => [place, name, why])).toEqual([
    ['area', 'Dej', 'holds-stations'],
    ['county', 'Maramureș', 'holds-stations'],
    ['area', 'Pintic', 'holds-stations'],
  ])
  expect(await tree(cast)).toEqual([
    ...[...before, '3 MM Maramureș NV MM', '4 DEJ Dej MM MM', '5 DEJ2 Pintic DEJ MM'],
  ])
  await vi.waitFor(async () => expect(await miscounted(cast.database)).toEqual([]), pollOptions)
})

test('keeps an area’s imported parent when the former one is gone, with the reason', async () => {
  const cast = await setDeep()
  const { ana } = cast
  await cast.startJobs()
  await areas(cast, ...country.filter((row) => !row.startsWith('DEJ')))
  await areas(cast, 'DEJ,Dej,MM', 'DEJ1,Ocna Dejului,DEJ')
  await areas(cast, 'DEJ1,Ocna,MM-N')
  const undo = async (nth: number) => {
    const one = (await ana.call(places.listImports))[nth]!
    await ana.call(places.undoImport, { params: { id: one.id } })
    return vi.waitFor(async () => {
      const now = (await ana.call(places.listImports))[nth]!
      expect(now.state).toBe('undone')
      return now
    }, pollOptions)
  }

  expect(await undo(1)).toMatchObject({ removed: 1, kept: [{ name: 'Ocna', why: 'edited' }] })
  expect(await undo(0)).toMatchObject({
    restored: 0,
    kept: [{ place: 'area', name: 'Ocna', why: 'edited' }],
  })

  expect((await tree(cast)).at(-1)).toBe('5 DEJ1 Ocna MM-N MM')
})

test('restores a station or county only while its parent area exists', async () => {
  const cast = await setDeep()
  const { ana } = cast
  await cast.startJobs()
  await areas(cast, ...country)
  await areas(cast, 'E,Est,', 'MD,Moldova,E', 'IS,Iași,MD', 'DEJ3,Șomcutu,DEJ')
  await stations(cast, 'DEJ3,1')
  const counties = new Map((await ana.call(places.counties)).map(({ code, id }) => [code, id]))
  const inIasi = { id: counties.get('IS') as Id<'areas'> }
  const inDej = { id: counties.get('MM') as Id<'areas'> }
  const [station] = await ana.call(places.stations, { params: inDej } as never)
  await ana.call(places.removeStation, { params: { id: station!.id as Id<'pollingStations'> } })
  await ana.call(places.removeCounty, { body: inIasi })
  const before = async () => [
    await tree(cast),
    await ana.call(places.stations, { params: inDej } as never),
  ]
  const { id } = (await ana.call(places.listImports)).find(
    ({ kind, added }) => kind === 'areas' && added === 4,
  )!
  await ana.call(places.undoImport, { params: { id } })
  await vi.waitFor(async () => expect(await tree(cast)).toHaveLength(8), pollOptions)
  const left = await before()

  const body = { stationIds: [station!.id as Id<'pollingStations'>] }
  await expect(ana.call(places.restoreStations, { params: inDej, body })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(ana.call(places.restoreCounty, { body: inIasi })).rejects.toMatchObject({
    code: 'thing.not-found',
  })

  expect(await before()).toEqual(left)
})

test('limits an account to a county, not to a town with the same code', async () => {
  const cast = await setDeep()
  const { ana } = cast
  await cast.startJobs()
  await areas(cast, ...country)
  await areas(cast, 'MM,Orașul,MM')
  const account = { account: 'irina', password: 'parola primită de Irina', role: 'organiser' }
  await ana.call(accounts.add, { body: { ...account, countyCodes: ['MM'] } as never })
  const town = (await ana.call(places.listImports)).find(({ added }) => added === 1)!

  await ana.call(places.undoImport, { params: { id: town.id } })

  await vi.waitFor(async () => {
    const one = (await ana.call(places.listImports)).find(({ id }) => id === town.id)
    expect(one).toMatchObject({ state: 'undone', removed: 1, kept: [] })
  }, pollOptions)
})

test('adds an area to a level with 130,000 areas', { tags: 'slow' }, async () => {
  const cast = await setDeep()
  await areas(cast, ...country)
  await cast.database.write((tx) =>
    sql`
      insert into areas (election_id, level, code, name, position, parent_id, county_id)
      select p.election_id, 5, 'S' || n, 'Sat ' || n, 10 + n, p.id, p.county_id
        from areas p, generate_series(1, 130000) n where p.code = 'DEJ'`.execute(tx),
  )
  expect(await areas(cast, 'NOU,Satul Nou,DEJ')).toMatchObject({ added: 1, wrong: [] })
  const { rows } = await sql`select position from areas where code = 'NOU'`.execute(
    cast.database.primary,
  )
  expect(rows).toEqual([{ position: 130_011 }])
})

test('imports a large file of areas as a task', { tags: 'slow' }, async () => {
  const cast = await setDeep()
  await cast.startJobs()
  const rows = Array.from({ length: 3000 }, (_, nth) => `S${nth},Sat ${nth},DEJ`)

  const sent = fileOf(header, ...country, ...rows)
  const task = await cast.ana.call(places.startAreaImport, { body: {} }, sent)

  await taskThat(cast.ana, task, { state: 'done', kind: 'import.areas' })
  expect(await tree(cast)).toHaveLength(3008)
})
