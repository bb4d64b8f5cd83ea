import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { accounts } from '#features/accounts/contract.ts'
import { answerOf, list, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { planFile } from '#features/assignments/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (rows: readonly string[]) => [
  { name: 'locuri.csv', bytes: new TextEncoder().encode(rows.join('\n')) },
]
const latest = async (person: Person) => (await person.call(places.listImports))[0]!
const importing = async (
  person: Person,
  endpoint: typeof places.importCounties | typeof places.importStations,
  rows: readonly string[],
) => {
  await person.call(endpoint, { body: {} }, fileOf(rows))
  return latest(person)
}
const counties = (person: Person, ...rows: readonly string[]) =>
  importing(person, places.importCounties, ['Code,Name,Stations,Diaspora,Order', ...rows])
const stations = (person: Person, ...rows: readonly string[]) =>
  importing(person, places.importStations, ['County code,Number,Name,Address', ...rows])
const undo = (person: Person, { id }: { readonly id: Id<'imports'> }) =>
  person.call(places.undoImport, { params: { id } })
const undone = (person: Person, id?: Id<'imports'>) =>
  vi.waitFor(async () => {
    const listed = await person.call(places.listImports)
    const one = listed.find((other) => id === undefined || other.id === id)!
    expect(one.state).toBe('undone')
    return one
  }, pollOptions)
/** All counties and stations, without their revisions. */
const shown = async ({ database }: Stage) => {
  const { rows } = await sql`
    select c.code, c.name, c.position, c.is_diaspora, s.number, s.name as station, s.address, s.latitude,
           s.longitude, s.registered_voters
      from areas c left join polling_stations s on s.county_id = c.id
     order by c.code, s.number`.execute(database.primary)
  return rows
}
const codes = async ({ ana }: Stage) =>
  (await ana.call(places.counties)).map((one) => [one.code, one.numberOfPollingStations])
const countyOf = async ({ ana }: Stage, code: string) =>
  (await ana.call(places.counties)).find((one) => one.code === code)!.id as Id<'areas'>
const rightly = ({ database }: Stage) =>
  vi.waitFor(async () => expect(await miscounted(database)).toEqual([]), pollOptions)
const acts = async ({ ana }: Stage, act: string) =>
  (await ana.call(history.list, { query: { act } })).data

test('undoes an import of counties: deletes added ones with their stations, and restores changed ones', {
  tags: 'slow',
}, async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const before = await shown(cast)
  const imported = await counties(
    ana,
    ...['SJ,Sălaj,20,da,7', 'TM,Timiș,0,,', 'AB,Alba Iulia,5,da,9', 'CJ,Cluj,2,,'],
  )
  expect(imported).toMatchObject({
    ...{ kind: 'counties', fileName: 'locuri.csv', importedBy: 'ana', state: 'done' },
    ...{ added: 2, changed: 1, along: 22, undoneBy: null, kept: [] },
  })
  expect(await codes(cast)).toHaveLength(4)

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({
    ...{ undoneBy: 'ana', removed: 2, alongRemoved: 22, restored: 1, keptCount: 0, kept: [] },
  })
  expect(await shown(cast)).toEqual(before)
  expect(await acts(cast, 'places.import-undoing')).toMatchObject([
    { actorName: 'ana', after: { fileName: 'locuri.csv' } },
  ])
  expect(await acts(cast, 'places.import-undone')).toMatchObject([
    { actorName: 'ana', after: { removed: 24, restored: 1, kept: 0 } },
  ])
  const left = await cast.database.primary.selectFrom('importedRows').selectAll().execute()
  expect(left).toEqual([])
  await rightly(cast)
})

test('undoes an import of stations: deletes added ones, and restores changed ones', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  await stations(ana, 'AB,1,Școala 1,Lungă 1')
  const before = await shown(cast)
  const imported = await stations(
    ana,
    ...['AB,1,Liceul,', 'AB,2,,Scurtă 2', 'AB,3,,', 'AB,7,Nouă,', 'CJ,12,,Dejului 4'],
  )
  expect(imported).toMatchObject({ kind: 'stations', added: 2, changed: 2, along: 0 })

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ removed: 2, restored: 2, keptCount: 0 })
  expect(await shown(cast)).toEqual(before)
  await rightly(cast)
})

