import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { deadlocksIn, holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { load, loadOnly } from '#testing/programs/load.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (text: string) => [{ name: 'list.csv', bytes: new TextEncoder().encode(text) }]
const waiting = (cast: Stage, many: number) =>
  vi.waitFor(async () => expect(await waitingForARow(cast.database)).toBe(many), pollOptions)

/** Holds the transaction that adds a station with this number in Aiud open. */
const adding = ({ database }: Stage, number: number) =>
  holdLocks(database, (tx) =>
    sql`
      insert into polling_stations (election_id, area_id, county_id, number)
      select election_id, id, county_id, ${number} from areas where code = 'AB1'`.execute(tx),
  )

const stationsOf = (county: string, area: string) =>
  `County code,Municipality code,Number,Address\n${[1, 2, 9].map((number) => `${county},${area},${number},Strada ${number}\n`).join('')}`

test('accepts reports from stations that an unfinished import changed', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.token()
  await cast.startJobs()
  const letGo = await adding(cast, 9)
  const task = await ana.call(
    places.startStationImport,
    { body: {} },
    fileOf(stationsOf('AB', 'AB1')),
  )
  await waiting(cast, 1)

  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect((await list(ana)).totalItems).toBe(1)
  // The import still waits.
  expect(await waitingForARow(cast.database)).toBe(1)
  await letGo()
  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 2, unchanged: 0 } })
})

test('accepts reports from counties that an unfinished import changed', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.token()
  await cast.startJobs()
  const letGo = await holdLocks(cast.database, (tx) =>
    sql`
      insert into areas (election_id, level, code, name)
      select election_id, level, 'NOU', 'Nou' from areas where code = 'AB'`.execute(tx),
  )
  const file = fileOf('Code,Name\nAB,Alba Nouă\nNOU,Nou\n')
  const task = await ana.call(places.startCountyImport, { body: {} }, file)
  await waiting(cast, 1)

  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect((await list(ana)).totalItems).toBe(1)
  // The import still waits.
  expect(await waitingForARow(cast.database)).toBe(1)
  await letGo()
  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 1, unchanged: 0 } })
})

test('adds the rows once when two imports of one station file run at once', async () => {
  const cast = await set()
  const { ana } = cast
  await ana.token()
  const send = () => ana.call(places.importStations, { body: {} }, fileOf(stationsOf('AB', 'AB1')))
  const letGo = await adding(cast, 9)
  const both = Promise.all([send(), send()])
  await waiting(cast, 2)
  await letGo()

  const counts = (await both).map(({ added, changed, unchanged }) => [added, changed, unchanged])
  expect(counts.sort()).toEqual([
    [0, 0, 3],
    [1, 2, 0],
  ])
})

test('adds the rows once when two imports of one county file run at once', async () => {
  const cast = await set()
  const { ana } = cast
  await ana.token()
  const send = () =>
    ana.call(places.importCounties, { body: {} }, fileOf('Code,Name\nX1,Unu\nX2,Doi\n'))
  const letGo = await holdLocks(cast.database, (tx) =>
    sql`
      insert into areas (election_id, level, code, name)
      select election_id, level, 'X1', 'Nou' from areas where code = 'AB'`.execute(tx),
  )
  const both = Promise.all([send(), send()])
  await waiting(cast, 2)
  await letGo()

  const counts = (await both).map(({ added, changed, unchanged }) => [added, changed, unchanged])
  expect(counts.sort()).toEqual([
    [0, 0, 2],
    [2, 0, 0],
  ])
})

/** Moves Aiud from Alba to Cluj; a job moves its stations later. */
const aiudInCluj = {
  'provinces.csv': 'Code,Name\nT,Transilvania\n',
  'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,T\nCJ,Cluj,T\n',
  'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,CJ\n',
  'polling-stations.csv': 'MunicipalityCode,Number\nAB1,1\nAB1,2\nAB1,3\n',
}

