import { expect, test } from 'vitest'
import { dej, said, send } from '#features/answers/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'

const set = stage()

const without = async (cast: Stage, person = cast.ana) => {
  const { data, totalItems } = await person.call(assignments.unassigned, { query: {} })
  expect(totalItems).toBe(data.length)
  return data.map(({ observerName }) => observerName)
}

test('who is assigned to no station is listed, except those who only test; until they are planned, and once it is undone', async () => {
  const cast = await set()
  expect(await without(cast)).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  const ids = await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId, pollingStationId, ...shift }] },
  })
  expect(await without(cast)).toEqual(['Dana Ionescu'])

  await cast.ana.call(assignments.remove, { body: { ids } })
  expect(await without(cast)).toEqual(['Bogdan Pop', 'Dana Ionescu'])
})

test('an organisation is told of its own, and a desk of some counties of those who were there', async () => {
  const cast = await set()
  expect(await without(cast, cast.calin)).toEqual(['Dana Ionescu'])
  expect(await without(cast, cast.sanda)).toEqual([])

  await send(cast.bogdan, said(cast, dej, 'A1.1', 'Da'))

  expect(await without(cast, cast.sanda)).toEqual(['Bogdan Pop'])
})
