import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { tracesOf } from '#features/elections/server/testing-traces.ts'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { session } from '#features/session/contract.ts'
import { gate, taskThat } from '#features/tasks/server/testing.ts'
import { listed, nowhere } from '#features/unplaced/server/testing.ts'
import { deadlocksIn, holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, person, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const fileOf = (rows: readonly string[]) => [
  {
    name: 'observatori.csv',
    bytes: new TextEncoder().encode(['Phone,Pin,Name,Test', ...rows].join('\n')),
  },
]
const importing = async (person: Person, rows: readonly string[]) => {
  await person.call(observers.import, { body: {} }, fileOf(rows))
  return latest(person)
}
const latest = async (person: Person) => (await person.call(observers.listImports))[0]!
const undo = (person: Person, { id }: Awaited<ReturnType<typeof latest>>) =>
  person.call(observers.undoImport, { params: { id } })
const undone = (person: Person) =>
  vi.waitFor(async () => {
    const one = await latest(person)
    expect(one.state).toBe('undone')
    return one
  }, pollOptions)
const shown = async ({ ana }: Stage, deleted = false) => {
  const { data } = await ana.call(observers.list, { query: { deleted, pageSize: 100 } })
  return data.map(({ name, phone, isTest }) => [name, phone, isTest])
}
const signIn = ({ stranger }: Stage, user: string, password: string) =>
  stranger.call(session.authorize, { body: { user, password, uniqueId: user } })
const wait = (cast: Stage, minutes: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + minutes * 60_000)
}

test('deletes the observers an import added, and restores those it changed', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  const before = await shown(cast)
  const imported = await importing(ana, [
    '0711 1,1234,Ioana,',
    '0711 2,1234,Petru,da',
    `${phones.bogdan},9999,Bogdan Popescu,da`,
    `${phones.emil},${pins.emil},Emil Test,`,
  ])
  expect(imported).toMatchObject({
    ...{ fileName: 'observatori.csv', ngo: 'Organizator', importedBy: 'ana', state: 'done' },
    ...{ added: 2, changed: 1, undoneBy: null, kept: [] },
  })

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({
    ...{ undoneBy: 'ana', removed: 2, restored: 1, keptCount: 0, kept: [] },
  })
  expect(await shown(cast)).toEqual(before)
  expect(await shown(cast, true)).toHaveLength(2)
  await signIn(cast, phones.bogdan, pins.bogdan)
  await expect(signIn(cast, phones.bogdan, '9999')).rejects.toThrow()
  const { data } = await ana.call(history.list, { query: { act: 'observers.import-undone' } })
  expect(data).toMatchObject([{ actorName: 'ana', after: { removed: 2, restored: 1, kept: 0 } }])
  await vi.waitFor(async () => expect(await miscounted(cast.database)).toEqual([]), pollOptions)
})

test('keeps observers who reported, signed in or were edited since, with the reasons', async () => {
  const cast = await set()
  const { ana, emil, dana } = cast
  await cast.startJobs()
  await emil.call(session.me)
  const imported = await importing(ana, [
    '0711 1,1234,Ioana,',
    '0711 2,1234,Petru,',
    '0711 3,1234,Radu,',
    '0711 4,1234,Sanda,',
    `${phones.bogdan},9999,Bogdan Popescu,`,
    `${phones.emil},${pins.emil},Emil Întâi,`,
  ])
  wait(cast, 1)
  await signIn(cast, '07111', '1234')
  await signIn(cast, phones.bogdan, '9999')
  const { access_token: token } = await signIn(cast, '07112', '1234')
  const petru = person(cast.app, async () => token)
  await petru.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
  const [radu] = (await ana.call(observers.list, { query: { name: 'Radu' } })).data
  await ana.call(observers.edit, { body: { observerId: radu!.id, name: 'Radu Vlad' } })
  await send(emil, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Nu'))

  await undo(ana, imported)

  const done = await undone(ana)
  expect(done).toMatchObject({ removed: 1, restored: 1, keptCount: 4 })
  expect(done.kept.map(({ name, phone, why }) => [name, phone, why])).toEqual([
    ['Bogdan Popescu', phones.bogdan, 'signed-in'],
    ['Ioana', '0711 1', 'signed-in'],
    ['Petru', '0711 2', 'reported'],
    ['Radu Vlad', '0711 3', 'edited'],
  ])
  expect((await shown(cast)).map(([name]) => name)).toEqual([
    ...['Bogdan Popescu', 'Dana Ionescu', 'Emil Test', 'Ioana', 'Petru', 'Radu Vlad'],
  ])
  expect(await cast.emil.call(session.me)).toBeTruthy()
  await signIn(cast, '07111', '1234')
  expect((await list(ana)).totalItems).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await miscounted(cast.database)).toEqual([]), pollOptions)
})

