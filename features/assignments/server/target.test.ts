import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { map } from '#features/map/contract.ts'
import { places } from '#features/places/contract.ts'
import { situation } from '#features/situation/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'
import { plan } from './testing.ts'

const set = stage()

const station = (areaCode: string, pollingStationNumber: number) => ({
  areaCode,
  pollingStationNumber,
})

const name = (person: Person, stations: readonly ReturnType<typeof station>[], revision = 0) =>
  person.call(assignments.setTarget, { body: { revision, stations: [...stations] } })

/** As `Alba: 1 covered, 0 met, 0 visited of 3`. */
async function targets(person: Person, query: object = {}) {
  const { areas } = await person.call(assignments.areas, { query })
  return areas.map(
    ({ name, covered, met, visited, stations }) =>
      `${name}: ${covered} covered, ${met} met, ${visited} visited of ${stations}`,
  )
}

const idAt = ({ field }: Stage, area: string, number: number) =>
  field.stationId(area, number) as Id<'pollingStations'>

/** Planned and visited: Aiud 1. Visited alone: Blaj 1. Planned alone: Aiud 2. */
async function day() {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, blaj, 'A1.1', 'Da'))
  return cast
}

test('counts visited stations among covered ones and, without a target, among all', async () => {
  const { ana } = await day()

  expect(await targets(ana)).toEqual([
    'Alba: 2 covered, 1 met, 2 visited of 5',
    'Cluj: 0 covered, 0 met, 0 visited of 2',
  ])
  const { stations } = await ana.call(situation.read, {})
  expect(stations).toEqual({ open: 7, covered: 2, met: 1, visited: 2, isTarget: false })
})

test('areas, situation, map and the uncovered list count only stations of the target', async () => {
  const cast = await day()
  const { ana, database } = cast

  await name(ana, [station('AB1', 1), station('AB1', 3), station('CJ1', 1)])

  expect(await targets(ana)).toEqual([
    'Alba: 1 covered, 1 met, 1 visited of 2',
    'Cluj: 0 covered, 0 met, 0 visited of 1',
  ])
  const { target } = await ana.call(assignments.areas, { query: {} })
  expect(target).toBe(3)
  const { stations } = await ana.call(situation.read, {})
  expect(stations).toEqual({ open: 3, covered: 1, met: 1, visited: 1, isTarget: true })
  const { areas } = await ana.call(map.areas, { query: {} })
  expect(areas).toMatchObject([
    { name: 'Alba', stations: 2, covered: 1, met: 1, visited: 1 },
    { name: 'Cluj', stations: 1, covered: 0, met: 0, visited: 0 },
  ])
  const { data } = await ana.call(assignments.uncovered, { query: {} })
  expect(data.map((one) => `${one.areaCode} ${one.pollingStationNumber}`)).toEqual([
    'AB1 3',
    'CJ1 1',
  ])
  expect(await miscounted(database)).toEqual([])
})

test('clearing the target counts all stations, and sending the former list restores it', async () => {
  const { ana } = await day()
  const first = await name(ana, [station('AB1', 1)])
  const before = await ana.call(assignments.target, {})
  const none = await name(ana, [], first.revision)
  expect((await targets(ana))[0]).toBe('Alba: 2 covered, 1 met, 2 visited of 5')

  await name(ana, before.stations, none.revision)

  expect(before.stations).toEqual([station('AB1', 1)])
  expect((await targets(ana))[0]).toBe('Alba: 1 covered, 1 met, 1 visited of 1')
})

test('rejects a list with unknown stations and names their rows', async () => {
  const { ana } = await day()

  await expect(
    name(ana, [station('AB1', 1), station('AB1', 99), station('XX', 1)]),
  ).rejects.toMatchObject({
    code: 'target.unknown-stations',
    details: {
      count: 2,
      stations: [
        { row: 2, ...station('AB1', 99) },
        { row: 3, ...station('XX', 1) },
      ],
    },
  })
  expect(await ana.call(assignments.target, {})).toEqual({ revision: 0, stations: [], deleted: 0 })
})

test('accepts county codes and counts a repeated station once', async () => {
  const { ana } = await day()

  await name(ana, [station('CJ', 1), station('CJ1', 1)])

  expect((await ana.call(assignments.target, {})).stations).toEqual([station('CJ1', 1)])
})

test('accepts codes in other capitals', async () => {
  const { ana } = await day()

  await name(ana, [station('ab1', 1), station('cj', 1)])

  expect((await ana.call(assignments.target, {})).stations).toEqual([
    station('AB1', 1),
    station('CJ1', 1),
  ])
})

