import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { session } from '#features/session/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const idOf = async ({ ana }: Stage, name: string, deleted = false) =>
  (await ana.call(observers.list, { query: { name, deleted } })).data[0]!.id
const acts = ({ database }: Stage, act: string) =>
  database.primary
    .selectFrom('history')
    .select(['subjectId', 'before', 'after'])
    .where('act', '=', act)
    .orderBy('subjectId')
    .execute()

test('deletes several observers at once, signs them out, and records each in history', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  await bogdan.call(session.me)
  await dana.call(session.me)
  const ids = [await idOf(cast, 'Bogdan'), await idOf(cast, 'Dana')]

  expect((await ana.call(observers.removeSeveral, { body: { ids } })).toSorted()).toEqual(ids)

  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(dana.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  expect(await ana.call(observers.count)).toBe(1)
  expect(await acts(cast, 'observers.deleted')).toMatchObject([
    { subjectId: ids[0], before: { name: 'Bogdan Pop' }, after: null },
    { subjectId: ids[1], before: { name: 'Dana Ionescu' }, after: null },
  ])
  expect(await ana.call(observers.removeSeveral, { body: { ids } })).toEqual([])
})

test('restores several observers at once, except those whose phone is taken', async () => {
  const cast = await set()
  const { ana, clock } = cast
  const ids = [await idOf(cast, 'Bogdan'), await idOf(cast, 'Dana'), await idOf(cast, 'Emil')]
  await ana.call(observers.removeSeveral, { body: { ids } })
  await ana.call(observers.add, { body: { name: 'Nou', phone: phones.dana, pin: '1234' } })
  const later = await ana.call(observers.add, {
    body: { name: 'Emil al doilea', phone: phones.emil, pin: '1234' },
  })
  clock.now = new Date(clock.now.getTime() + 1000)
  await ana.call(observers.remove, { query: { id: later } })

  const back = await ana.call(observers.restoreSeveral, { body: { ids: [...ids, later] } })

  expect(back).toBe(2)
  const { data } = await ana.call(observers.list, { query: {} })
  expect(data.map(({ name }) => name)).toEqual(['Bogdan Pop', 'Emil al doilea', 'Nou'])
  expect((await acts(cast, 'observers.restored')).map(({ subjectId }) => subjectId)).toEqual([
    ids[0],
    later,
  ])
  expect(
    await cast.stranger.call(session.authorize, {
      body: { user: phones.bogdan, password: pins.bogdan, uniqueId: 'phone' },
    }),
  ).toHaveProperty('access_token')
})

test('returns the deleted ids, so that an undo does not restore earlier deletions', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [bogdan, dana] = [await idOf(cast, 'Bogdan'), await idOf(cast, 'Dana')]
  await calin.call(observers.removeSeveral, { body: { ids: [dana] } })

  const ids = await ana.call(observers.removeSeveral, { body: { ids: [bogdan, dana] } })
  expect(ids).toEqual([bogdan])
  expect(await ana.call(observers.restoreSeveral, { body: { ids } })).toBe(1)

  const gone = await ana.call(observers.list, { query: { deleted: true } })
  expect(gone.data.map(({ id }) => id)).toEqual([dana])
})

test('skips other organisations’ observers when an administrator deletes or restores several', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [bogdan, dana] = [await idOf(cast, 'Bogdan'), await idOf(cast, 'Dana')]

  expect(await calin.call(observers.removeSeveral, { body: { ids: [bogdan, dana] } })).toEqual([
    dana,
  ])
  expect(await ana.call(observers.count)).toBe(2)
  await ana.call(observers.removeSeveral, { body: { ids: [bogdan] } })
  expect(await calin.call(observers.restoreSeveral, { body: { ids: [bogdan, dana] } })).toBe(1)

  expect((await ana.call(observers.list, { query: { deleted: true } })).data).toMatchObject([
    { id: bogdan },
  ])
})

test('refuses to delete no observers, or more than a call may name', async () => {
  const { ana } = await set()
  const refused = { code: 'request.invalid', details: { errors: { ids: expect.anything() } } }
  const many = Array.from({ length: 100_001 }, (_, index) => index + 1)

  for (const ids of [[], many])
    await expect(ana.call(observers.removeSeveral, { body: { ids } })).rejects.toMatchObject(
      refused,
    )
})

