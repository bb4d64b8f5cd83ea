import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { milestones } from '#features/milestones/contract.ts'
import { places } from '#features/places/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { processes, taskThat } from '#features/tasks/server/testing.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../../contract.ts'
import { planKinds } from '../jobs.ts'
import { planFile } from '../testing.ts'

const set = stage()
const startTasks = processes()

const day = '2026-11-22'
const row = (area: string, number: number, until = '23:00') =>
  `${phones.bogdan},${area},${number},${day} 06:00,${day} ${until}`

/** The plan as `Aiud 1 until 23:00`. */
async function plan(person: Person) {
  const { data } = await person.call(assignments.list, { query: {} })
  const clock = (moment: Date) =>
    moment.toLocaleTimeString('ro-RO', { timeZone: 'Europe/Bucharest', timeStyle: 'short' })
  return data.map(
    (one) => `${one.municipality} ${one.pollingStationNumber} until ${clock(one.until)}`,
  )
}

const latest = async ({ ana }: Stage) => (await ana.call(assignments.listImports))[0]!

const undone = (cast: Stage) =>
  expect.poll(async () => (await latest(cast)).state, { timeout: 10_000 }).toBe('undone')

test('imports a queued plan in the background and lists it like any import', async () => {
  const cast = await set()
  const { ana } = cast
  const task = await ana.call(
    assignments.startImport,
    { body: {} },
    planFile(row('AB1', 1), row('CJ1', 1)),
  )
  expect(task).toMatchObject({ kind: 'import.plan', state: 'queued', fileName: 'plan.csv' })
  expect(await plan(ana)).toEqual([])

  await cast.startJobs()
  const done = await taskThat(ana, task, { state: 'done' })

  expect(done).toMatchObject({ done: 2, total: 2, counts: { added: 2, changed: 0, unchanged: 0 } })
  expect(await plan(ana)).toEqual(['Aiud 1 until 23:00', 'Dej 1 until 23:00'])
  expect(await latest(cast)).toMatchObject({ fileName: 'plan.csv', importedBy: 'ana', added: 2 })
})

test('shows only the changed row of two in the dry run', async () => {
  const { ana } = await set()
  await ana.call(assignments.import, { body: {} }, planFile(row('AB1', 1), row('CJ1', 1)))

  const later = planFile(row('AB1', 1), row('CJ1', 1, '20:00'))
  const report = await ana.call(assignments.import, { body: { dryRun: true } }, later)

  expect(report).toMatchObject({ changed: 1, unchanged: 1, changes: [{ line: 3 }] })
})

test('warns of shifts far from election day and of skipped clock times in a dry run', async () => {
  const { ana } = await set()
  const rows = [
    row('AB1', 1),
    `${phones.bogdan},CJ1,1,22.11.2025 06:00,22.11.2025 23:00`,
    `${phones.bogdan},AB1,2,2026-03-29 03:30,2026-03-29 08:00`,
  ]

  const file = planFile(...rows)
  const { warnings, added } = await ana.call(assignments.import, { body: { dryRun: true } }, file)

  expect(added).toBe(3)
  expect(
    warnings.map(({ fault, rows, lines }) => [fault.code, fault.details, rows, lines]),
  ).toEqual([
    ['shift.far', { day: '2025-11-22', days: 365 }, 1, [3]],
    ['clock.skipped', { clock: '2026-03-29 03:30', becomes: '2026-03-29 04:30' }, 1, [4]],
    ['shift.far', { day: '2026-03-29', days: 238 }, 1, [4]],
  ])
})

test('refuses a file with wrong rows, and stores nothing of a cancelled import', async () => {
  const cast = await set()
  const { ana } = cast
  const wrong = planFile(row('AB1', 1), row('AB1', 99))
  const refused = await ana.call(assignments.startImport, { body: {} }, wrong)
  const stopped = await ana.call(assignments.startImport, { body: {} }, planFile(row('CJ1', 1)))
  await ana.call(tasks.cancel, { params: { id: stopped.id } })

  await cast.startJobs()
  const { why } = await taskThat(ana, refused, { state: 'failed', refused: 1 })

  expect(why).toMatchObject({
    code: 'import.refused',
    rows: [{ line: 3, reason: expect.stringContaining('station.unknown') }],
  })
  await taskThat(ana, stopped, { state: 'cancelled' })
  expect(await plan(ana)).toEqual([])
  expect(await ana.call(assignments.listImports)).toEqual([])
})