test('sending the target again keeps it when a town shares a code with a county', async () => {
  const cast = await day()
  const { ana } = cast
  const fileOf = (text: string) => [{ name: 'a.csv', bytes: Buffer.from(text) }]
  await ana.call(
    places.importAreas,
    { body: {} },
    fileOf('Code,Name,Parent code,Level\nAB,Abrud,CJ,3\n'),
  )
  // The county AB has this number too, in one town alone.
  const stations = 'County code,Area code,Number\nCJ,AB,77\nAB,AB1,77\n'
  await ana.call(places.importStations, { body: {} }, fileOf(stations))
  await name(ana, [station('CJ', 77)])
  const before = await ana.call(assignments.target, {})
  const ids = () =>
    cast.database.primary.selectFrom('coverageTargets').select('stationIds').execute()
  const [was] = await ids()

  await name(ana, before.stations, before.revision)

  expect(before.stations).toEqual([station('AB', 77)])
  expect(await ids()).toEqual([was])
})

test('rejects a target based on an older revision', async () => {
  const { ana } = await day()
  await name(ana, [station('AB1', 1)])

  await expect(name(ana, [station('AB1', 2)])).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { revision: 1 },
  })
})

test('counts a merged station as its main station until they are parted', async () => {
  const cast = await day()
  const { ana, database } = cast
  await name(ana, [station('AB1', 3)])
  const [id, into] = [idAt(cast, 'AB1', 3), idAt(cast, 'AB1', 1)]

  await ana.call(places.mergeStation, { params: { id }, body: { into } })
  expect((await targets(ana))[0]).toBe('Alba: 1 covered, 1 met, 1 visited of 1')
  expect(await miscounted(database)).toEqual([])

  await ana.call(places.partStation, { params: { id } })
  expect((await targets(ana))[0]).toBe('Alba: 0 covered, 0 met, 0 visited of 1')
  expect(await miscounted(database)).toEqual([])
})

test('counts a reopened station of the target, but no closed one', async () => {
  const cast = await day()
  const { ana } = cast
  await name(ana, [station('AB1', 1), station('AB1', 2)])
  const params = { id: idAt(cast, 'AB1', 1) }

  await ana.call(places.closeStation, { params })
  expect((await targets(ana))[0]).toBe('Alba: 1 covered, 0 met, 0 visited of 1')

  await ana.call(places.reopenStation, { params })
  expect((await targets(ana))[0]).toBe('Alba: 2 covered, 1 met, 1 visited of 2')
})

test('counts the same stations in the target and in its figures', async () => {
  const cast = await day()
  const { ana } = cast
  await name(ana, [station('AB1', 1), station('AB1', 2), station('AB1', 3), station('CJ1', 1)])
  const targetNow = async () => (await ana.call(assignments.areas, { query: {} })).target

  await ana.call(places.closeStation, { params: { id: idAt(cast, 'AB1', 1) } })
  expect(await targetNow()).toBe(3)
  const into = idAt(cast, 'AB1', 2)
  await ana.call(places.mergeStation, { params: { id: idAt(cast, 'AB1', 3) }, body: { into } })
  expect(await targetNow()).toBe(2)
  await ana.call(places.removeStation, { params: { id: idAt(cast, 'CJ1', 1) } })
  expect(await targetNow()).toBe(1)
  expect((await targets(ana))[0]).toMatch(/ of 1$/)
})

test('keeps a deleted station in the target, reports it, and counts it again after a restore', async () => {
  const cast = await day()
  const { ana } = cast
  await name(ana, [station('AB1', 3)])
  const id = idAt(cast, 'AB1', 3)

  const { countyId } = await ana.call(places.removeStation, { params: { id } })
  expect(await ana.call(assignments.target, {})).toEqual({ revision: 1, stations: [], deleted: 1 })
  expect((await targets(ana))[0]).toBe('Alba: 0 covered, 0 met, 0 visited of 0')

  await ana.call(places.restoreStations, {
    params: { id: countyId },
    body: { stationIds: [id] },
  })
  expect((await targets(ana))[0]).toBe('Alba: 0 covered, 0 met, 0 visited of 1')
})

test('organisations and desks see shares of the target, but only organisers change it', async () => {
  const cast = await day()
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  await name(cast.ana, [station('AB1', 1), station('CJ1', 1)])

  expect(await targets(cast.calin)).toEqual([
    'Alba: 0 covered, 0 met, 0 visited of 1',
    'Cluj: 0 covered, 0 met, 1 visited of 1',
  ])
  expect(await targets(cast.sanda)).toEqual(['Cluj: 0 covered, 0 met, 1 visited of 1'])
  for (const person of [cast.calin, cast.sanda]) {
    await expect(name(person, [], 1)).rejects.toMatchObject({ code: 'session.forbidden' })
    await expect(person.call(assignments.target, {})).rejects.toMatchObject({
      code: 'session.forbidden',
    })
  }
})

test('history records the size of the target before and after', async () => {
  const { ana } = await day()
  await name(ana, [station('AB1', 1), station('AB1', 2)])

  const { data } = await ana.call(history.list, { query: {} })
  expect(data[0]).toMatchObject({
    act: 'assignments.target-set',
    before: { targetStations: 0 },
    after: { targetStations: 2 },
  })
})
