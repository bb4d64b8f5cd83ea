import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contents } from '#testing/calls/endpoints.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (text: string | Uint8Array) => [
  { name: 'fișier.csv', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
]
const stations = (person: Person, text: string | Uint8Array, body: object = {}) =>
  person.call(places.importStations, { body }, fileOf(text))
const counties = (person: Person, text: string | Uint8Array, body: object = {}) =>
  person.call(places.importCounties, { body }, fileOf(text))

const stored = ({ database }: Stage) =>
  database.primary
    .selectFrom('pollingStations as s')
    .innerJoin('areas as a', 'a.id', 's.areaId')
    .select(['a.code', 's.number', 's.name', 's.address', 's.latitude', 's.longitude'])
    .select('s.registeredVoters')
    .orderBy('a.code')
    .orderBy('s.number')
    .execute()
const list = async ({ ana }: Stage) =>
  (await ana.call(places.counties)).map((county) => [
    county.code,
    county.name,
    county.numberOfPollingStations,
    county.diaspora,
    county.order,
  ])

const counts = async (cast: Stage) =>
  Object.fromEntries((await list(cast)).map(([code, , stations]) => [code, stations]))

test('imports stations with names, addresses, coordinates and voters, and updates known ones', async () => {
  const cast = await set('flat')

  const report = await stations(
    cast.ana,
    [
      'Județ;Nr. secție;Denumire sediu;Adresa;Latitudine;Longitudine;Alegători înscriși',
      'AB;1;Școala 1;Str. Lungă 1;46,07;23,58;1200',
      'CJ;7;Liceul;Str. Scurtă 2;;;',
    ].join('\n'),
  )

  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 0, wrong: [] })
  const rows = await stored(cast)
  expect(rows).toHaveLength(6)
  expect(rows[0]).toEqual({
    code: 'AB',
    number: 1,
    name: 'Școala 1',
    address: 'Str. Lungă 1',
    latitude: 46.07,
    longitude: 23.58,
    registeredVoters: 1200,
  })
  expect(rows.at(-1)).toMatchObject({ code: 'CJ', number: 7, name: 'Liceul', latitude: null })
})

test('keeps fields of a known station that the file omits, and is idempotent', async () => {
  const cast = await set('flat')
  await stations(cast.ana, 'County,Number,Address,Lat,Lon\nAB,1,Lungă 1,46.07,23.58\n')

  const again = 'County,Number,Name,Address\nAB,1,Școala 1,\n'
  expect(await stations(cast.ana, again)).toMatchObject({ changed: 1 })
  expect(await stations(cast.ana, again)).toMatchObject({ changed: 0, unchanged: 1 })

  expect((await stored(cast))[0]).toMatchObject({
    name: 'Școala 1',
    address: 'Lungă 1',
    latitude: 46.07,
  })
})

test('puts stations into the areas of a divided county', async () => {
  const cast = await set('nested')

  const report = await stations(
    cast.ana,
    [
      'CountyCode,CommunityCode,Address,Number',
      'AB,AB1,Aici,1',
      ',CJ1,Acolo,9',
      'CJ,AB1,Altundeva,2',
      'AB,,Undeva,3',
      'AB,XX,Nicăieri,3',
      'XX,,Nicăieri,3',
      ',,Nicăieri,3',
    ].join('\n'),
    { skipInvalid: true },
  )

  expect(report).toMatchObject({ added: 1, changed: 1 })
  expect(report.wrong.map(({ line, faults, reason }) => [line, ...faults, reason])).toEqual([
    [4, { code: 'area.elsewhere', details: { code: 'AB1', county: 'CJ' } }, 'AB1 is not in CJ.'],
    [5, { code: 'area.vague', details: { code: 'AB' } }, expect.stringMatching(/of AB it is/)],
    [6, { code: 'area.unknown', details: { code: 'XX' } }, expect.stringMatching(/^XX does not/)],
    [7, { code: 'area.unknown', details: { code: 'XX' } }, expect.stringMatching(/^XX does not/)],
    [
      8,
      { code: 'cell.refused', field: 'county', details: { why: 'Must not be empty' } },
      'county: Must not be empty',
    ],
  ])
  expect((await stored(cast)).filter(({ address }) => address !== '')).toMatchObject([
    { code: 'AB1', number: 1, address: 'Aici' },
    { code: 'CJ1', number: 9, address: 'Acolo' },
  ])
})

test('ignores columns below the county when counties hold the stations', async () => {
  const cast = await set('flat')

  const report = await stations(cast.ana, 'Județ,Localitate,Număr\nAB,Aiud,1\nCJ,Dej,2\n')

  expect(report).toMatchObject({ unchanged: 2, wrong: [] })
})

