import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival, at, due, figuresSettled } from '#features/milestones/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { places } from '#features/places/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, stage } from '#testing/stage.ts'
import { situation } from '../contract.ts'

const set = stage()

const read = (person: Person) => person.call(situation.read)

/** Plans Bogdan in Alba and Dana in Cluj, with arrivals due at noon. */
async function planned() {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  await due(cast, arrival)
  return cast
}

/** Counties with their cells, such as `Alba 1/0/1`: expected, done, late. */
const strips = async (person: Person) =>
  (await read(person)).counties.map(
    ({ name, cells }) =>
      `${name} ${cells.map(({ expected, done, late }) => `${expected}/${done}/${late}`).join(' ')}`,
  )

test('counts arrivals at once, and shows missing observers as late from the deadline on', {
  tags: 'slow',
}, async () => {
  const cast = await planned()
  const { ana, bogdan } = cast
  cast.clock.now = at('11:30')
  const before = await read(ana)
  expect(before).toMatchObject({
    stations: { covered: 2, visited: 0 },
    owed: { expected: 2, done: 0, due: 2, late: 0 },
    milestones: [{ name: 'Sosire' }],
  })
  expect(await strips(ana)).toEqual(['Alba 1/0/0', 'Cluj 1/0/0'])

  await bogdan.call(visits.report, {
    body: { ...aiud, observerArrivalTime: '2026-11-22T11:20:00' },
  })

  expect(await read(ana)).toMatchObject({
    stations: { covered: 2, visited: 1, open: before.stations.open },
    owed: { expected: 2, done: 1, due: 1, late: 0 },
  })
  cast.clock.now = at('12:00')
  expect(await strips(ana)).toEqual(['Cluj 1/0/1', 'Alba 1/1/0'])
  expect(await read(ana)).toMatchObject({ owed: { done: 1, due: 0, late: 1 } })
  expect(await miscounted(cast.database)).toEqual([])
})

test('counts reports by minute for an hour, by organisation', async () => {
  const cast = await set()
  cast.clock.now = at('10:00')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  cast.clock.now = at('10:30')
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  // A test observer is not counted.
  await send(cast.emil, answerOf(cast, dej, 'A1.1', 'Nu'))

  const { pace, observers } = await read(cast.ana)
  expect(pace).toHaveLength(60)
  expect([pace[29], pace[59], observers]).toEqual([1, 2, 2])
  expect(pace.reduce((sum, one) => sum + one, 0)).toBe(3)
  cast.clock.now = at('11:15')
  const later = await read(cast.ana)
  expect([later.pace[14], later.observers]).toEqual([2, 2])
  cast.clock.now = at('11:31')
  expect((await read(cast.ana)).pace.every((one) => one === 0)).toBe(true)
})

test('keeps a report in its clock minute while the last sixty seconds move on', async () => {
  const cast = await set()
  const second = (time: string) => new Date(`2026-11-22T${time}+02:00`)
  cast.clock.now = second('10:00:50')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const paceAt = async (time: string) => {
    cast.clock.now = second(time)
    const { pace, lastMinute } = await read(cast.ana)
    return [pace.findIndex((reports) => reports > 0), lastMinute]
  }

  expect(await paceAt('10:00:59')).toEqual([59, 1])
  expect(await paceAt('10:01:00')).toEqual([58, 1])
  expect(await paceAt('10:01:49')).toEqual([58, 1])
  expect(await paceAt('10:01:51')).toEqual([58, 0])
  expect(await paceAt('10:02:00')).toEqual([57, 0])
})

test('shows flagged reports before newer notes, by station, without names or words', async () => {
  const cast = await set()
  cast.clock.now = at('10:00')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  cast.clock.now = at('10:05')
  await cast.dana.call(notes.write, { body: { ...dej, text: 'Coadă mare' } })

  const situation = await read(cast.ana)

  expect(situation.flagged).toBe(1)
  expect(situation.urgent).toMatchObject([
    { at: at('10:00'), county: 'Alba', municipality: 'Aiud', pollingStationNumber: 1, flagged: 1 },
    { at: at('10:05'), county: 'Cluj', municipality: 'Dej', pollingStationNumber: 1, notes: 1 },
  ])
  expect(JSON.stringify(situation)).not.toMatch(/Coadă|Bogdan|Dana/)
})

