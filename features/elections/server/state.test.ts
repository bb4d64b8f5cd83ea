import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { setCurrent } from './queries.ts'
import { currentId, listed, make, practise, prepare, runoff } from './testing.ts'

const set = stage()

const nowhere = { countyCode: 'XX', pollingStationNumber: 7, urbanArea: true }

/** The history acts of an election, oldest first. */
const acts = async ({ database }: Stage, id: number) =>
  (
    await database.primary
      .selectFrom('history')
      .select('act')
      .where('subject', '=', 'elections')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ act }) => act.replace('elections.', ''))

test('prepares an empty rehearsal next to the current election', async () => {
  const cast = await set()
  const levelNames = ['Regiune', 'Județ']

  const id = await prepare(cast, { levelNames, countyLevel: 2 })

  const rows = await cast.ana.call(elections.list, { query: {} })
  const nothing = { counties: 0, pollingStations: 0, observers: 0, forms: 0, visits: 0 }
  expect(rows).toMatchObject([
    { name: 'Alegeri de probă', isCurrent: true, state: 'live', counties: 2, pollingStations: 7 },
    { ...runoff, id, isCurrent: false, state: 'rehearsal', levelNames, countyLevel: 2, ...nothing },
  ])
  expect(rows[0]).toMatchObject({ observers: 3, forms: 2, visits: 0 })
})

test('changes name, day and time zone of any election', async () => {
  const cast = await set()
  const id = await prepare(cast)
  const body = { name: 'Turul doi', day: '2026-12-13', timezone: 'Europe/Chisinau' }

  await cast.ana.call(elections.editOne, { params: { id }, body })

  expect((await listed(cast)).get('Turul doi')).toMatchObject({ id, ...body, state: 'rehearsal' })
  expect(await acts(cast, id)).toEqual(['added', 'edited'])
})

test('moves staff to the election that becomes current, and keeps observers in theirs', async () => {
  const cast = await set()
  const { ana, bogdan, calin } = cast
  const former = await currentId(cast)
  await bogdan.call(session.me)
  await calin.call(session.me)
  const id = await prepare(cast)

  await make(cast, id)

  expect(await calin.call(elections.current)).toMatchObject({ id, ...runoff })
  expect(await ana.call(places.counties)).toEqual([])
  expect(await ana.call(observers.count)).toBe(0)
  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ state: 'live' })

  // Switching back must not sign any phone out.
  await make(cast, former)
  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
})

test('reconnects an open screen when another election becomes current', async () => {
  const cast = await set()
  const url = await cast.listen()
  const headers = { authorization: `Bearer ${await cast.calin.token()}` }
  const stream = (await fetch(`${url}/api/live`, { headers })).body!.getReader()
  const { value } = await stream.read()
  // The first byte shows that the stream is subscribed.
  expect(new TextDecoder().decode(value)).toMatch(/^:/)

  await make(cast, await prepare(cast))

  // The server ends the stream, and its screen opens another.
  await expect.poll(async () => (await stream.read()).done, pollOptions).toBe(true)
  expect((await fetch(`${url}/api/live`, { headers })).status).toBe(200)
})

test('serialises two organisers who make two elections current at once', async () => {
  const cast = await set()
  const { database } = cast
  const [one, other] = [await prepare(cast), await prepare(cast)]
  const calls: Promise<unknown>[] = []

  await database.write(async (tx) => {
    await setCurrent(tx, one)
    calls.push(make(cast, other))
    const waiting = sql`select from pg_locks where not granted`
    await expect.poll(async () => (await waiting.execute(database.primary)).rows.length).toBe(1)
  })
  await Promise.all(calls)

  expect(await currentId(cast)).toBe(other)
})

test('starting for real keeps the set-up and removes practice data', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await practise(cast)
  const id = await currentId(cast)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await bogdan.call(visits.report, { body: nowhere })

  await ana.call(elections.start, { params: { id } })

  expect(await ana.call(elections.current)).toMatchObject({ id, state: 'live' })
  expect((await list(ana)).totalItems).toBe(0)
  const { data } = await ana.call(statistics.list, {
    params: { method: 'countiesIrregularities' },
    query: {},
  })
  const { quarters } = await ana.call(statistics.trend, { query: { hours: 1 } })
  expect([data, quarters.filter(({ reports }) => reports > 0)]).toEqual([[], []])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ observers: 3, forms: 2 })
  // The phones are still signed in, and what they send now counts.
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  expect((await list(ana)).totalItems).toBe(1)
  expect(await acts(cast, id)).toContain('started')
})

