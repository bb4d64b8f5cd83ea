import { expect, test } from 'vitest'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

const idOf = async ({ ana }: Stage, code: string) =>
  (await ana.call(places.counties)).find((county) => county.code === code)!.id as Id<'areas'>
const remove = (cast: Stage, id: Id<'areas'>) =>
  cast.ana.call(places.removeCounty, { body: { id } })
const restore = (cast: Stage, id: Id<'areas'>, person = cast.ana) =>
  person.call(places.restoreCounty, { body: { id } })

/** All areas and stations; revisions differ because deletion and restoration count as changes. */
const everyPlace = async ({ database: { primary } }: Stage) => ({
  areas: (await primary.selectFrom('areas').selectAll().orderBy('id').execute()).map(
    ({ revision: _, changes: __, stationChanges: ___, ...area }) => area,
  ),
  stations: await primary.selectFrom('pollingStations').selectAll().orderBy('id').execute(),
})

test('restores a deleted county with its areas, stations and ids', async () => {
  const cast = await set()
  await cast.database.write((tx) =>
    tx.updateTable('pollingStations').set({ address: 'Str. Școlii 1', latitude: 46.25 }).execute(),
  )
  const before = await everyPlace(cast)
  const id = await idOf(cast, 'AB')

  await remove(cast, id)
  expect(await cast.ana.call(places.counties)).toMatchObject([{ code: 'CJ' }])
  await restore(cast, id)

  expect(await everyPlace(cast)).toEqual(before)
  const at = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  await cast.bogdan.call(visits.report, { body: { ...at, urbanArea: true } })
  await expect(remove(cast, id)).rejects.toMatchObject({ code: 'county.has-data' })
})

test('lists deleted counties, the latest first, until they are restored', async () => {
  const cast = await set('flat')
  const { ana } = cast
  const [alba, cluj] = [await idOf(cast, 'AB'), await idOf(cast, 'CJ')]
  await remove(cast, alba)
  await restore(cast, alba)
  await remove(cast, cluj)
  await remove(cast, alba)
  expect(await ana.call(places.listDeletedCounties)).toEqual([
    { id: alba, name: 'Alba', code: 'AB' },
    { id: cluj, name: 'Cluj', code: 'CJ' },
  ])

  await restore(cast, alba)
  expect(await ana.call(places.listDeletedCounties)).toMatchObject([{ id: cluj }])
})

test('restores the latest state of a county that was deleted twice', async () => {
  const cast = await set('flat')
  const id = await idOf(cast, 'AB')
  await remove(cast, id)
  await restore(cast, id)
  const body = { name: 'Alba Nouă', code: 'AB', numberOfPollingStations: 1 }
  await cast.ana.call(places.editCounty, { params: { id }, body })

  await remove(cast, id)
  await restore(cast, id)

  expect(await cast.ana.call(places.county, { params: { id } })).toMatchObject(body)
})

test('refuses to restore a county whose code is taken', async () => {
  const cast = await set('flat')
  const id = await idOf(cast, 'AB')
  await remove(cast, id)
  await cast.ana.call(places.addCounty, { body: { name: 'Alta', code: 'AB' } })
  const before = await everyPlace(cast)

  await expect(restore(cast, id)).rejects.toMatchObject({
    code: 'county.code-taken',
    details: { countyCode: 'AB' },
  })

  expect(await everyPlace(cast)).toEqual(before)
})

test('lets only organisers restore a county, and only a deleted one', async () => {
  const cast = await set('flat')
  const id = await idOf(cast, 'AB')
  await expect(restore(cast, id)).rejects.toMatchObject({ code: 'thing.not-found' })
  await remove(cast, id)

  for (const person of [cast.calin, cast.bogdan])
    await expect(restore(cast, id, person)).rejects.toMatchObject({ code: 'session.forbidden' })
  await restore(cast, id)
  await expect(restore(cast, id)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(restore(cast, 99_999 as Id<'areas'>)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})
