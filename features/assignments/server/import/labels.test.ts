import { expect, test } from 'vitest'
import { places } from '#features/places/contract.ts'
import { phones, stage } from '#testing/stage.ts'
import { assignments } from '../../contract.ts'
import { planFile } from '../testing.ts'

const set = stage()

test('finds the station of a planned shift by its label', async () => {
  const cast = await set('flat')
  const list = 'County,Number,Label\nCJ,41,12A\nCJ,42,Școala 5\n'
  await cast.ana.call(places.importStations, { body: {} }, [
    { name: 'secții.csv', bytes: new TextEncoder().encode(list) },
  ])
  const row = (number: string) => `${phones.bogdan},CJ,${number},2026-11-22 06:00,2026-11-22 12:00`

  await cast.ana.call(assignments.import, { body: {} }, planFile(row('12 a')))
  await cast.ana.call(assignments.import, { body: {} }, planFile(row('SCOALA  5')))

  const { data } = await cast.ana.call(assignments.list, { query: {} })
  expect(data.map((one) => one.pollingStationNumber).sort()).toEqual([41, 42])
  await expect(
    cast.ana.call(assignments.import, { body: {} }, planFile(row('99C'))),
  ).rejects.toMatchObject({
    details: { rows: [{ faults: [{ code: 'station.unknown', details: { number: '99C' } }] }] },
  })
})