test('sorts names by the reader’s alphabet, in either direction', async () => {
  const { ana, database } = await set()
  const inOrder = ['ana', 'Ana', 'Ángel', 'Bogdan Pop', 'Dana Ionescu', 'Emil Test']
  inOrder.push('Ionescu', 'Îonescu', 'Ștefan', 'Țuca', 'Zz')
  const there = await ana.call(observers.list, { query: {} })
  const added = inOrder.filter((name) => !there.data.some((one) => one.name === name))
  for (const [nth, name] of added.toReversed().entries())
    await ana.call(observers.add, { body: { name, phone: `0741 000 0${10 + nth}`, pin: '1234' } })

  const names = async (query: object) =>
    (await ana.call(observers.list, { query })).data.map(({ name }) => name)
  expect(await names({})).toEqual(inOrder)
  expect(await names({ order: 'desc' })).toEqual(inOrder.toReversed())
  expect(await names({ page: 4, pageSize: 3 })).toEqual(inOrder.slice(-2))
  // With 100,000 observers a page must come from the index, without a sort.
  const plan = await database.write(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<object>`
      explain select o.id from observers o
       where o.election_id = 1 and o.deleted_at is null and o.name <> ''
       order by o.name collate names, o.id limit 20`.execute(tx)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('observers_by_name')
  expect(plan).not.toContain('Sort')
})

test('sorts the list by any of its columns, in either direction', async () => {
  const cast = await set()
  const { ana, bogdan, dana, clock } = cast
  const at = { countyCode: 'CJ', pollingStationNumber: 1 }
  await dana.call(visits.report, { body: { ...at, urbanArea: true } })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await bogdan.call(visits.report, { body: { ...at, urbanArea: true } })
  await bogdan.call(visits.report, { body: { ...at, pollingStationNumber: 2, urbanArea: true } })
  await dana.call(notes.write, { body: { ...at, text: 'Coadă' } })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await bogdan.call(visits.report, { body: { ...at, urbanArea: false } })
  await cast.figures()

  const names = async (query: object) =>
    (await ana.call(observers.list, { query })).data.map(({ name }) => name.split(' ')[0])
  expect(await names({ sort: 'name', order: 'desc' })).toEqual(['Emil', 'Dana', 'Bogdan'])
  expect(await names({ sort: 'phone' })).toEqual(['Bogdan', 'Dana', 'Emil'])
  expect(await names({ sort: 'phone', order: 'desc' })).toEqual(['Emil', 'Dana', 'Bogdan'])
  expect(await names({ sort: 'ngo', order: 'desc' })).toEqual(['Dana', 'Bogdan', 'Emil'])
  // Emil was never seen, which sorts before any time.
  expect(await names({ sort: 'lastSeen' })).toEqual(['Emil', 'Dana', 'Bogdan'])
  expect(await names({ sort: 'lastSeen', order: 'desc' })).toEqual(['Bogdan', 'Dana', 'Emil'])
  expect(await names({ sort: 'numberOfPollingStations', order: 'desc' })).toEqual([
    'Bogdan',
    'Dana',
    'Emil',
  ])
  expect(await names({ sort: 'numberOfNotes', order: 'desc' })).toEqual(['Dana', 'Bogdan', 'Emil'])
  expect(await names({ sort: 'numberOfNotes', order: 'desc', page: 2, pageSize: 1 })).toEqual([
    'Bogdan',
  ])
  await expect(names({ sort: 'pin' })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('lists observers by selected ids, and returns all ids that match a filter', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [bogdan, dana] = [await idOf(cast, 'Bogdan'), await idOf(cast, 'Dana')]

  expect(await ana.call(observers.list, { query: { ids: [dana, bogdan] } })).toMatchObject({
    totalItems: 2,
    data: [{ id: bogdan }, { id: dana }],
  })
  expect(await ana.call(observers.list, { query: { ids: dana } })).toMatchObject({ totalItems: 1 })
  expect(await calin.call(observers.list, { query: { ids: [dana, bogdan] } })).toMatchObject({
    data: [{ id: dana }],
  })
  expect(await ana.call(observers.ids, { query: { name: 'o', order: 'desc' } })).toEqual({
    ids: [dana, bogdan],
    totalItems: 2,
  })
  expect(await calin.call(observers.ids, { query: {} })).toEqual({ ids: [dana], totalItems: 1 })
  await ana.call(observers.removeSeveral, { body: { ids: [dana] } })
  expect(await ana.call(observers.ids, { query: { deleted: true } })).toMatchObject({ ids: [dana] })
})