test.each([
  ['a number that is none', 'AB,unu,,,', /^number: Must be a whole number/],
  ['no number', 'AB,,,,', /^number: Must not be empty/],
  ['a latitude beyond the pole', 'AB,1,90.1,23,', /^latitude: /],
  ['a latitude alone', 'AB,1,46.07,,', /^longitude: Goes with a latitude/],
  ['a coordinate that is none', 'AB,1,46°,23°,', /^latitude: Must be a number; longitude: /],
  ['fewer voters than none', 'AB,1,,,-5', /^voters: Must be a whole number/],
  ['a duplicate station', 'CJ,2,,,', /^It is already on row 2\./],
])('%s refuses the file by line and reason, and nothing is stored', async (_what, row, reason) => {
  const cast = await set('flat')
  await cast.ana.token()
  const before = await contents(cast)

  const refused = stations(cast.ana, `County,Number,Lat,Lon,Voters\nCJ,2,,,100\n${row}\n`)

  await expect(refused).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ line: 3, reason: expect.stringMatching(reason) }] },
  })
  expect(await contents(cast)).toEqual(before)
})

test('reports the outcome of every row in a dry run, and stores nothing', async () => {
  const cast = await set('flat')
  await cast.ana.token()
  const before = await contents(cast)

  const report = await stations(
    cast.ana,
    'County,Number,Name\nAB,1,Școala\nAB,2,\nAB,9,Nouă\nXX,1,Nicăieri\n',
    { dryRun: true, skipInvalid: true },
  )

  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(report.rows.map(({ line, fate, cells }) => [line, fate, cells['name']])).toEqual([
    [2, 'changed', 'Școala'],
    [3, 'unchanged', ''],
    [4, 'added', 'Nouă'],
    [5, 'wrong', 'Nicăieri'],
  ])
  expect(await contents(cast)).toEqual(before)
})

test('reads the diacritics of an Excel file from Central Europe', async () => {
  const cast = await set('flat')
  // "Şcoala" and "Judeţ" with the cedillas that Windows-1250 has.
  const bytes = Buffer.from('Jude\xfe;Numar;Nume\r\nAB;1;\xaacoala\r\n', 'latin1')

  await stations(cast.ana, bytes)

  expect((await stored(cast))[0]).toMatchObject({ name: 'Școala' })
})

test('reports old and new values of a station in a dry run', async () => {
  const cast = await set('flat')
  await stations(cast.ana, 'County,Number,Address,Voters\nAB,1,Str. Veche 1,900\n')

  const file = 'County,Number,Address,Voters\nAB,1,Str. Nouă 1,\nAB,2,,\n'
  const report = await stations(cast.ana, file, { dryRun: true })

  expect(report.changes).toMatchObject([
    { line: 2, changes: { address: { was: 'Str. Veche 1', becomes: 'Str. Nouă 1' } } },
  ])
  expect(Object.keys(report.changes[0]?.changes ?? {})).toEqual(['address'])
  expect(report.renamed).toBe(0)
})

test('refuses a row whose address a comma splits, and changes nothing', async () => {
  const cast = await set('flat')
  const before = await stored(cast)

  await expect(
    stations(cast.ana, 'County,Number,Address\nAB,1,Str. Lungă 1, Aiud\n'),
  ).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ line: 2, reason: 'The row has 4 cells under 3 headings.' }] },
  })

  expect(await stored(cast)).toEqual(before)
})

test.each(['#N/A', '#REF!', '#VALOARE!', '#DIV/0!', 'Err:502', '########'])(
  'refuses the spreadsheet error %s as a name, address or latitude',
  async (error) => {
    const cast = await set('flat')
    const before = await stored(cast)
    const file = [
      'Județ,Nr. secție,Denumire,Adresă,Latitudine,Longitudine',
      `AB,1,${error},Str. Lungă 1,,`,
      `AB,2,Școala 2,${error},,`,
      `AB,3,Școala 3,Str. Lungă 3,${error},23.5`,
    ].join('\n')

    const report = await stations(cast.ana, file, { dryRun: true })

    expect(report.wrong.map(({ line, faults }) => [line, ...faults])).toEqual(
      ['name', 'address', 'latitude'].map((field, place) => [
        place + 2,
        { code: 'cell.error', field, details: { cell: error } },
      ]),
    )
    expect(report.wrong[0]?.reason).toContain(`“${error}”`)
    await expect(stations(cast.ana, file)).rejects.toMatchObject({ code: 'import.refused' })
    expect(await stored(cast)).toEqual(before)
  },
)

test.each([
  ['a table of a web page', '<html xmlns="x"><body><table><tr><td>Județ</td></tr></table>'],
  ['an XML workbook', '<?xml version="1.0"?>\n<Workbook xmlns="urn:x"><Worksheet/></Workbook>'],
  ['a page with a mark before it', '\ufeff \n<!DOCTYPE html><title>Autentificare</title>'],
])('refuses %s as no CSV, and explains how to convert it', async (_what, text) => {
  const { ana } = await set('flat')

  await expect(stations(ana, text)).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ line: 0, reason: expect.stringContaining('or CSV, and choose that') }] },
  })
})

