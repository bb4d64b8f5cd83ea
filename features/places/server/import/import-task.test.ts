import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tasks } from '#features/tasks/contract.ts'
import { processes, taskThat } from '#features/tasks/server/testing.ts'
import { type Person, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'
import { placeKinds } from '../jobs.ts'

const set = stage()
const startTasks = processes()

const fileOf = (text: string) => [{ name: 'fișier.csv', bytes: new TextEncoder().encode(text) }]
const leaveStations = (person: Person, text: string) =>
  person.call(places.startStationImport, { body: {} }, fileOf(text))
const leaveCounties = (person: Person, text: string) =>
  person.call(places.startCountyImport, { body: {} }, fileOf(text))

test('imports counties and stations as tasks, and lists them like others', async () => {
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

test.each([
  ['counties', leaveCounties, places.importCounties, 'Code,Name\nBT,Botoșani\n'],
  ['stations', leaveStations, places.importStations, 'County,Number\nAB,77\n'],
] as const)(
  'waits while an earlier import of %s is undone, then adds the deleted rows',
  async (_what, leave, endpoint, file) => {
    const cast = await set('flat')
    const { ana } = cast
    await ana.call(endpoint, { body: {} }, fileOf(file))
    const [imported] = await ana.call(places.listImports)
    await ana.call(places.undoImport, { params: { id: imported!.id } })

    const task = await leave(ana, file)
    await startTasks(cast, placeKinds)
    await taskThat(ana, task, { state: 'running' })
    await cast.startJobs()

    await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })
  },
)

test('imports a large file in batches, so that reports can run in between', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  await database.write((tx) => noteSizes.execute(tx))
  await cast.startJobs()
  const rows = Array.from({ length: 1100 }, (_, row) => `AB,${row + 100}`)

  const task = await leaveStations(ana, `County,Number\n${rows.join('\n')}\n`)
  await taskThat(ana, task, { state: 'done', counts: { added: 1100, changed: 0, unchanged: 0 } })

  const { rows: sizes } = await sql<{ size: number }>`
    select size from statement_sizes order by id`.execute(database.primary)
  expect(sizes.map(({ size }) => size)).toEqual([500, 500, 100])
})

/** Records in the database how many stations each statement inserts. */
const noteSizes = sql`
  do $$ begin
    create table statement_sizes (id integer generated always as identity, size integer not null);
    create function note_size() returns trigger language plpgsql as
      'begin insert into statement_sizes (size) select count(*) from added; return null; end';
    create trigger size_noted after insert on polling_stations
      referencing new table as added for each statement execute function note_size();
  end $$`

test('lists wrong rows of stations in the task, and stores nothing', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const before = await ana.call(places.counties)

  const task = await leaveStations(ana, 'County,Number\nAB,99\nXX,1\n')

  const { why } = await taskThat(ana, task, { state: 'failed', refused: 1 })
  expect(why).toMatchObject({ code: 'import.refused', rows: [{ line: 3 }] })
  expect(await ana.call(places.counties)).toEqual(before)
})

test('lets only organisers start background imports of places', async () => {
  const { calin } = await set()

  for (const leave of [leaveCounties, leaveStations])
    await expect(leave(calin, 'Code,Name\nBT,Botoșani\n')).rejects.toMatchObject({
      code: 'session.forbidden',
    })

  expect(await calin.call(tasks.list, { query: {} })).toMatchObject({ totalItems: 0 })
})
