import { expect, test } from 'vitest'
import { type Person, stage } from '#apps/server/testing.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { places } from '../contract.ts'

const set = stage()

const fileOf = (text: string) => [{ name: 'fișier.csv', bytes: new TextEncoder().encode(text) }]
const leaveStations = (person: Person, text: string) =>
  person.call(places.startStationImport, { body: {} }, fileOf(text))
const leaveCounties = (person: Person, text: string) =>
  person.call(places.startCountyImport, { body: {} }, fileOf(text))

test('counties and polling stations are imported as tasks, and told of like any other', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  await cast.startJobs()

  const counties = await leaveCounties(ana, 'Code,Name,Stations\nBT,Botoșani,2\n')
  await taskThat(ana, counties, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })
  const stations = await leaveStations(ana, 'County,Number,Address\nBT,3,Str. Lungă 1\n')
  await taskThat(ana, stations, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })

  const all = await ana.call(places.counties)
  expect(all.find(({ code }) => code === 'BT')).toMatchObject({ numberOfPollingStations: 3 })
  const history = await database.primary
    .selectFrom('history')
    .select('act')
    .where('subject', '=', 'areas')
    .orderBy('id')
    .execute()
  expect(history.map(({ act }) => act)).toEqual([
    'places.counties-imported',
    'places.stations-imported',
  ])
})

test('wrong rows of polling stations are listed by the task, and nothing is stored', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const before = await ana.call(places.counties)

  const task = await leaveStations(ana, 'County,Number\nAB,99\nXX,1\n')

  const { why } = await taskThat(ana, task, { state: 'failed', refused: 1 })
  expect(why).toMatchObject({ code: 'import.refused', rows: [{ line: 3 }] })
  expect(await ana.call(places.counties)).toEqual(before)
})

test('only organisers leave imports of places to be done', async () => {
  const { calin } = await set()

  for (const leave of [leaveCounties, leaveStations])
    await expect(leave(calin, 'Code,Name\nBT,Botoșani\n')).rejects.toMatchObject({
      code: 'session.forbidden',
    })

  expect(await calin.call(tasks.list, { query: {} })).toMatchObject({ totalItems: 0 })
})