test('checks and imports the stations of a whole country', { tags: 'slow' }, async () => {
  const cast = await set('flat')
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `CJ,${index + 1},"Str. ${index},\nCluj"`,
  )
  const file = `County,Number,Address\n${rows.join('\n')}\n`

  expect(await stations(cast.ana, file, { dryRun: true })).toMatchObject({
    added: 19_998,
    changed: 2,
  })
  expect(await stations(cast.ana, file)).toMatchObject({ added: 19_998, changed: 2 })

  expect(await counts(cast)).toEqual({ AB: 3, CJ: 20_000 })
})

test('imports the counties of the demonstration, and is idempotent', { tags: 'slow' }, async () => {
  const cast = await set('flat')
  const demonstration = new URL('../../../../apps/cli/demonstration/counties.csv', import.meta.url)
  const file = await readFile(demonstration)

  const first = await counties(cast.ana, file)

  expect(first).toMatchObject({ added: 41, changed: 2, wrong: [] })
  expect(await counties(cast.ana, file)).toMatchObject({ added: 0, changed: 0, unchanged: 43 })
  expect((await list(cast)).slice(0, 2)).toEqual([
    ['AB', 'Alba', 439, false, 1],
    ['AR', 'Arad', 437, false, 2],
  ])
})

test('keeps fields of a known county that the file omits, and appends new counties', async () => {
  const cast = await set('flat')
  await counties(cast.ana, 'Cod,Denumire,Diaspora,Ordine\nAB,Alba,da,5\n')

  const report = await counties(cast.ana, 'Code,Name\nAB,Alba Iulia\nBV,Brașov\nCJ,Cluj\n')

  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(await list(cast)).toEqual([
    ['CJ', 'Cluj', 2, false, 1],
    ['AB', 'Alba Iulia', 3, true, 5],
    ['BV', 'Brașov', 0, false, 6],
  ])
})

test('adds stations up to a county’s count, but refuses a lower count', async () => {
  const cast = await set('flat')

  const refused = counties(cast.ana, 'Code,Name,Stations\nCJ,Cluj,2\nAB,Alba,2\nBV,Brașov,4\n')
  await expect(refused).rejects.toMatchObject({
    code: 'import.refused',
    details: {
      rows: [
        { line: 3, faults: [{ code: 'count.fewer', field: 'stations', details: { count: 3 } }] },
      ],
    },
  })
  await counties(cast.ana, 'Code,Name,Stations\nCJ,Cluj,2\nAB,Alba,5\nBV,Brașov,4\n')

  expect(await counts(cast)).toEqual({ AB: 5, CJ: 2, BV: 4 })
})

test('adds counties to provinces, and rejects station counts of divided counties', async () => {
  const cast = await set('nested')

  const report = await counties(
    cast.ana,
    [
      'Code,Name,ProvinceCode,NumberOfPollingStations',
      'AB,Alba,T,5',
      'BV,Brașov,,',
      'SB,Sibiu,X,',
      'CJ,Cluj,T,9',
    ].join('\n'),
    { skipInvalid: true },
  )

  expect(report).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  expect(report.wrong).toMatchObject([
    { line: 4, faults: [{ code: 'area.unknown', field: 'province', details: { code: 'X' } }] },
    { line: 5, faults: [{ code: 'count.of-areas', field: 'stations' }] },
  ])
  const inProvince = await cast.ana.call(places.countiesOfProvince, { params: { code: 'T' } })
  expect(inProvince.map(({ code }) => code)).toEqual(['AB', 'CJ', 'BV'])
})

test('recognises stations uploaded as counties by columns and rows that do not fit', async () => {
  const cast = await set('flat')
  const rows = Array.from(
    { length: 20 },
    (_, place) => `${place < 12 ? 'CJ' : 'AB'};${place + 1};Școala ${place + 1};Strada ${place};`,
  )
  const list = ['Cod județ;Nr. secție;Denumire;Adresa;Latitudine', ...rows].join('\n')

  const asCounties = await counties(cast.ana, list, { dryRun: true })
  expect(asCounties.unfit).toEqual({
    ...{ columns: 5, readColumns: 2 },
    ...{ rows: 20, refused: 18, renaming: 2 },
  })
  const asStations = await stations(cast.ana, list, { dryRun: true })
  expect(asStations).toMatchObject({ wrong: [], unfit: null })
})

test('stores nothing in a dry run of counties', async () => {
  const cast = await set('flat')
  await cast.ana.token()
  const before = await contents(cast)

  const report = await counties(cast.ana, 'Code,Name,Stations\nAB,Alba,9\nBV,Brașov,4\n,Fără,1\n', {
    dryRun: true,
    skipInvalid: true,
  })

  expect(report).toMatchObject({ added: 1, changed: 1, wrong: [{ line: 4 }] })
  expect(await contents(cast)).toEqual(before)
})