test('counts a report in flight while a rehearsal starts as practice', async () => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  await practise(cast)
  const id = await currentId(cast)
  await Promise.all([bogdan.call(session.me), ana.call(session.me)])
  const letGo = await holdLocks(database, (tx) =>
    sql`select hold_observers(array(select id from observers))`.execute(tx),
  )

  const calls: Promise<unknown>[] = [send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))]
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
  calls.push(ana.call(elections.start, { params: { id } }))
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(2)
  await letGo()
  await Promise.all(calls)

  expect((await list(ana)).totalItems).toBe(0)
})

test('only a rehearsal can be started', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await prepare(cast)
  const start = (id: Id<'elections'>) => ana.call(elections.start, { params: { id } })

  await expect(start(await currentId(cast))).rejects.toMatchObject({ code: 'election.has-started' })
  await ana.call(elections.archive, { params: { id } })
  await expect(start(id)).rejects.toMatchObject({ code: 'election.is-archived' })
})

test('reopens an archived election in its earlier state', async () => {
  const cast = await set()
  const { ana } = cast
  const former = await currentId(cast)
  const id = await prepare(cast)
  await make(cast, id)
  const states = async () => [...(await listed(cast)).values()].map(({ state }) => state)

  await expect(ana.call(elections.archive, { params: { id } })).rejects.toMatchObject({
    code: 'election.is-current',
  })
  await ana.call(elections.archive, { params: { id: former } })
  await ana.call(elections.archive, { params: { id: former } })
  expect(await states()).toEqual(['rehearsal', 'archived'])
  await expect(make(cast, former)).rejects.toMatchObject({ code: 'election.is-archived' })

  await ana.call(elections.reopen, { params: { id: former } })
  await ana.call(elections.reopen, { params: { id: former } })
  await make(cast, former)
  expect(await states()).toEqual(['live', 'rehearsal'])
  expect(await acts(cast, former)).toEqual(['loaded', 'archived', 'reopened', 'made-current'])

  await ana.call(elections.archive, { params: { id } })
  await ana.call(elections.reopen, { params: { id } })
  expect(await states()).toEqual(['live', 'rehearsal'])
})

test('deletes and restores an election without observers', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await prepare(cast)

  await ana.call(elections.remove, { params: { id } })

  expect([...(await listed(cast)).keys()]).toEqual(['Alegeri de probă'])
  expect([...(await listed(cast, true)).keys()]).toEqual([runoff.name])
  await expect(make(cast, id)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(ana.call(elections.remove, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await ana.call(elections.restore, { params: { id } })
  expect((await listed(cast)).get(runoff.name)).toMatchObject({ id })
  await expect(ana.call(elections.restore, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await acts(cast, id)).toEqual(['added', 'deleted', 'restored'])
})

test('refuses to delete the current election or an election with observers', async () => {
  const cast = await set()
  const { ana } = cast
  const former = await currentId(cast)
  const remove = () => ana.call(elections.remove, { params: { id: former } })

  await expect(remove()).rejects.toMatchObject({ code: 'election.is-current' })
  await make(cast, await prepare(cast))
  await expect(remove()).rejects.toMatchObject({ code: 'election.has-data' })
})

test('hides forms of other elections', async () => {
  const cast = await set()
  const formId = cast.field.formId('A')
  await make(cast, await prepare(cast))

  const asked = { params: { id: formId }, query: {} }
  expect(await cast.ana.call(forms.get, asked)).toBeNull()
  await expect(
    cast.ana.call(forms.remove, { query: { formId: formId as Id<'forms'> } }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('returns not found for an unknown election, and lets only organisers add one', async () => {
  const cast = await set()
  const { ana, calin, bogdan, stranger } = cast
  const params = { id: 99_999 as Id<'elections'> }
  const calls = [
    elections.makeCurrent,
    elections.start,
    elections.archive,
    elections.reopen,
    elections.remove,
    elections.restore,
  ]

  for (const one of calls)
    await expect(ana.call(one, { params })).rejects.toMatchObject({ code: 'thing.not-found' })
  const edit = ana.call(elections.editOne, { params, body: runoff })
  await expect(edit).rejects.toMatchObject({ code: 'thing.not-found' })
  for (const person of [calin, bogdan]) {
    await expect(person.call(elections.list, { query: {} })).rejects.toMatchObject({
      code: 'session.forbidden',
    })
    await expect(person.call(elections.add, { body: runoff })).rejects.toMatchObject({
      code: 'session.forbidden',
    })
  }
  await expect(stranger.call(elections.add, { body: runoff })).rejects.toMatchObject({
    code: 'session.missing',
  })
})
