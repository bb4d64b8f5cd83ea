import { expect, test } from 'vitest'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { stationOf } from '#features/stations/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

async function areaOf({ database }: Stage, code: string): Promise<Id<'areas'>> {
  const { id } = await database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

const read = ({ ana }: Stage, id: Id<'pollingStations'>) =>
  ana.call(places.station, { params: { id } })
const edit = ({ ana }: Stage, id: Id<'pollingStations'>, body: object) =>
  ana.call(places.editStation, { params: { id }, body })

test('adds a station to its municipality, and accepts reports at once', async () => {
  const cast = await set()
  const coordinates = { latitude: 46.3, longitude: 23.7 }
  const body = {
    areaId: await areaOf(cast, 'AB1'),
    number: 12,
    name: ' Școala  Nouă ',
    coordinates,
  }

  const id = await cast.ana.call(places.addStation, { body })
  await send(cast.bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 12 }, 'A1.1', 'Da'))

  expect(await read(cast, id)).toMatchObject({
    ...{ number: 12, name: 'Școala Nouă', address: '', voters: null, coordinates },
    ...{ municipality: 'Aiud', county: 'Alba', closedAt: null },
  })
  expect((await list(cast.ana)).data[0]).toMatchObject({ pollingStationId: id })
})

test('refuses to add a station to an area that does not hold stations', async () => {
  const cast = await set()

  for (const code of ['T', 'AB'])
    await expect(
      cast.ana.call(places.addStation, { body: { areaId: await areaOf(cast, code), number: 12 } }),
    ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('edits a station, keeps its reports, and records both versions in history', async () => {
  const cast = await set()
  const id = stationOf(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  await edit(cast, id, { number: 41, address: 'Str. Lungă 1', revision: 1 })

  expect(await read(cast, id)).toMatchObject({
    ...{ number: 41, address: 'Str. Lungă 1', revision: 2, name: '' },
    changes: { number: { by: 'ana' }, address: { by: 'ana' } },
  })
  expect((await list(cast.ana)).data[0]?.pollingStationName).toBe('Alba Aiud 41')
  const { data } = await cast.ana.call(history.list, { query: { pollingStationId: id } })
  expect(data[0]).toMatchObject({
    act: 'places.station-edited',
    before: { number: 1, address: '' },
    after: { number: 41, address: 'Str. Lungă 1' },
  })
})

test('rejects a conflicting edit of a station, and names the field', async () => {
  const cast = await set()
  const id = stationOf(cast)
  await edit(cast, id, { name: 'Liceul', revision: 1 })

  await edit(cast, id, { address: 'Str. Lungă 1', revision: 1 })
  const again = edit(cast, id, { name: 'Școala', revision: 1 })

  await expect(again).rejects.toMatchObject({ details: { fields: ['name'] } })
  expect(await read(cast, id)).toMatchObject({ name: 'Liceul', address: 'Str. Lungă 1' })
})

test('adds no line to history for an edit without changes', async () => {
  const cast = await set()
  const id = stationOf(cast)

  expect(await edit(cast, id, { number: 1, coordinates: null })).toEqual({ revision: 1 })

  const { data } = await cast.ana.call(history.list, { query: { pollingStationId: id } })
  expect(data).toEqual([])
})

test('moves a station with its reports to another county, and counts them there', async () => {
  const cast = await set()
  const jobs = await cast.startJobs()
  const id = stationOf(cast, 'AB1', 3)
  await send(cast.bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 3 }, 'A1.1', 'Nu'))

  await edit(cast, id, { areaId: await areaOf(cast, 'CJ1') })

  await expect
    .poll(async () => (await list(cast.ana, { county: 'CJ' })).data.length, pollOptions)
    .toBe(1)
  expect((await list(cast.ana, { county: 'AB' })).data).toEqual([])
  expect((await list(cast.sanda)).data).toMatchObject([{ pollingStationName: 'Cluj Dej 3' }])
  await jobs.stop()
})

test('closes a station that still accepts reports, and reopens it', async () => {
  const cast = await set()
  const id = stationOf(cast)

  await cast.ana.call(places.closeStation, { params: { id } })
  await cast.ana.call(places.closeStation, { params: { id } })
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect((await read(cast, id)).closedAt).toEqual(cast.clock.now)
  expect((await list(cast.ana)).data).toHaveLength(1)
  expect((await cast.ana.call(unplaced.list, { query: {} })).data).toEqual([])
  await cast.ana.call(places.reopenStation, { params: { id } })
  expect((await read(cast, id)).closedAt).toBeNull()
  const { data } = await cast.ana.call(history.list, { query: { subject: 'polling_stations' } })
  expect(data.map(({ act }) => act)).toEqual(['places.station-reopened', 'places.station-closed'])
})

test('deletes a station without reports, and restores it unchanged', async () => {
  const cast = await set()
  const id = stationOf(cast, 'AB1', 3)
  await edit(cast, id, { name: 'Liceul', voters: 900 })
  const before = await read(cast, id)

  const { countyId } = await cast.ana.call(places.removeStation, { params: { id } })
  await expect(read(cast, id)).rejects.toMatchObject({ code: 'thing.not-found' })
  const body = { stationIds: [id] }
  await cast.ana.call(places.restoreStations, { params: { id: countyId }, body })

  expect(await read(cast, id)).toEqual(before)
})

test('editing a station needs the right to set up the election', async () => {
  const cast = await set()
  const id = stationOf(cast)

  for (const person of [cast.calin, cast.rodica, cast.sanda, cast.bogdan])
    for (const endpoint of [places.closeStation, places.removeStation])
      await expect(person.call(endpoint, { params: { id } })).rejects.toMatchObject({
        code: 'session.forbidden',
      })
})