test('undoes an import of stations that municipalities hold', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  const before = await shown(cast)
  const imported = await importing(ana, places.importStations, [
    ...['County code,Municipality code,Number,Address', 'AB,AB1,1,Lungă 1', 'AB,AB1,9,Lungă 9'],
  ])

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ removed: 1, restored: 1, keptCount: 0 })
  expect(await shown(cast)).toEqual(before)
})

test('keeps places with new reports, edits or limited accounts, with the reasons', {
  tags: 'slow',
}, async () => {
  const cast = await set('flat')
  const { ana, bogdan, dana } = cast
  await cast.startJobs()
  await send(dana, answerOf(cast, { countyCode: 'AB', pollingStationNumber: 5 }, 'A1.1', 'Nu'))
  const imported = await counties(
    ana,
    ...['AB,Alba Iulia,5,,', 'CJ,Cluj-Napoca,,,', 'SJ,Sălaj,3,,', 'TM,Timiș,2,,', 'IS,Iași,,,'],
    ...['GL,Galați,,,', 'BR,Brăila,1,,'],
  )
  await send(bogdan, answerOf(cast, { countyCode: 'SJ', pollingStationNumber: 2 }, 'A1.1', 'Nu'))
  const [late] = (await ana.call(unplaced.list, { query: {} })).data
  const at = { countyCode: 'AB', pollingStationNumber: 5 }
  await ana.call(unplaced.place, { params: { id: late!.id }, body: { station: at } })
  await ana.call(places.editCounty, {
    params: { id: await countyOf(cast, 'CJ') },
    body: { name: 'Clujul' },
  })
  await stations(ana, 'TM,1,Liceul,', 'GL,1,,')
  const account = { account: 'irina', password: 'parola primită de Irina', role: 'organiser' }
  await ana.call(accounts.add, { body: { ...account, countyCodes: ['IS'] } as never })

  await undo(ana, imported)

  const done = await undone(ana, imported.id)
  expect(done.kept.map(({ place, name, why }) => [place, name, why])).toEqual([
    ['station', 'Alba 5', 'reported'],
    ['county', 'Clujul', 'edited'],
    ['county', 'Galați', 'holds-stations'],
    ['county', 'Iași', 'limits-account'],
    ['county', 'Sălaj', 'holds-stations'],
    ['station', 'Sălaj 2', 'reported'],
    ['county', 'Timiș', 'holds-stations'],
    ['station', 'Timiș 1', 'edited'],
  ])
  expect(done).toMatchObject({ removed: 1, alongRemoved: 5, restored: 1, keptCount: 8 })
  expect(await codes(cast)).toEqual([
    ...[
      ['AB', 4],
      ['CJ', 2],
      ['SJ', 1],
      ['TM', 1],
      ['IS', 0],
      ['GL', 1],
    ],
  ])
  expect((await list(ana)).totalItems).toBe(2)
  await rightly(cast)
})

test('keeps the station of an observer who reports at the moment of the undo', async () => {
  const cast = await set('flat')
  const { ana, bogdan, database } = cast
  const imported = await stations(ana, 'AB,7,,', 'AB,8,,')
  await bogdan.token()
  await cast.startJobs()
  const at = { countyCode: 'AB', pollingStationNumber: 7 }
  const letGo = await holdLocks(database, (tx) =>
    sql`select from polling_stations where number = 7 for key share`.execute(tx),
  )

  await undo(ana, imported)
  await vi.waitFor(async () => expect(await waitingForARow(database)).toBe(1), pollOptions)
  await send(bogdan, answerOf(cast, at, 'A1.1', 'Nu'))
  await letGo()

  expect(await undone(ana)).toMatchObject({
    removed: 1,
    kept: [{ name: 'Alba 7', why: 'reported' }],
  })
  expect((await list(ana)).totalItems).toBe(1)
  await rightly(cast)
})