test('keeps an observer who signs in at the moment of the undo', async () => {
  const cast = await set()
  const { ana, database } = cast
  const imported = await importing(ana, ['0711 1,1234,Ioana,'])
  await cast.startJobs()
  const [held, letGo] = [gate(), gate()]
  const signingIn = database.write(async (tx) => {
    await sql`
      insert into sessions (id, election_id, observer_id, created_at, expires_at)
      select gen_random_uuid(), election_id, id, ${cast.clock.now}, ${new Date('2027-01-01')}
        from observers where phone = '0711 1'`.execute(tx)
    held.open()
    await letGo.isOpen
  })
  await held.isOpen

  await undo(ana, imported)
  await vi.waitFor(async () => expect(await waitingForARow(database)).toBe(1), pollOptions)
  letGo.open()
  await signingIn

  expect(await undone(ana)).toMatchObject({ removed: 0, kept: [{ why: 'signed-in' }] })
})

test('avoids a deadlock with unplaced reports of the same observers, sent together', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan, emil, database } = cast
  const imported = await importing(ana, [
    `${phones.bogdan},${pins.bogdan},Bogdan Popescu,`,
    `${phones.emil},${pins.emil},Emil Întâi,`,
  ])
  await Promise.all([bogdan.token(), emil.token()])
  const before = await deadlocksIn(database)
  // As a report of Emil's does: the undo has locked Bogdan and waits.
  const letGo = await holdLocks(database, (tx) =>
    sql`select from observers where phone = ${phones.emil} for key share`.execute(tx),
  )
  await cast.startJobs()
  await undo(ana, imported)
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)

  const reports = Promise.all([
    send(emil, answerOf(cast, nowhere, 'A1.1', 'Nu')),
    send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu')),
  ])
  // A slow machine may split the batch: only the assertion below may fail then.
  reports.catch(() => undefined)
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(2)
  await letGo()
  await Promise.all([undone(ana), reports])

  expect(await deadlocksIn(database)).toBe(before)
  expect(await listed(ana)).toHaveLength(2)
})

test('keeps the imported phone when another observer has the former one', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  const imported = await importing(ana, [`+4${phones.bogdan.replaceAll(' ', '')},1111,Bogdan,`])
  await ana.call(observers.add, { body: { name: 'Altul', phone: '070000000199', pin: '1234' } })
  // Such duplicates date from before numbers were unique.
  await cast.database.write((tx) =>
    sql`update observers set phone_digits = ${phones.bogdan.replaceAll(' ', '')}
         where name = 'Altul'`.execute(tx),
  )

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ restored: 0, kept: [{ why: 'phone-taken' }] })
})

test('undoes thousands of rows in steps during reports, and continues after a restart', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, dana, database } = cast
  const rows = Array.from({ length: 2000 }, (_, index) => `0711 ${index},1234,Din ${index},`)
  const task = await ana.call(observers.startImport, { body: {} }, fileOf(rows))
  const first = await cast.startJobs()
  await taskThat(ana, task, { state: 'done' })

  await undo(ana, await latest(ana))
  await vi.waitFor(async () => expect((await latest(ana)).removed).toBeGreaterThan(0), pollOptions)
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await first.stop()
  expect((await latest(ana)).state).toBe('undoing')
  await cast.startJobs()

  expect(await undone(ana)).toMatchObject({ removed: 2000, keptCount: 0 })
  expect(await shown(cast)).toHaveLength(3)
  const acts = await database.primary
    .selectFrom('history')
    .select('after')
    .where('act', '=', 'observers.import-undone')
    .execute()
  expect(acts).toEqual([{ after: { removed: 2000, restored: 0, kept: 0 } }])
})

