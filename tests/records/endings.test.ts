import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { workersOf } from '#apps/server/jobs.ts'
import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { words } from '#features/notifications/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { taskKinds, tasks } from '#features/tasks/contract.ts'
import { countParts, taskThat } from '#features/tasks/server/testing.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

const csv = (text: string) => [{ name: 'lista.csv', bytes: new TextEncoder().encode(text) }]
const observersFile = csv('Phone,Pin,Name\n0700 000 001,1111,Bogdan Popa\n0711 2,1234,Petru\n')

const importObservers = (person: Person) =>
  person.call(observers.startImport, { body: {} }, observersFile)

/** Enqueues one task of every kind, and a message. */
async function leaveEverything({ ana }: Stage): Promise<void> {
  for (const what of ['answers', 'notes', 'observers', 'counties', 'stations'] as const)
    await ana.call(exports.start, { body: { what } })
  await importObservers(ana)
  const counties = csv('Code,Name,Stations\nBT,Botoșani,2\n')
  await ana.call(places.startCountyImport, { body: {} }, counties)
  const areas = csv('Code,Name,Parent code\nBT-D,Dorohoi,\n')
  await ana.call(places.startAreaImport, { body: {} }, areas)
  const stations = csv('County,Number,Address\nAB,9,Str. Lungă 1\n')
  await ana.call(places.startStationImport, { body: {} }, stations)
  const plan = csv('Phone,Municipality code,Station number,From,Until\n')
  await ana.call(assignments.startImport, { body: {} }, plan)
  await ana.call(notifications.sendAll, { body: words })
}

const acts = async ({ database }: Stage, act: string) =>
  (
    await sql<{ electionId: number; actorName: string; after: unknown }>`
      select election_id, actor_name, after from history where act = ${act} order by id`.execute(
      database.primary,
    )
  ).rows

/** The ways in which an election may end while work runs in it. */
const endings: readonly (readonly [string, (cast: Stage) => Promise<unknown>])[] = [
  ['cleared', ({ ana }) => ana.call(elections.clearRehearsal)],
  ['left for another', async (cast) => make(cast, await prepare(cast))],
]

test.each(endings)(
  'ends every kind of running task, with its reason, when an election is %s',
  async (_how, end) => {
    const cast = await set()
    const { ana, database } = cast
    await practise(cast)
    const former = await currentId(cast)
    await leaveEverything(cast)

    await end(cast)
    await cast.startJobs()

    const { data } = await ana.call(tasks.list, { query: { pageSize: 50 } })
    expect(data.map(({ kind }) => kind).sort()).toEqual([...taskKinds].sort())
    for (const task of data)
      expect(task).toMatchObject({ state: 'cancelled', why: { code: 'election.changed' } })
    const lines = await acts(cast, 'tasks.cancelled')
    expect(lines).toHaveLength(taskKinds.length)
    for (const line of lines) expect(line).toMatchObject({ electionId: former, actorName: 'ana' })
    expect(await acts(cast, 'notifications.ended')).toMatchObject([
      { electionId: former, after: { title: words.title, recipients: 3 } },
    ])
    const queued = await sql`select from deliveries where state = 'queued'`.execute(
      database.primary,
    )
    expect(queued.rows).toEqual([])
    expect(await countParts(cast)).toBe(0)
    const inNew = await Promise.all([ana.call(observers.count), ana.call(places.counties)])
    expect(inNew).toEqual([0, []])
  },
)

/** Background work of each kind ends with its election, or continues because it is the installation's. */
const kinds = {
  'tasks.run': 'election',
  'tasks.give-up': 'election',
  'tasks.forget': 'election',
  'notifications.deliver': 'election',
  'notifications.give-up': 'election',
  // In an election that is archived already: nothing else runs there.
  'elections.erase-people': 'election',
  'elections.give-up-erasing': 'election',
  // An undo in progress continues whatever happens to the election; clearing removes the rest.
  'elections.empty': 'installation',
  // Undoing an import continues when its election ends.
  'observers.undo-import': 'installation',
  'observers.forget-import': 'installation',
  'places.undo-import': 'installation',
  'assignments.undo-import': 'installation',
  'assignments.forget-import': 'installation',
  'places.forget-import': 'installation',
  // In an archived election the phones of its observers stay searchable; an erased one has none.
  'observers.read-phones': 'installation',
  // Looks for due reminders as long as there are any, and sends in the current election alone.
  'reminders.send': 'installation',
  // Each refusal records the election it happened in.
  'session.tell-refused': 'installation',
  // An archived election is still proved.
  'history.prove': 'installation',
  // They are looked for in the current election alone, and emails only count them.
  'alerts.email': 'installation',
  'alerts.give-up': 'installation',
  'accounts.forget': 'installation',
  'accounts.notify': 'installation',
  'accounts.give-up': 'installation',
  'factors.letter': 'installation',
  'factors.give-up': 'installation',
  'invitations.letter': 'installation',
  'invitations.give-up': 'installation',
} as const