test('undoing an import removes additions, restores changes and keeps later edits', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  await ana.call(assignments.import, { body: {} }, planFile(row('AB1', 1, '20:00')))
  const body = { name: 'Sosire', kind: 'arrival', dueAt: `${day} 22:00` } as const
  await ana.call(milestones.add, { body })
  await ana.call(
    assignments.import,
    { body: {} },
    planFile(row('AB1', 1), row('CJ1', 1), row('AB2', 1)),
  )
  const { data } = await ana.call(assignments.list, { query: {} })
  const dej = data.find(({ municipality }) => municipality === 'Dej')!
  await ana.call(assignments.edit, { params: { id: dej.id }, body: { until: `${day} 21:30` } })

  const { id } = await latest(cast)
  await ana.call(assignments.undoImport, { params: { id } })
  await undone(cast)

  expect(await plan(ana)).toEqual(['Aiud 1 until 20:00', 'Dej 1 until 21:30'])
  expect(await latest(cast)).toMatchObject({
    ...{ added: 2, changed: 1, removed: 1, restored: 1, keptCount: 1, undoneBy: 'ana' },
    kept: [{ observerName: 'Bogdan Pop', municipality: 'Dej', why: 'edited' }],
  })
  await expect(ana.call(assignments.undoImport, { params: { id } })).rejects.toMatchObject({
    code: 'import.undone',
  })
  expect(await miscounted(cast.database)).toEqual([])
  const { rows } = await ana.call(milestones.deployment, { query: {} })
  expect(rows.map(({ name }) => name)).toEqual([])
})

test('refuses or delays an import while an earlier one is being undone', async () => {
  const cast = await set()
  const { ana } = cast
  const file = planFile(row('AB1', 1), row('CJ1', 1))
  await ana.call(assignments.import, { body: {} }, file)
  const { id } = await latest(cast)
  await ana.call(assignments.undoImport, { params: { id } })

  for (const dryRun of [true, false])
    await expect(ana.call(assignments.import, { body: { dryRun } }, file)).rejects.toMatchObject({
      code: 'import.undoing',
    })
  const task = await ana.call(assignments.startImport, { body: {} }, file)
  await startTasks(cast, planKinds)
  await taskThat(ana, task, { state: 'running' })
  await cast.startJobs()

  await taskThat(ana, task, { state: 'done', counts: { added: 2, changed: 0, unchanged: 0 } })
  expect(await plan(ana)).toEqual(['Aiud 1 until 23:00', 'Dej 1 until 23:00'])
})

test('accepts an import after the undo of an earlier one was abandoned', async () => {
  const cast = await set()
  const { ana } = cast
  const file = planFile(row('AB1', 1))
  await ana.call(assignments.import, { body: {} }, file)
  const { id } = await latest(cast)
  await ana.call(assignments.undoImport, { params: { id } })
  await cast.database.write((tx) =>
    sql`delete from jobs where name = 'assignments.undo-import'`.execute(tx),
  )

  expect(await ana.call(assignments.import, { body: {} }, file)).toMatchObject({ unchanged: 1 })
})

test('organisations cannot list or undo imports of others', async () => {
  const cast = await set()
  await cast.ana.call(assignments.import, { body: {} }, planFile(row('AB1', 1)))

  expect(await cast.calin.call(assignments.listImports)).toEqual([])
  const { id } = await latest(cast)
  await expect(cast.calin.call(assignments.undoImport, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('updates PostgreSQL statistics after importing a thousand rows', async () => {
  const cast = await set()
  const looked = async () =>
    (await sql`select from pg_stats where tablename = 'assignments'`.execute(cast.database.primary))
      .rows.length
  const rows = Array.from({ length: 1000 }, (_, minute) => {
    const [hour, left] = [Math.floor(minute / 60), minute % 60].map((one) =>
      String(one).padStart(2, '0'),
    )
    return `${phones.bogdan},AB1,1,${day} ${hour}:${left},${day} 23:00`
  })
  await cast.ana.call(assignments.import, { body: { dryRun: true } }, planFile(...rows))
  expect(await looked()).toBe(0)

  await cast.ana.call(assignments.import, { body: {} }, planFile(...rows))

  expect(await looked()).toBeGreaterThan(0)
})

test('updates statistics of expectations while a plan of thousands of stations is counted', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, database } = cast
  const stations = Array.from({ length: 2100 }, (_, at) => at + 1)
  await ana.call(places.importCounties, { body: {} }, [
    { name: 'judete.csv', bytes: Buffer.from('Code,Name,Stations\nVS,Vaslui,2100\n') },
  ])
  await ana.call(milestones.add, {
    body: { name: 'Sosire', kind: 'arrival', dueAfterMinutes: 30 },
  })
  const owed = async () => {
    const found = await sql<{ seen: number; there: number }>`
      select c.reltuples::integer as seen, (select count(*)::integer from expectations) as there
        from pg_class c where c.relname = 'expectations'`.execute(database.primary)
    return found.rows[0]!
  }
  const rows = stations.map((number) => row('VS', number))
  await ana.call(assignments.import, { body: {} }, planFile(...rows))
  expect(await owed()).toEqual({ seen: 0, there: 0 })

  await cast.startJobs()

  await expect.poll(async () => (await owed()).there).toBe(2100)
  expect((await owed()).seen).toBeGreaterThan(1000)
})
