import { expect, test } from 'vitest'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

const idOf = async ({ ana }: Stage, code: string) =>
  (await ana.call(places.counties)).find((county) => county.code === code)!.id as Id<'areas'>
const countyOf = async (cast: Stage, code: string) =>
  cast.ana.call(places.county, { params: { id: await idOf(cast, code) } })
const edit = async (cast: Stage, code: string, body: object) =>
  cast.ana.call(places.editCounty, { params: { id: await idOf(cast, code) }, body })
const stationsOf = async (cast: Stage, code: string) =>
  cast.ana.call(places.stations, { params: { id: await idOf(cast, code) } })
const importStations = ({ ana }: Stage, rows: string) =>
  ana.call(places.importStations, { body: {} }, [
    { name: 's.csv', bytes: Buffer.from(`County code,Number,Name,Address\n${rows}`) },
  ])

const tenFrom101 = Array.from(
  { length: 10 },
  (_, index) => `NO,${101 + index},Liceul ${101 + index},Str. Școlii ${index + 1}\n`,
).join('')

/** A county whose ten stations came from a file, with the numbers 101 to 110. */
async function numberedElsewhere() {
  const cast = await set('flat')
  await cast.ana.call(places.addCounty, { body: { name: 'Nord', code: 'NO' } })
  await importStations(cast, tenFrom101)
  return cast
}

test('typing a count neither deletes nor adds stations that are not numbered from 1', async () => {
  const cast = await numberedElsewhere()
  const before = await stationsOf(cast, 'NO')

  for (const numberOfPollingStations of [11, 9, 0])
    await expect(edit(cast, 'NO', { name: 'Alt', numberOfPollingStations })).rejects.toMatchObject({
      code: 'county.numbers-differ',
      details: { field: 'numberOfPollingStations' },
    })

  expect(await stationsOf(cast, 'NO')).toEqual(before)
  await edit(cast, 'NO', { name: 'Nordul', numberOfPollingStations: 10 })
  expect(await countyOf(cast, 'NO')).toMatchObject({ name: 'Nordul', isCounted: false })
})

test('refuses a county file whose station counts do not fit, and removes no station', async () => {
  const cast = await numberedElsewhere()
  const before = [await stationsOf(cast, 'NO'), await stationsOf(cast, 'AB')]
  const rows = 'Code,Name,Number of polling stations\nNO,Nord,11\nAB,Alba,1\n'

  const imported = cast.ana.call(places.importCounties, { body: {} }, [
    { name: 'c.csv', bytes: Buffer.from(rows) },
  ])

  await expect(imported).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ line: 2 }, { line: 3 }] },
  })
  expect([await stationsOf(cast, 'NO'), await stationsOf(cast, 'AB')]).toEqual(before)
})

test('restores stations removed by a lower count, with their ids', async () => {
  const cast = await set('flat')
  await importStations(cast, 'AB,2,Liceul Doi,Str. Doi 2\nAB,3,Liceul Trei,Str. Trei 3\n')
  const before = await stationsOf(cast, 'AB')

  const { takenOut } = await edit(cast, 'AB', { numberOfPollingStations: 1 })
  expect(takenOut).toHaveLength(2)
  const params = { id: await idOf(cast, 'AB') }
  const removed = await cast.ana.call(places.listDeletedStations, { params })
  expect(removed.map(({ id }) => id)).toEqual(takenOut)
  expect(await stationsOf(cast, 'AB')).toHaveLength(1)
  const restore = async () =>
    cast.ana.call(places.restoreStations, { params, body: { stationIds: takenOut } })

  expect(await restore()).toBe(2)
  expect(await cast.ana.call(places.listDeletedStations, { params })).toEqual([])
  expect(await stationsOf(cast, 'AB')).toEqual(before)
  await expect(restore()).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('restores the last state of stations that were removed twice', async () => {
  const cast = await set('flat')
  await importStations(cast, 'AB,2,Liceul Doi,Str. Doi 2\n')
  const lower = () => edit(cast, 'AB', { numberOfPollingStations: 1 })
  const restore = async (stationIds: Awaited<ReturnType<typeof lower>>['takenOut']) =>
    cast.ana.call(places.restoreStations, {
      params: { id: await idOf(cast, 'AB') },
      body: { stationIds },
    })
  await restore((await lower()).takenOut)
  await importStations(cast, 'AB,2,Liceul Nou,Str. Nouă 2\n')
  const before = await stationsOf(cast, 'AB')

  const { takenOut } = await lower()

  expect(await restore(takenOut)).toBe(takenOut.length)
  expect(await stationsOf(cast, 'AB')).toEqual(before)
})

test('keeps stations added meanwhile when an outdated page lowers the count', async () => {
  const cast = await set('flat')
  const { revision, numberOfPollingStations: seen } = await countyOf(cast, 'AB')
  await importStations(cast, `AB,${seen + 1},,\nAB,${seen + 2},,\n`)

  await edit(cast, 'AB', { name: 'Alba Nouă', revision })
  const lowered = edit(cast, 'AB', { numberOfPollingStations: seen - 1, revision })

  await expect(lowered).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: ['numberOfPollingStations'] },
  })
  expect(await countyOf(cast, 'AB')).toMatchObject({
    name: 'Alba Nouă',
    numberOfPollingStations: seen + 2,
  })
})

test('rejects a conflicting edit of a county, and names the field', async () => {
  const cast = await set('flat')
  const { revision } = await countyOf(cast, 'AB')
  await edit(cast, 'AB', { name: 'Alba de Sus', revision })

  await edit(cast, 'AB', { diaspora: true, revision })
  await expect(edit(cast, 'AB', { name: 'Alba de Jos', revision })).rejects.toMatchObject({
    details: { fields: ['name'] },
  })

  expect(await countyOf(cast, 'AB')).toMatchObject({
    name: 'Alba de Sus',
    diaspora: true,
    changes: { name: { by: 'ana' } },
  })
})