test('declares for every job what happens when its election ends', async () => {
  const { outside } = await set()

  const names = workersOf(outside).map(({ job }) => job.name)

  expect(names.sort()).toEqual(Object.keys(kinds).sort())
})

test('resends a message that ended with its election once that is current again', async () => {
  const cast = await set()
  const { ana } = cast
  const former = await currentId(cast)
  await ana.call(notifications.sendAll, { body: words })
  await make(cast, await prepare(cast))
  await make(cast, former)

  const [message] = (await ana.call(notifications.list, { query: {} })).data
  const params = { id: message!.id }

  expect(message).toMatchObject({ queued: 0, failed: 3 })
  const { data } = await ana.call(notifications.deliveries, { params, query: {} })
  expect(data.map(({ why }) => why)).toEqual(Array(3).fill('election-over'))
  expect(await ana.call(notifications.retry, { params })).toBe(3)
})

test('imports nothing when the rehearsal is cleared in the middle', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, database } = cast
  await practise(cast)
  await cast.startJobs()
  const doing: Promise<unknown>[] = []
  const left = { id: 0 as never }

  await database.write(async (tx) => {
    await sql`select from observers where name = 'Bogdan Pop' for update`.execute(tx)
    Object.assign(left, await importObservers(ana))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    doing.push(ana.call(elections.clearRehearsal))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(2)
  })
  await Promise.all(doing)

  const task = await taskThat(ana, left, { state: 'cancelled' })
  expect(task.why).toMatchObject({ code: 'election.changed' })
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from jobs where name = 'tasks.run'`.execute(database.primary)
      return rows.length
    }, pollOptions)
    .toBe(0)
  const { rows } = await sql`select from observers`.execute(database.primary)
  expect(rows).toEqual([])
})

test('stops running tasks of a deleted account, and deletes it only when confirmed', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const started = [
    await importObservers(calin),
    await calin.call(exports.start, { body: { what: 'answers' } }),
  ]
  const all = await ana.call(accounts.list)
  const params = { id: all.find(({ account }) => account === 'calin')!.id }

  const unsaid = ana.call(accounts.remove, { params, query: {} })
  await expect(unsaid).rejects.toMatchObject({
    code: 'account.has-tasks',
    details: { imports: 1, exports: 1 },
  })
  expect(await calin.call(tasks.list, { query: {} })).toMatchObject({ totalItems: 2 })
  await ana.call(accounts.remove, { params, query: { endTasks: true } })
  await cast.startJobs()

  const { data } = await ana.call(tasks.list, { query: { everybody: true } })
  expect(data).toHaveLength(2)
  for (const task of data)
    expect(task).toMatchObject({ state: 'cancelled', startedBy: 'calin', why: null })
  expect(await acts(cast, 'tasks.cancelled')).toMatchObject(
    started.map(({ kind }) => ({ actorName: 'ana', after: { kind, startedBy: 'calin' } })),
  )
  expect(await countParts(cast)).toBe(0)
  expect(await ana.call(observers.count)).toBe(3)
})

test('keeps results of a deleted account for organisers, under its name', async () => {
  const cast = await set()
  const { ana, calin } = cast
  await cast.startJobs()
  const made = await calin.call(exports.start, { body: { what: 'answers' } })
  await taskThat(calin, made, { state: 'done' })
  const all = await ana.call(accounts.list)
  const params = { id: all.find(({ account }) => account === 'calin')!.id }

  await ana.call(accounts.remove, { params, query: {} })

  const { data } = await ana.call(tasks.list, { query: { everybody: true } })
  expect(data).toMatchObject([{ id: made.id, state: 'done', startedBy: 'calin' }])
})
