import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { answerOf, dej, send } from '#features/answers/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'
import { plan } from './testing.ts'

const set = stage()

const without = async (cast: Stage, person = cast.ana) => {
  const { data, totalItems } = await person.call(assignments.unassigned, { query: {} })
  expect(totalItems).toBe(data.length)
  return data.map(({ observerName }) => observerName)
}

test('lists observers while they have no station, except test observers', async () => {
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

test('organisations see their own unassigned observers, county desks those who were there', async () => {
  const cast = await set()
  expect(await without(cast, cast.calin)).toEqual(['Dana Ionescu'])
  expect(await without(cast, cast.sanda)).toEqual([])

  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await without(cast, cast.sanda)).toEqual(['Bogdan Pop'])
  const url = `${assignments.exportUnassigned.path}?format=csv&language=en`
  const file = async (person: Person) => (await person.send({ url })).body.trim().split(/\r?\n/)
  expect(await file(cast.sanda)).toEqual([
    expect.stringContaining('Phone,Observer,Organisation,Last seen'),
    expect.stringMatching(/,Bogdan Pop,.*,20/),
  ])
  expect(await file(cast.calin)).toHaveLength(2)
})

test('lists the uncovered stations that the areas count, and exports them', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const params = { id: cast.field.stationId('AB2', 2) as Id<'pollingStations'> }
  await cast.ana.call(places.closeStation, { params })
  const empty = async (person: Person, query: object = {}) => {
    const { data, totalItems } = await person.call(assignments.uncovered, { query })
    expect(totalItems).toBe(data.length)
    return data.map((one) => `${one.areaCode} ${one.municipality} ${one.pollingStationNumber}`)
  }
  const { areas } = await cast.ana.call(assignments.areas, { query: {} })

  expect(await empty(cast.ana)).toEqual(['AB1 Aiud 2', 'AB1 Aiud 3', 'AB2 Blaj 1', 'CJ1 Dej 2'])
  expect(areas.map(({ stations, covered }) => stations - covered)).toEqual([3, 1])
  expect(await empty(cast.ana, { areaId: areas[1]!.areaId })).toEqual(['CJ1 Dej 2'])
  expect(await empty(cast.sanda)).toEqual(['CJ1 Dej 2'])
  // The other organisation has no observer at the first station.
  expect(await empty(cast.calin)).toContain('AB1 Aiud 1')

  const url = `${assignments.exportUncovered.path}?format=csv&language=en&areaId=${areas[1]!.areaId}`
  const { body } = await cast.ana.send({ url })
  expect(body.trim().split(/\r?\n/)).toEqual([
    expect.stringContaining('County code,County,Municipality code,Municipality,Station number'),
    expect.stringMatching(/^CJ,Cluj,CJ1,Dej,2,/),
  ])
})

test('returns an empty page with the total after the last page', async () => {
  const cast = await set()
  const of = (page: number) =>
    cast.ana.call(assignments.unassigned, { query: { page, pageSize: 1 } })

  expect(await of(2)).toMatchObject({ totalItems: 2, data: [{ observerName: 'Dana Ionescu' }] })
  expect(await of(3)).toMatchObject({ totalItems: 2, totalPages: 2, data: [] })
})

test('lists observers of a deleted station as unassigned until it is restored', async () => {
  const cast = await set()
  const pollingStationId = cast.field.stationId('CJ1', 2) as Id<'pollingStations'>
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId, pollingStationId, ...shift }] },
  })
  const params = { id: pollingStationId }
  const { countyId } = await cast.ana.call(places.station, { params })
  await cast.ana.call(places.removeStation, { params })
  expect(await without(cast)).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  await cast.ana.call(places.restoreStations, {
    params: { id: countyId },
    body: { stationIds: [pollingStationId] },
  })
  expect(await without(cast)).toEqual(['Dana Ionescu'])
})

test('lists observers of a closed station as unassigned until it reopens', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const params = { id: cast.field.stationId('CJ1', 1) as Id<'pollingStations'> }

  await cast.ana.call(places.closeStation, { params })
  expect(await without(cast)).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  await cast.ana.call(places.reopenStation, { params })
  expect(await without(cast)).toEqual(['Dana Ionescu'])
})

test('filters every list by organisation, and limits organisations to their own', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const ngos = await cast.ana.call(accounts.listNgos)
  const of = (isDana: boolean) => ({
    ngoId: ngos.find((one) => (one.shortName === 'VC') === isDana)!.id,
  })
  const listedFor = async (person: Person, query: { ngoId?: Id<'ngos'> }) => {
    const list = await person.call(assignments.list, { query })
    const { areas } = await person.call(assignments.areas, { query })
    const uncovered = await person.call(assignments.uncovered, { query })
    const unassigned = await person.call(assignments.unassigned, { query })
    const url = `${assignments.export.path}?format=csv&language=en&ngoId=${query.ngoId ?? ''}`
    return {
      planned: list.data.map(({ observerName }) => observerName),
      covered: areas.map(({ covered }) => covered),
      empty: uncovered.totalItems,
      free: unassigned.totalItems,
      rows: query.ngoId && (await person.send({ url })).body.trim().split(/\r?\n/).length - 1,
    }
  }
  const ofDana = { planned: ['Dana Ionescu'], covered: [0, 1], empty: 6, free: 0, rows: 1 }

  expect(await listedFor(cast.ana, {})).toMatchObject({ covered: [1, 1], empty: 5 })
  expect(await listedFor(cast.ana, of(true))).toEqual(ofDana)
  expect(await listedFor(cast.ana, of(false))).toMatchObject({
    planned: ['Bogdan Pop'],
    covered: [1, 0],
  })
  expect(await listedFor(cast.calin, of(false))).toEqual(ofDana)
})