test('refuses a second undo, also a concurrent one, and changes nothing', async () => {
  const cast = await set()
  const { ana, calin } = cast
  await cast.startJobs()
  const imported = await importing(ana, ['0711 1,1234,Ioana,'])

  await expect(undo(calin, imported)).rejects.toMatchObject({ code: 'thing.not-found' })
  expect(await calin.call(observers.listImports)).toEqual([])
  const pressed = await Promise.allSettled([undo(ana, imported), undo(ana, imported)])
  expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await undone(ana)
  const [ioana] = (await ana.call(observers.list, { query: { deleted: true } })).data
  await ana.call(observers.restore, { params: { id: ioana!.id } })

  await expect(undo(ana, imported)).rejects.toMatchObject({ code: 'import.undone' })
  expect(await ana.call(observers.count)).toBe(4)
})

test('keeps an observer that a later import changed again', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  const first = await importing(ana, ['0711 1,1234,Ioana,', '0711 2,1234,Petru,'])
  wait(cast, 1)
  await importing(ana, ['0711 1,1234,Ioana Radu,'])

  await undo(ana, first)

  await vi.waitFor(async () => {
    const [, one] = await ana.call(observers.listImports)
    expect(one).toMatchObject({ state: 'undone', removed: 1, kept: [{ why: 'edited' }] })
  }, pollOptions)
})

test('hides an import that changed nothing, and forgets one after a week', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, database } = cast
  await cast.startJobs()
  await ana.call(
    observers.import,
    { body: {} },
    fileOf([`${phones.emil},${pins.emil},Emil Test,da`]),
  )
  expect(await ana.call(observers.listImports)).toEqual([])
  const imported = await importing(ana, [`${phones.bogdan},9999,Bogdan Popescu,`])

  cast.clock.now = new Date(imported.importedAt.getTime() + 7 * 86_400_000)
  const { access_token } = await cast.stranger.call(session.authorize, {
    body: { user: 'ana', password: 'parola lui Ana' },
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const asked = await cast.stranger.send({ url: '/api/v1/observer/import', headers })
  expect(asked.json()).toEqual([])
  const late = await cast.stranger.send({
    method: 'POST',
    url: `/api/v1/observer/import/${imported.id}/undo`,
    headers,
  })
  expect(late.json()).toMatchObject({ code: 'thing.not-found' })
  await database.write((tx) =>
    sql`update jobs set due_at = now()
         where name = 'observers.forget-import'`.execute(tx),
  )
  await vi.waitFor(async () => {
    const left = await database.primary.selectFrom('importedRows').selectAll().execute()
    expect(left).toEqual([])
  }, pollOptions)
})

test('erasing people deletes the undo data of their import', { tags: 'slow' }, async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  await importing(ana, [`${phones.bogdan},9999,Altfel,`])
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  const traces = ['Bogdan Pop']
  expect(await tracesOf(cast, traces)).toContain('public.imported_rows.before')

  await ana.call(elections.erasePeople, { params: { id } })

  await vi.waitFor(async () => expect(await tracesOf(cast, traces)).toEqual([]), pollOptions)
})

test('refuses to undo an import of an archived election until it is current again', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await currentId(cast)
  const imported = await importing(ana, ['0711 1,1234,Ioana,'])
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })

  expect(await ana.call(observers.listImports)).toEqual([])
  await expect(undo(ana, imported)).rejects.toMatchObject({ code: 'thing.not-found' })

  await ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  await cast.startJobs()
  await undo(ana, imported)
  expect(await undone(ana)).toMatchObject({ removed: 1 })
})

test('clearing a rehearsal deletes an import that is being undone', async () => {
  const cast = await set()
  const { ana, database } = cast
  await practise(cast)
  await importing(ana, ['0711 1,1234,Ioana,'])
  await undo(ana, await latest(ana))

  await ana.call(elections.clearRehearsal)
  await cast.startJobs()

  const left = async (table: 'importedRows' | 'imports') =>
    (await database.primary.selectFrom(table).select('electionId').execute()).length
  await vi.waitFor(async () => {
    expect([await left('importedRows'), await left('imports')]).toEqual([0, 0])
    const { rows } = await sql`select from jobs
      where name = 'observers.undo-import'`.execute(database.primary)
    expect(rows).toEqual([])
  }, pollOptions)
})
