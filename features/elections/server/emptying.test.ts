// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { holdLocks } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId, listed, make, practise, prepare, runoff } from './testing.ts'

const set = stage()

const rehearsal = 'Alegeri de probă'
const photograph = { name: 'photo.bin', bytes: new Uint8Array([1, 2, 3]) }

/** Enough practice to be removed in steps. */
async function practiseMuch(cast: Stage, much: Person = cast.bogdan) {
  const { bogdan, dana, emil } = cast
  await practise(cast)
  for (const person of [bogdan, dana, emil]) {
    await send(person, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.2', 'Coadă'))
    await person.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [photograph])
    await person.call(notes.write, { body: { ...aiud, municipalityCode: 'XX', text: 'Unde?' } }, [
      photograph,
    ])
  }
  const aside = Array.from({ length: 250 }, (_, place) =>
    answerOf(cast, { countyCode: 'XX', pollingStationNumber: place + 1 }, 'A1.1', 'Nu'),
  )
  for (const some of [aside.slice(0, 125), aside.slice(125)]) await send(much, ...some)
  return currentId(cast)
}

const start = ({ ana }: Stage, id: Awaited<ReturnType<typeof currentId>>) =>
  ana.call(elections.start, { params: { id } })

/** The rows left in an election by table, except history and the election itself. */
async function holds({ database: { primary } }: Stage, id: number) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'election_id'
       and table_name not in ('history', 'recounts', 'tasks')`.execute(primary)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} where election_id = ${id} limit 1`.execute(primary)
    if (rows.length > 0) found.push(name)
  }
  return found.sort()
}

const isRehearsal = async ({ ana }: Stage) =>
  (await ana.call(elections.current)).state === 'rehearsal'

test('stays a rehearsal until all practice is removed, including reports sent meanwhile', async () => {
  const cast = await set()
  const { ana, bogdan, dana, database } = cast
  const id = await practiseMuch(cast)

  expect(await start(cast, id)).toEqual({ isStarted: false })
  expect(await start(cast, id)).toEqual({ isStarted: false })
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect((await listed(cast)).get(rehearsal)).toMatchObject({
    state: 'rehearsal',
    emptying: { done: 0, total: 6 },
  })
  await cast.startJobs()
  await expect.poll(() => isRehearsal(cast), pollOptions).toBe(false)

  expect((await list(ana)).totalItems).toBe(0)
  expect((await ana.call(unplaced.list, { query: {} })).totalItems).toBe(0)
  const query = {}
  const params = { method: 'countiesIrregularities' } as const
  expect((await ana.call(statistics.list, { params, query })).data).toEqual([])
  const { quarters } = await ana.call(statistics.trend, { query: { hours: 1 } })
  expect(quarters.filter(({ reports }) => reports !== 0)).toEqual([])
  expect((await listed(cast)).get(rehearsal)).toMatchObject({
    ...{ state: 'live', emptying: null },
    ...{ observers: 3, forms: 2, pollingStations: 7, visits: 0 },
  })
  // Practice reports do not keep a county from being deleted, either.
  const cluj = (await ana.call(places.counties)).find(({ code }) => code === 'CJ')!
  await ana.call(places.removeCounty, { body: { id: cluj.id } })
  // The phones are still signed in, and what they send now counts.
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  expect((await list(ana)).totalItems).toBe(1)
  expect(await miscounted(database)).toEqual([])
  const acts = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName'])
    .where('subject', '=', 'elections')
    .where('act', 'like', '%.start%')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { act: 'elections.start-begun', actorName: 'ana' },
    { act: 'elections.started', actorName: 'ana' },
  ])
})

test('removes practice of other observers while one observer is locked', async () => {
  const cast = await set()
  const { ana, bogdan, emil, database } = cast
  const id = await practiseMuch(cast, emil)
  const names = async () => (await list(ana)).threads.map(({ observerName }) => observerName)
  const letGo = await holdLocks(database, (tx) =>
    sql`select hold_observers(array(select id from observers where name = 'Emil Test'))`.execute(
      tx,
    ),
  )

  await start(cast, id)
  await cast.startJobs()
  // Theirs are removed; Emil's cannot be.
  await expect.poll(async () => new Set(await names()), pollOptions).toEqual(new Set(['Emil Test']))
  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  expect(await isRehearsal(cast)).toBe(true)
  await letGo()
  await expect.poll(() => isRehearsal(cast), pollOptions).toBe(false)
  expect((await list(cast.ana)).totalItems).toBe(0)
})

test('clears a rehearsal at once and empties it in the background across restarts', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const id = await practiseMuch(cast)

  const cleared = await ana.call(elections.clearRehearsal)

  expect(await ana.call(elections.current)).toEqual(cleared)
  expect(await ana.call(places.counties)).toEqual([])
  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))).rejects.toMatchObject({
    code: 'session.missing',
  })
  const total = 6 + 3 + 7
  expect((await listed(cast)).get(rehearsal)).toMatchObject({ emptying: { done: 0, total } })
  const refused = { code: 'election.being-emptied' }
  const params = { id }
  await expect(ana.call(elections.reopen, { params })).rejects.toMatchObject(refused)
  await expect(ana.call(elections.erasePeople, { params })).rejects.toMatchObject(refused)
  await expect(prepare(cast, { copyFrom: id })).rejects.toMatchObject(refused)

  const jobs = await cast.startJobs()
  await jobs.stop()
  await cast.startJobs()
  const rest = async () => (await listed(cast)).get(rehearsal)?.emptying
  await expect.poll(rest, pollOptions).toBe(null)

  expect(await holds(cast, id)).toEqual([])
  expect(await miscounted(cast.database)).toEqual([])
})

test('clears a rehearsal that is being started, and does not start it', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await practiseMuch(cast)
  await start(cast, id)

  const cleared = await ana.call(elections.clearRehearsal)
  await cast.startJobs()
  await expect.poll(() => holds(cast, id), pollOptions).toEqual([])

  const states = [...(await listed(cast)).values()].map(({ name, state }) => [name, state])
  expect(states).toEqual([
    [cleared.name, 'live'],
    [rehearsal, 'archived'],
  ])
})

test('refuses to archive an election that is being started', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await practiseMuch(cast)
  await start(cast, id)
  await make(cast, await prepare(cast))

  await expect(ana.call(elections.archive, { params: { id } })).rejects.toMatchObject({
    code: 'election.being-emptied',
  })
  await cast.startJobs()
  const state = async () => (await listed(cast)).get(rehearsal)?.state
  await expect.poll(state, pollOptions).toBe('live')
  expect((await listed(cast)).get(runoff.name)).toMatchObject({ isCurrent: true, emptying: null })
})