test('moves stations to another county during their import, without a deadlock', async () => {
  const cast = await set()
  const { ana, database } = cast
  await ana.token()
  await loadOnly(cast, aiudInCluj)
  const before = await deadlocksIn(database)
  const letGo = await adding(cast, 9)
  // The file orders rows differently from their ids, which would lock them in another order.
  const rows = [3, 9, 1].map((number) => `AB1,${number},Strada ${number}\n`).join('')
  const file = fileOf(`Municipality code,Number,Address\n${rows}`)
  const imported = ana.call(places.importStations, { body: {} }, file)
  await waiting(cast, 1)
  await cast.startJobs()
  await waiting(cast, 2)
  await letGo()

  expect(await imported).toMatchObject({ added: 1, changed: 2 })
  await vi.waitFor(
    async () => expect((await countyOf(cast, 'CJ')).numberOfPollingStations).toBe(6),
    pollOptions,
  )
  expect(await deadlocksIn(database)).toBe(before)
  expect(await miscounted(database)).toEqual([])
})

// PostgreSQL counts a deadlock some seconds late, so a retry could miss it.
const once = { retry: 0 }

test('imports a long list of stations while counties are reordered, without a deadlock', {
  ...once,
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, database } = cast
  const body = (await ana.call(places.counties)).map(({ id }) => ({ id: id as Id<'areas'> }))
  const before = await deadlocksIn(database)
  const letGo = await holdLocks(database, (tx) =>
    sql`select from areas where code = 'AB' for no key update`.execute(tx),
  )
  const ordered = ana.call(places.orderCounties, { body: body.toReversed() })
  await waiting(cast, 1)
  // A full batch for the later county, then one row for the earlier.
  const rows = Array.from({ length: 2000 }, (_, index) => `CJ1,${index + 10}\n`).join('')
  const file = fileOf(`Municipality code,Number\n${rows}AB1,9\n`)
  const imported = ana.call(places.importStations, { body: {} }, file)
  await waiting(cast, 2)
  await letGo()

  expect((await ordered).map(({ id }) => id)).toEqual(body.toReversed().map(({ id }) => id))
  expect(await imported).toMatchObject({ added: 2001 })
  expect(await deadlocksIn(database)).toBe(before)
})

/** Holds an observer's first report from a station open. */
async function reporting(cast: Stage, observer: Person, at: object) {
  await observer.token()
  const letGo = await holdLocks(cast.database, (tx) => sql`select from ngos for update`.execute(tx))
  const reported = send(observer, answerOf(cast, at as never, 'A1.1', 'Nu'))
  await waiting(cast, 1)
  return async () => {
    await letGo()
    await reported
  }
}

const countyOf = async ({ ana }: Stage, code: string) => {
  const county = (await ana.call(places.counties)).find((one) => one.code === code)
  if (!county) throw new Error(`There is no ${code}`)
  return county
}

test('rejects a lower station count during a report from the last station, without deadlock', async () => {
  const cast = await set('flat')
  const county = await countyOf(cast, 'AB')
  const last = county.numberOfPollingStations
  const before = await deadlocksIn(cast.database)
  const report = await reporting(cast, cast.bogdan, {
    countyCode: 'AB',
    pollingStationNumber: last,
  })

  const body = { name: county.name, code: 'AB', numberOfPollingStations: last - 1 } as never
  const shrunk = cast.ana
    .call(places.editCounty, { params: { id: county.id as Id<'areas'> }, body })
    .catch((error) => error)
  await waiting(cast, 2)
  await report()

  expect(await shrunk).toMatchObject({ code: 'county.stations-have-data' })
  expect((await list(cast.ana)).totalItems).toBe(1)
  expect(await deadlocksIn(cast.database)).toBe(before)
})

test('refuses to delete a county during a report from it, without deadlock', async () => {
  const cast = await set('flat')
  const { id } = await countyOf(cast, 'AB')
  const before = await deadlocksIn(cast.database)
  const report = await reporting(cast, cast.bogdan, { countyCode: 'AB', pollingStationNumber: 1 })

  const removed = cast.ana
    .call(places.removeCounty, { body: { id: id as Id<'areas'> } } as never)
    .catch((error) => error)
  await waiting(cast, 2)
  await report()

  expect(await removed).toMatchObject({ code: 'county.has-data' })
  expect((await list(cast.ana)).totalItems).toBe(1)
  expect(await deadlocksIn(cast.database)).toBe(before)
})

test('keeps counts right when a municipality moves while an observer becomes a test observer', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  for (const observer of [bogdan, dana]) await send(observer, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [one] = (await ana.call(observers.list, { query: { name: 'Bogdan' } })).data
  await Promise.all([
    ana.call(observers.edit, { body: { observerId: one!.id, isTest: true } }),
    load(cast, aiudInCluj),
  ])

  expect(await miscounted(cast.database)).toEqual([])
})