test.each([
  ['stations', places.importStations, 'County,Number\nAB,1\n', /^number: There is no column/],
  ['counties', places.importCounties, 'Code,Name\nAB,Alba\n', /^code: There is no column/],
] as const)(
  'reads a list of %s by its mapped columns, and refuses it without them',
  async (_what, endpoint, file, reason) => {
    const { ana } = await set('flat')
    const [header = '', rows] = file.split(/\n(.*)/s)
    const odd = header.split(',').map((heading) => `x${heading}`)
    const columns = JSON.stringify(
      Object.fromEntries(odd.map((heading) => [heading, heading.slice(1).toLowerCase()])),
    )
    const bytes = `${odd.join(',')}\n${rows}`
    const call = (body: object) => ana.call(endpoint, { body }, fileOf(bytes))

    await expect(call({})).rejects.toMatchObject({
      details: {
        rows: expect.arrayContaining([
          expect.objectContaining({ line: 1, reason: expect.stringMatching(reason) }),
        ]),
      },
    })
    expect(await call({ columns })).toMatchObject({ unchanged: 1 })
  },
)

const titles = 'Lista secțiilor de votare – 2024;;\nÎntocmită, la 3 mai;;\n;;\n'

test.each([
  ['stations', places.importStations, 'Județ;Nr. secție;Nume\nAB;1;\nAB;x;\n'],
  ['counties', places.importCounties, 'Cod;Nume;Secții\nAB;Alba;3\nBV;;1\n'],
] as const)(
  'finds the header below a title in a list of %s, and keeps line numbers',
  async (_what, endpoint, file) => {
    const { ana } = await set('flat')
    const body = { dryRun: true, skipInvalid: true }
    const check = (text: string) => ana.call(endpoint, { body }, fileOf(text))

    expect(await check(titles + file)).toMatchObject({
      headerLine: 4,
      rows: [{ line: 5 }, { line: 6, fate: 'wrong' }],
      wrong: [{ line: 6 }],
    })
    expect(await check(file)).toMatchObject({ headerLine: null, wrong: [{ line: 3 }] })
  },
)

test('reports a missing column on the header’s line below a title', async () => {
  const { ana } = await set('flat')

  const refused = stations(ana, `${titles}Județ;Secția noastră;Adresă\nAB;1;\n`)

  await expect(refused).rejects.toMatchObject({
    details: { rows: [{ line: 4, faults: [{ code: 'column.missing', field: 'number' }] }] },
  })
  const columns = JSON.stringify({ 'Secția noastră': 'number', Adresă: '' })
  expect(
    await stations(ana, `${titles}Județ;Secția noastră;Adresă\nAB;1;\n`, { columns }),
  ).toMatchObject({ unchanged: 1, headerLine: 4 })
})

test('treats a row of heading words below the header as data', async () => {
  const { ana } = await set('flat')

  const report = await counties(ana, 'Cod,Nume,Altele\nNOU,Nume,Cod\n', {
    dryRun: true,
  })

  expect(report).toMatchObject({ added: 1, headerLine: null })
})

test('rejects a call without a file', async () => {
  const { ana } = await set('flat')
  const missing = { details: { errors: { file: expect.anything() } } }

  for (const endpoint of [places.importStations, places.importCounties])
    await expect(ana.call(endpoint, { body: {} }, [])).rejects.toMatchObject(missing)
})

test('records the account and the counts of an import of places', async () => {
  const { ana, database } = await set('flat')
  await stations(ana, 'County,Number\nAB,9\nXX,1\n', { skipInvalid: true })
  await counties(ana, 'Code,Name\nBV,Brașov\n')

  const acts = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'after'])
    .where('subject', '=', 'areas')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    {
      act: 'places.stations-imported',
      actorName: 'ana',
      after: { fileName: 'fișier.csv', added: 1, changed: 0, refused: 1 },
    },
    {
      act: 'places.counties-imported',
      actorName: 'ana',
      after: { fileName: 'fișier.csv', added: 1, changed: 0, refused: 0 },
    },
  ])
})

test('lets only the organiser import places', async () => {
  const { calin, bogdan, stranger } = await set('flat')
  const file = 'County,Number,Code,Name\nAB,1,AB,Alba\n'

  for (const importing of [stations, counties]) {
    await expect(importing(calin, file)).rejects.toMatchObject({ code: 'session.forbidden' })
    await expect(importing(bogdan, file)).rejects.toMatchObject({ code: 'session.forbidden' })
    await expect(importing(stranger, file)).rejects.toMatchObject({ code: 'session.missing' })
  }
})