test('limits an organisation to its own observers, and county staff to their counties', async () => {
  const cast = await planned()
  cast.clock.now = at('12:30')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await read(cast.calin)).toMatchObject({
    stations: { covered: 1, visited: 1 },
    owed: { expected: 1, done: 1, late: 0 },
    observers: 1,
    flagged: 0,
    counties: [{ name: 'Cluj' }],
    urgent: [],
  })
  const all = await read(cast.ana)
  const sandas = await read(cast.sanda)
  expect(sandas).toMatchObject({
    stations: { covered: 1, visited: 1 },
    observers: 1,
    flagged: 0,
    counties: [{ name: 'Cluj' }],
  })
  expect(sandas.stations.open).toBeLessThan(all.stations.open)
  expect(all).toMatchObject({ stations: { covered: 2, visited: 2 }, observers: 2, flagged: 1 })
})

test('leaves closed stations out of those to cover and those covered', async () => {
  const cast = await planned()
  const before = (await read(cast.ana)).stations
  const id = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  await cast.ana.call(places.closeStation, { params: { id } })

  await expect
    .poll(async () => (await read(cast.ana)).stations)
    .toMatchObject({ open: before.open - 1, covered: before.covered - 1 })
})

test('excludes an inactive organisation everywhere until it is active again', {
  tags: 'slow',
}, async () => {
  const cast = await planned()
  const { ana, dana } = cast
  cast.clock.now = at('12:30')
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const onAndOff = async () => {
    const { stations, owed, flagged, lastMinute } = await read(ana)
    const { rows } = await ana.call(milestones.deployment, { query: { by: 'organisation' } })
    const late = await ana.call(milestones.expected, { query: { state: 'late' } })
    const { rows: counties } = await ana.call(milestones.deployment, { query: {} })
    return {
      ...{ covered: stations.covered, visited: stations.visited, late: owed.late, flagged },
      ...{ reports: lastMinute, organisations: rows.length, counties: counties.length },
      list: late.data.map(({ observerName }) => observerName),
    }
  }
  const both = {
    ...{ covered: 2, visited: 1, late: 2, flagged: 1, reports: 1, organisations: 2, counties: 2 },
    list: ['Bogdan Pop', 'Dana Ionescu'],
  }
  expect(await onAndOff()).toEqual(both)

  const other = (await ana.call(accounts.listNgos)).find(({ isOrganiser }) => !isOrganiser)
  const turn = async (isActive: boolean) => {
    await ana.call(accounts.editNgo, { params: { id: other!.id }, body: { isActive } })
    await figuresSettled(cast)
  }
  await turn(false)
  expect(await onAndOff()).toEqual({
    ...{ covered: 1, visited: 0, late: 1, flagged: 0, reports: 0, organisations: 1, counties: 1 },
    list: ['Bogdan Pop'],
  })
  await turn(true)
  expect(await onAndOff()).toEqual(both)
})

test('counts merged stations as one, and shows reports from either under the remaining one', async () => {
  const cast = await planned()
  const before = (await read(cast.ana)).stations
  const [into, id] = [1, 2].map((number) => cast.field.stationId('AB1', number))
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  await cast.ana.call(places.mergeStation, {
    params: { id: id as Id<'pollingStations'> },
    body: { into: into as Id<'pollingStations'> },
  })
  await send(cast.bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 2 }, 'A1.1', 'Nu'))

  await expect
    .poll(async () => (await read(cast.ana)).stations)
    .toMatchObject({ open: before.open - 1, covered: before.covered, met: 1, visited: 1 })
  expect((await read(cast.ana)).urgent).toMatchObject([
    { municipality: 'Aiud', pollingStationNumber: 1, pollingStationId: into },
  ])
  await figuresSettled(cast)
  expect(await strips(cast.ana)).toEqual(['Alba 2/1/0', 'Cluj 1/0/0'])
})