test('undoes thousands of rows in steps during reports, and continues after a restart', {
  tags: 'slow',
}, async () => {
  const cast = await set('flat')
  const { ana, dana } = cast
  const task = await ana.call(
    places.startCountyImport,
    { body: {} },
    fileOf(['Code,Name,Stations', 'SJ,Sălaj,2000']),
  )
  const first = await cast.startJobs()
  await taskThat(ana, task, { state: 'done' })

  await undo(ana, await latest(ana))
  await vi.waitFor(
    async () => expect((await latest(ana)).alongRemoved).toBeGreaterThan(0),
    pollOptions,
  )
  const at = { countyCode: 'SJ', pollingStationNumber: 2000 }
  await send(dana, answerOf(cast, at, 'A1.1', 'Nu'))
  await first.stop()
  expect((await latest(ana)).state).toBe('undoing')
  await cast.startJobs()

  expect(await undone(ana)).toMatchObject({ removed: 0, alongRemoved: 1999, keptCount: 2 })
  expect(await acts(cast, 'places.import-undone')).toMatchObject([
    { after: { removed: 1999, restored: 0, kept: 2 } },
  ])
  await rightly(cast)
})

test('undoes both imports after a restart when the server died while undoing them', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  const before = await shown(cast)
  const first = await stations(ana, 'AB,901,Liceul,Str. Mare')
  const later = await stations(ana, 'AB,901,Școala,Str. Mică')
  await undo(ana, later)
  await undo(ana, first)
  // The process that began undoing the later import died, but its lease has not expired.
  await sql`
    update jobs set running_until = now() + interval '1 hour'
     where name = 'places.undo-import' and payload ->> 'importId' = ${String(later.id)}`.execute(
    database.primary,
  )

  await cast.startJobs()

  expect(await undone(ana, first.id)).toMatchObject({ removed: 1, keptCount: 0 })
  expect(await undone(ana, later.id)).toMatchObject({ restored: 1, keptCount: 0 })
  expect(await shown(cast)).toEqual(before)
})

test('keeps a planned station when its import is undone, and gives the reason', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const imported = await stations(ana, 'AB,901,Liceul,Str. Mare', 'AB,902,Școala,Str. Mică')
  await ana.call(
    assignments.import,
    { body: {} },
    planFile(`${phones.bogdan},AB,901,2026-11-22 06:00,2026-11-22 20:00`),
  )

  await undo(ana, imported)

  expect(await undone(ana, imported.id)).toMatchObject({
    removed: 1,
    kept: [{ name: 'Alba 901', why: 'planned' }],
  })
  expect((await ana.call(assignments.list, { query: {} })).totalItems).toBe(1)
})

test('refuses a second undo, and hides imports from accounts that cannot set up the election', async () => {
  const cast = await set('flat')
  const { ana, calin, rodica, sanda } = cast
  await cast.startJobs()
  const imported = await counties(ana, 'SJ,Sălaj,1,,')

  for (const person of [calin, rodica, sanda]) {
    const refused = { code: 'session.forbidden' }
    await expect(undo(person, imported)).rejects.toMatchObject(refused)
    await expect(person.call(places.listImports)).rejects.toMatchObject(refused)
  }
  const pressed = await Promise.allSettled([undo(ana, imported), undo(ana, imported)])
  expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await undone(ana)

  await expect(undo(ana, imported)).rejects.toMatchObject({ code: 'import.undone' })
})

test('skips places deleted since, and deletes those that were restored', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const imported = await counties(ana, 'SJ,Sălaj,2,,', 'TM,Timiș,3,,')
  const [sj, tm] = [await countyOf(cast, 'SJ'), await countyOf(cast, 'TM')]
  await ana.call(places.removeCounty, { body: { id: sj } })
  await ana.call(places.removeCounty, { body: { id: tm } })
  await ana.call(places.restoreCounty, { body: { id: tm } })

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ removed: 1, alongRemoved: 3, keptCount: 0, kept: [] })
  expect(await codes(cast)).toEqual([
    ['AB', 3],
    ['CJ', 2],
  ])
})

