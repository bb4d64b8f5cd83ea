import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

const download = async (person: Person, url: string) => {
  const reply = await person.send({ url })
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}
const importing = (
  { ana }: Stage,
  endpoint: typeof places.importCounties | typeof places.importStations,
  bytes: Uint8Array,
  body: object = {},
) => ana.call(endpoint, { body }, [{ name: 'a.csv', bytes }])

/** Names that a spreadsheet or a CSV reader could misread. */
const awkward = ['=1+1', '+40', '-x', '@SUM(A1)', "'citat'", 'a;b,c\t"d"', 'două\nrânduri']

/** Gives stations awkward names, addresses and coordinates. */
async function furnish(cast: Stage, area: string) {
  const rows = awkward.map(
    (name, index) =>
      `${area},${index + 1},"${name.replaceAll('"', '""')}",Str. ${index},${index}.5,-23.25,${index}`,
  )
  const bytes = Buffer.from(`County,Number,Name,Address,Lat,Lon,Voters\n${rows.join('\n')}\n`)
  await importing(cast, places.importStations, bytes)
}
const stationsOf = ({ database }: Stage) =>
  database.primary.selectFrom('pollingStations').selectAll().orderBy('id').execute()

test('exports a workbook with counties and, on a second sheet, stations', async () => {
  const cast = await set('nested')

  const file = await download(cast.ana, '/api/v1/county/export?language=en')

  const sheets = await readExcel(file)
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Counties', 'Polling stations', 'Source'])
  expect(sheets[0]?.data).toEqual([
    ['Code', 'Name', 'Number of polling stations', 'Diaspora', 'Order', 'Province code'],
    ['AB', 'Alba', 5, false, 1, 'T'],
    ['CJ', 'Cluj', 2, false, 1, 'T'],
  ])
  expect(sheets[1]?.data.slice(0, 2)).toEqual([
    [
      'County code',
      'Municipality code',
      'Number',
      'Label',
      'Name',
      'Address',
      'Latitude',
      'Longitude',
      'Registered voters',
    ],
    ['AB', 'AB1', 1, null, null, null, null, null, null],
  ])
  expect(sheets[1]?.data).toHaveLength(8)
})

test.each(['ro', 'en'])('imports an export in %s without changes', async (language) => {
  const cast = await set('flat')
  await cast.ana.call(places.addCounty, {
    body: { name: '=Brașov', code: '-BV', numberOfPollingStations: 2, diaspora: true },
  })
  await furnish(cast, 'AB')
  const query = `format=csv&language=${language}`
  const counties = await download(cast.ana, `/api/v1/county/export?${query}`)
  const stations = await download(cast.ana, `/api/v1/polling-station/export?${query}`)
  const known = { counties: await cast.ana.call(places.counties), stations: await stationsOf(cast) }

  const same = { added: 0, changed: 0, wrong: [] }
  expect(await importing(cast, places.importCounties, counties)).toMatchObject(same)
  expect(await importing(cast, places.importStations, stations)).toMatchObject(same)
  // And into another installation.
  const other = await set('flat')
  await importing(other, places.importCounties, counties)
  await importing(other, places.importStations, stations)

  const withoutIds = (rows: readonly object[]) =>
    rows.map((row) => ({
      ...{ ...row, id: 0, areaId: 0, countyId: 0, electionId: 0, countedAs: 0, provinceCode: '' },
      // The number of changes may differ.
      ...{ revision: 0, changes: {} },
    }))
  const copied = {
    counties: await other.ana.call(places.counties),
    stations: await stationsOf(other),
  }
  expect(withoutIds(copied.counties)).toEqual(withoutIds(known.counties))
  expect(new Set(withoutIds(copied.stations).map((row) => JSON.stringify(row)))).toEqual(
    new Set(withoutIds(known.stations).map((row) => JSON.stringify(row))),
  )
})

test('reimports exported counties unchanged, with provinces and areas', async () => {
  const cast = await set('nested')
  const counties = await download(cast.ana, '/api/v1/county/export?format=csv')
  const stations = await download(cast.ana, '/api/v1/polling-station/export?format=csv')

  const same = { added: 0, changed: 0, wrong: [] }
  expect(await importing(cast, places.importCounties, counties)).toMatchObject({
    ...same,
    unchanged: 2,
  })
  expect(await importing(cast, places.importStations, stations)).toMatchObject({
    ...same,
    unchanged: 7,
  })
})

test('escapes names that would begin a formula in a CSV file', async () => {
  const cast = await set('flat')
  await furnish(cast, 'AB')

  const file = await download(cast.ana, '/api/v1/polling-station/export?format=csv&language=en')

  const text = file.toString('utf8')
  expect(text).toMatch(/^\uFEFFCounty code,Number,Label,Name,/)
  for (const name of awkward.slice(0, 4)) expect(text).toContain(`,'${name},`)
  expect(text).toContain(',-23.25,')
})

test('exports more than one batch of stations completely and in order', {
  tags: 'slow',
}, async () => {
  const cast = await set('flat')
  const rows = Array.from({ length: 6000 }, (_, index) => `CJ,${6000 - index}`)
  await importing(cast, places.importStations, Buffer.from(`County,Number\n${rows.join('\n')}`))

  const file = await download(cast.ana, '/api/v1/polling-station/export?language=en')

  const [sheet] = await readExcel(file)
  const numbers = sheet!.data.filter(([county]) => county === 'CJ').map(([, number]) => number)
  expect(numbers).toEqual(Array.from({ length: 6000 }, (_, index) => index + 1))
})

test('exports places for all staff, refuses others, and records exports in history', async () => {
  const { calin, bogdan, stranger, database } = await set('flat')
  const url = '/api/v1/county/export'

  await download(calin, `${url}?format=csv`)
  expect((await bogdan.send({ url })).statusCode).toBe(403)
  expect((await stranger.send({ url })).statusCode).toBe(401)
  expect((await calin.send({ url: `${url}?format=pdf` })).statusCode).toBe(400)

  const acts = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'after'])
    .where('act', 'like', '%.exported')
    .execute()
  expect(acts).toMatchObject([
    { act: 'places.exported', actorName: 'calin', after: { rows: 2, format: 'csv' } },
  ])
})