test('keeps the order of counties that was changed since the import', async () => {
  const cast = await set('flat')
  const { ana } = cast
  await cast.startJobs()
  const imported = await counties(ana, 'AB,Alba Iulia,,,8', 'CJ,Cluj-Napoca,,,9', 'SJ,Sălaj,,,10')
  const ids = await Promise.all(['SJ', 'CJ', 'AB'].map((code) => countyOf(cast, code)))
  await ana.call(places.orderCounties, { body: ids.map((id) => ({ id })) })

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ removed: 1, restored: 2, keptCount: 0 })
  expect((await ana.call(places.counties)).map(({ name }) => name)).toEqual(['Cluj', 'Alba'])
})

test('hides dry runs and imports that changed nothing, and forgets one after a week', {
  tags: 'slow',
}, async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  await cast.startJobs()
  await ana.call(places.importCounties, { body: {} }, fileOf(['Code,Name', 'AB,Alba']))
  const file = fileOf(['Code,Name', 'SJ,Sălaj'])
  await ana.call(places.importCounties, { body: { dryRun: true } }, file)
  expect(await ana.call(places.listImports)).toEqual([])
  const { id, importedAt } = await counties(ana, 'SJ,Sălaj,2,,')

  cast.clock.now = new Date(importedAt.getTime() + 7 * 86_400_000)
  const { access_token } = await cast.stranger.call(session.authorize, {
    body: { user: 'ana', password: 'parola lui Ana' },
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const listed = await cast.stranger.send({ url: '/api/v1/county/import', headers })
  expect(listed.json()).toEqual([])
  const url = `/api/v1/county/import/${id}/undo`
  const late = await cast.stranger.send({ method: 'POST', url, headers })
  expect(late.json()).toMatchObject({ code: 'thing.not-found' })
  await database.write((tx) =>
    sql`update jobs set due_at = now()
         where name = 'places.forget-import'`.execute(tx),
  )
  await vi.waitFor(async () => {
    const left = await database.primary.selectFrom('importedRows').selectAll().execute()
    expect(left).toEqual([])
  }, pollOptions)
})

test('refuses to undo an import of an archived election until it is current again', async () => {
  const cast = await set('flat')
  const { ana } = cast
  const id = await currentId(cast)
  const imported = await counties(ana, 'SJ,Sălaj,2,,')
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })

  expect(await ana.call(places.listImports)).toEqual([])
  await expect(undo(ana, imported)).rejects.toMatchObject({ code: 'thing.not-found' })

  await ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  await cast.startJobs()
  await undo(ana, imported)
  expect(await undone(ana)).toMatchObject({ removed: 1, alongRemoved: 2 })
})

test('clearing a rehearsal deletes an import that is being undone', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  await practise(cast)
  await undo(ana, await counties(ana, 'SJ,Sălaj,2,,'))

  await ana.call(elections.clearRehearsal)
  await cast.startJobs()

  const left = async (table: 'importedRows' | 'imports') =>
    (await database.primary.selectFrom(table).select('electionId').execute()).length
  await vi.waitFor(async () => {
    expect([await left('importedRows'), await left('imports')]).toEqual([0, 0])
    const { rows } = await sql`select from jobs
      where name = 'places.undo-import'`.execute(database.primary)
    expect(rows).toEqual([])
  }, pollOptions)
})

test('undoes an import of a rehearsal that has started for real', async () => {
  const cast = await set('flat')
  const { ana, bogdan } = cast
  await practise(cast)
  await cast.startJobs()
  const imported = await counties(ana, 'SJ,Sălaj,2,,')
  const at = { countyCode: 'SJ', pollingStationNumber: 2 }
  await send(bogdan, answerOf(cast, at, 'A1.1', 'Nu'))
  await ana.call(elections.start, { params: { id: await currentId(cast) } })

  await undo(ana, imported)

  expect(await undone(ana)).toMatchObject({ removed: 1, alongRemoved: 2, keptCount: 0 })
  await rightly(cast)
})
