import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerOf, dej, send } from '#features/answers/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { gate } from '#features/tasks/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { waitingForARow } from '#testing/locks.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'

const set = stage()

const at = ({ field }: Stage, area: string, number = 1) =>
  field.stationId(area, number) as Id<'pollingStations'>

/** Bogdan at a station, all day by default. */
const shift = async (cast: Stage, area: string, but: object = {}, name = 'Bogdan Pop') => ({
  observerId: await observerIdOf(cast, name),
  pollingStationId: at(cast, area),
  from: '2026-11-22 06:00',
  until: '2026-11-22 22:00',
  ...but,
})

const add = (person: Person, ...each: Awaited<ReturnType<typeof shift>>[]) =>
  person.call(assignments.add, { body: { assignments: each } })

/** The plan as `Bogdan Pop, Aiud 1, 06:00–22:00 (two-places)`. */
async function plan(person: Person, query: object = {}) {
  const { data } = await person.call(assignments.list, { query })
  const clock = (moment: Date) =>
    moment.toLocaleTimeString('ro-RO', { timeZone: 'Europe/Bucharest', timeStyle: 'short' })
  return data.map(
    (one) =>
      `${one.observerName}, ${one.municipality} ${one.pollingStationNumber}, ${clock(one.from)}–${clock(one.until)}` +
      `${one.isMobile ? ' mobile' : ''}${one.conflict ? ` (${one.conflict})` : ''}`,
  )
}

const file = (text: string | Uint8Array) => [
  { name: 'plan.csv', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
]

test('finds an observer by the words of the name in any order', async () => {
  const cast = await set()
  await add(cast.ana, await shift(cast, 'AB1'))

  expect(await plan(cast.ana, { name: 'Póp-bogdan' })).toHaveLength(1)
  expect(await plan(cast.ana, { name: 'pop dana' })).toEqual([])
})

test('lists assignments of all stations in an area, at any level', async () => {
  const cast = await set()
  for (const area of ['AB1', 'AB2', 'CJ1']) await add(cast.ana, await shift(cast, area))
  const codes = ['T', 'AB', 'AB1', 'CJ'] as const
  const areas = await cast.database.primary
    .selectFrom('areas')
    .select(['id', 'code'])
    .where('code', 'in', codes)
    .execute()
  const planOf = async (code: string) =>
    (await plan(cast.ana, { areaId: areas.find((one) => one.code === code)!.id })).map(
      (line) => line.split(', ')[1],
    )

  expect(await Promise.all(codes.map(planOf))).toEqual([
    ['Aiud 1', 'Blaj 1', 'Dej 1'],
    ['Aiud 1', 'Blaj 1'],
    ['Aiud 1'],
    ['Dej 1'],
  ])
})

test('lists assignments and marks observers planned at two places at once', async () => {
  const cast = await set()
  await add(
    cast.ana,
    await shift(cast, 'AB1'),
    await shift(cast, 'CJ1', { from: '2026-11-22 14:00' }),
  )
  expect(await plan(cast.ana)).toEqual([
    'Bogdan Pop, Aiud 1, 06:00–22:00 (two-places)',
    'Bogdan Pop, Dej 1, 14:00–22:00 (two-places)',
  ])

  const [first, second] = (await cast.ana.call(assignments.list, { query: {} })).data
  await cast.ana.call(assignments.edit, {
    params: { id: first!.id },
    body: { until: '2026-11-22 14:00', revision: first!.revision },
  })

  expect(await plan(cast.ana)).toEqual([
    'Bogdan Pop, Aiud 1, 06:00–14:00',
    'Bogdan Pop, Dej 1, 14:00–22:00',
  ])
  // An edit based on an older revision must not overwrite the newer one.
  const late = { until: '2026-11-22 20:00', revision: first!.revision }
  await expect(
    cast.ana.call(assignments.edit, { params: { id: first!.id }, body: late }),
  ).rejects.toMatchObject({ code: 'thing.changed-meanwhile', details: { fields: ['until'] } })
  expect(second).toMatchObject({ county: 'Cluj', observerPhone: phones.bogdan })
})

test('allows a mobile team at several places in one shift', async () => {
  const cast = await set()
  const isMobile = { isMobile: true }

  await add(cast.ana, await shift(cast, 'AB1', isMobile), await shift(cast, 'AB2', isMobile))

  expect(await plan(cast.ana, { conflict: 'two-places' })).toEqual([])
  expect(await plan(cast.ana)).toHaveLength(2)
})

test('refuses a batch with a duplicate, an early end or a forbidden assignment', async () => {
  const cast = await set()
  const good = await shift(cast, 'AB1')
  const dana = await shift(cast, 'CJ1', {}, 'Dana Ionescu')

  const { observerId, pollingStationId } = good
  await expect(add(cast.ana, good, good)).rejects.toMatchObject({
    code: 'assignment.taken',
    details: { observerId, pollingStationId },
  })
  await expect(
    add(cast.ana, good, await shift(cast, 'AB2', { until: '2026-11-22 05:00' })),
  ).rejects.toMatchObject({ code: 'assignment.ends-early', details: { field: 'until' } })
  await expect(add(cast.calin, dana, good)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(add(cast.sanda, await shift(cast, 'CJ1'), good)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await plan(cast.ana)).toEqual([])
})

test('county desks see planned observers before any report, organisations only their own', async () => {
  const cast = await set()
  await add(
    cast.ana,
    await shift(cast, 'AB1'),
    await shift(cast, 'CJ1', { from: '2026-11-23 06:00', until: '2026-11-23 22:00' }),
    await shift(cast, 'CJ1', {}, 'Dana Ionescu'),
  )

  expect(await plan(cast.sanda)).toEqual([
    'Dana Ionescu, Dej 1, 06:00–22:00',
    'Bogdan Pop, Dej 1, 06:00–22:00',
  ])
  expect(await plan(cast.calin)).toEqual(['Dana Ionescu, Dej 1, 06:00–22:00'])
  const {
    areas: [alba, cluj],
  } = await cast.ana.call(assignments.areas, { query: {} })
  expect([alba, cluj]).toMatchObject([
    { name: 'Alba', covered: 1 },
    { name: 'Cluj', covered: 1 },
  ])
})

test('county desks assign only observers they already see', async () => {
  const cast = await set()
  const strange = await shift(cast, 'CJ1', {}, 'Dana Ionescu')
  const [id] = await add(cast.ana, await shift(cast, 'CJ1'))
  const refused = { code: 'thing.not-found' }

  await expect(add(cast.sanda, strange)).rejects.toMatchObject(refused)
  const { observerId } = strange
  await expect(
    cast.sanda.call(assignments.replace, { params: { id: id! }, body: { observerId } }),
  ).rejects.toMatchObject(refused)

  expect(await plan(cast.sanda)).toEqual(['Bogdan Pop, Dej 1, 06:00–22:00'])
  await add(
    cast.sanda,
    await shift(cast, 'CJ1', { from: '2026-11-22 23:00', until: '2026-11-23 02:00' }),
  )
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  await add(cast.sanda, strange)
  expect(await plan(cast.sanda)).toHaveLength(3)
})

test('restores removed assignments except those planned again since', async () => {
  const cast = await set()
  const ids = await add(cast.ana, await shift(cast, 'AB1'), await shift(cast, 'CJ1'))

  expect(await cast.ana.call(assignments.remove, { body: { ids } })).toHaveLength(2)
  expect(await plan(cast.ana)).toEqual([])
  await add(cast.ana, await shift(cast, 'AB1'))

  expect(await cast.ana.call(assignments.restore, { body: { ids } })).toBe(1)
  expect(await plan(cast.ana)).toHaveLength(2)
})

test('checks a file in a dry run, imports it, and reimports its own export unchanged', async () => {
  const cast = await set()
  const rows = [
    'Telefon;Cod localitate;Număr secție;De la;Până la;Echipă mobilă',
    `${phones.bogdan};AB1;1;2026-11-22 06:00;2026-11-22 22:00;nu`,
    `${phones.bogdan};AB1;99;2026-11-22 06:00;2026-11-22 22:00;`,
    '0799 999 999;AB1;1;2026-11-22 06:00;2026-11-22 22:00;',
    `${phones.bogdan};AB2;1;2026-11-22 22:00;2026-11-22 06:00;`,
    `${phones.bogdan};CJ1;1;mâine;2026-11-22 06:00;`,
  ]
  const load = (text: string, body: object) =>
    cast.ana.call(assignments.import, { body }, file(text))

  const checked = await load(rows.join('\n'), { dryRun: true })

  expect(checked.added).toBe(1)
  expect(
    checked.wrong.map(({ line, faults }) => [line, faults[0]?.code, faults[0]?.field]),
  ).toEqual([
    [3, 'station.unknown', 'number'],
    [4, 'observer.unknown', 'phone'],
    [5, 'shift.ends-early', 'until'],
    [6, 'cell.refused', 'from'],
  ])
  expect(await plan(cast.ana)).toEqual([])
  await expect(load(rows.join('\n'), {})).rejects.toMatchObject({ code: 'import.refused' })
  expect(await plan(cast.ana)).toEqual([])

  expect(await load(rows.join('\n'), { skipInvalid: true })).toMatchObject({ added: 1, changed: 0 })
  expect(await plan(cast.ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–22:00'])
  const exported = await cast.ana.send({
    method: 'GET',
    url: `${assignments.export.path}?format=csv&language=ro`,
  })
  expect(await load(exported.body, {})).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
  const [head, first] = rows
  const later = `${head}\n${first?.replace('22:00', '20:00')}`
  expect(await load(later, {})).toMatchObject({ added: 0, changed: 1 })
  expect(await plan(cast.ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–20:00'])
})

/** Bogdan is replaced by Anca; answers with her assignment, and how that is undone. */
async function replaced(cast: Stage) {
  const { ana } = cast
  const anca = (await ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  })) as Id<'observers'>
  const [former] = await add(ana, await shift(cast, 'AB1'))
  const added = await ana.call(assignments.replace, {
    params: { id: former! },
    body: { observerId: anca, neverCame: true },
  })
  const undo = () => ana.call(assignments.restore, { body: { ids: [former!], insteadOf: [added] } })
  return { added, undo }
}

test('names the observer who was replaced within a shift, only to callers who see that observer', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [id] = await add(ana, await shift(cast, 'AB1'))
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const named = async (person: Person) =>
    (await person.call(assignments.list, { query: {} })).data.map(
      (one) => `${one.observerName}: ${one.replaces}`,
    )

  const body = { observerId, from: '2026-11-22 14:20' }
  const added = await ana.call(assignments.replace, { params: { id: id! }, body })

  expect(await named(ana)).toEqual(['Bogdan Pop: null', 'Dana Ionescu: Bogdan Pop'])
  expect(await named(calin)).toEqual(['Dana Ionescu: null'])
  await ana.call(assignments.restore, { body: { ids: [id!], insteadOf: [added] } })
  expect(await named(ana)).toEqual(['Bogdan Pop: null'])
})

test('undoes a replacement completely or not at all', async () => {
  const cast = await set()
  const { ana } = cast
  const { undo } = await replaced(cast)

  await ana.call(observers.remove, { query: { id: await observerIdOf(cast) } })
  await expect(undo()).rejects.toMatchObject({ code: 'thing.not-found' })
  expect(await plan(ana)).toEqual(['Anca Radu, Aiud 1, 06:00–22:00'])
  await ana.call(observers.restore, { params: { id: await observerIdOf(cast) } })

  expect(await undo()).toBe(1)
  expect(await plan(ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–22:00'])
})

test('refuses to undo a replacement after the new assignment was edited', async () => {
  const cast = await set()
  const { added, undo } = await replaced(cast)
  const body = { until: '2026-11-22 20:00' }
  await cast.ana.call(assignments.edit, { params: { id: added }, body })

  await expect(undo()).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: ['until'] },
  })
  expect(await plan(cast.ana)).toEqual(['Anca Radu, Aiud 1, 06:00–20:00'])
})

test('refuses acts based on an older revision', async () => {
  const cast = await set()
  const { ana } = cast
  const [id] = await add(ana, await shift(cast, 'AB1'))
  const params = { id: id! }
  await ana.call(assignments.edit, { params, body: { until: '2026-11-22 20:00' } })
  const refused = {
    code: 'thing.changed-meanwhile',
    details: { revision: 2, fields: ['until'] },
  }

  const body = { ids: [id!], revisions: [1] }
  await expect(ana.call(assignments.remove, { body })).rejects.toMatchObject(refused)
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  await expect(
    ana.call(assignments.replace, { params, body: { observerId, revision: 1 } }),
  ).rejects.toMatchObject(refused)

  expect(await plan(ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–20:00'])
})

test('refuses to undo a removal when a colleague has changed the assignment since', async () => {
  const cast = await set()
  const { ana } = cast
  const ids = await add(ana, await shift(cast, 'AB1'))
  const body = { ids, revisions: [1] }
  await ana.call(assignments.remove, { body })
  // Another user restores it and removes it again.
  await ana.call(assignments.restore, { body: { ids } })
  await ana.call(assignments.remove, { body: { ids } })

  await expect(ana.call(assignments.restore, { body })).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { revision: 4, fields: ['deleted'] },
  })
  expect(await ana.call(assignments.restore, { body: { ids, revisions: [3] } })).toBe(1)
  expect(await plan(ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–22:00'])
})

/** Bogdan is sent to Dej from now on, in the middle of his shift; answers with both shifts, and how that is undone. */
async function moved(cast: Stage) {
  const { ana } = cast
  const [former] = await add(ana, await shift(cast, 'AB1'))
  const { id: next } = await ana.call(assignments.edit, {
    params: { id: former! },
    body: { pollingStationId: at(cast, 'CJ1'), since: 'now', revision: 1 },
  })
  const body = { ids: [former!], revisions: [1], insteadOf: [next] }
  return { former: former!, next, undo: () => ana.call(assignments.restore, { body }) }
}

test('undoing a move from now on restores the whole shift', async () => {
  const cast = await set()
  const { undo } = await moved(cast)
  const both = ['Bogdan Pop, Aiud 1, 06:00–11:00', 'Bogdan Pop, Dej 1, 11:00–22:00']
  expect((await plan(cast.ana)).toSorted()).toEqual(both)

  expect(await undo()).toBe(1)

  expect(await plan(cast.ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–22:00'])
  await expect(undo()).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('undoing a move is refused once a colleague has changed either of its shifts', async () => {
  for (const changed of ['former', 'next'] as const) {
    const cast = await set()
    const { undo, ...shifts } = await moved(cast)
    const params = { id: shifts[changed] }
    await cast.ana.call(assignments.edit, { params, body: { isMobile: true } })
    const both = await plan(cast.ana)

    await expect(undo()).rejects.toMatchObject({
      code: 'thing.changed-meanwhile',
      details: { fields: ['isMobile'] },
    })
    expect(await plan(cast.ana)).toEqual(both)
  }
})

test('undoing new hours restores these alone, unless a colleague has changed them since', async () => {
  const cast = await set()
  const { ana } = cast
  const [id] = await add(ana, await shift(cast, 'AB1'))
  const edit = (body: object) => ana.call(assignments.edit, { params: { id: id! }, body })
  const undo = () => edit({ until: '2026-11-22T20:00:00.000Z', revision: 2 })
  expect(await edit({ until: '2026-11-22 18:00', since: 'now', revision: 1 })).toEqual({ id })
  await edit({ isMobile: true })

  expect(await undo()).toEqual({ id })
  expect(await plan(ana)).toEqual(['Bogdan Pop, Aiud 1, 06:00–22:00 mobile'])

  await edit({ until: '2026-11-22 19:00' })
  await expect(undo()).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: ['until'] },
  })
})

test('refuses to undo a replacement after its successor was removed or replaced', async () => {
  const cast = await set()
  const { added, undo } = await replaced(cast)
  await cast.ana.call(assignments.remove, { body: { ids: [added] } })

  await expect(undo()).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: ['deleted'] },
  })
})

test('refuses a call with too few revisions', async () => {
  const cast = await set()
  const ids = await add(cast.ana, await shift(cast, 'AB1'), await shift(cast, 'AB2'))

  await expect(
    cast.ana.call(assignments.remove, { body: { ids, revisions: [1] } }),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('records the account and both versions of a planned shift', async () => {
  const cast = await set()
  const [id] = await add(cast.ana, await shift(cast, 'AB1'))
  await cast.ana.call(assignments.edit, { params: { id: id! }, body: { isMobile: true } })

  const lines = await cast.database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'before', 'after'])
    .where('subject', '=', 'assignments')
    .orderBy('id')
    .execute()
  expect(lines).toMatchObject([
    { act: 'assignments.added', actorName: 'ana', after: { isMobile: false } },
    { act: 'assignments.edited', before: { isMobile: false }, after: { isMobile: true } },
  ])
})

test.each([
  [
    'restored',
    ({ ana }: Stage, ids: Id<'assignments'>[]) =>
      ana.call(assignments.restore, { body: { ids: [ids[0]!] } }),
  ],
  [
    'moved',
    (cast: Stage, ids: Id<'assignments'>[]) =>
      cast.ana.call(assignments.edit, {
        params: { id: ids[1]! },
        body: { pollingStationId: at(cast, 'AB1') },
      }),
  ],
])('refuses an assignment that is %s while a colleague plans the same', async (_act, change) => {
  const cast = await set()
  const { ana, database } = cast
  const ids = await add(ana, await shift(cast, 'AB1'), await shift(cast, 'CJ1'))
  await ana.call(assignments.remove, { body: { ids: [ids[0]!] } })

  // Another user has planned it in an open transaction.
  const [held, letGo] = [gate(), gate()]
  const other = database.write(async (tx) => {
    await sql`
      insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at)
      select election_id, observer_id, polling_station_id, from_at, until_at from assignments
       where id = ${ids[0]}`.execute(tx)
    held.open()
    await letGo.isOpen
  })
  await held.isOpen
  const outcome = expect(change(cast, ids)).rejects.toMatchObject({ code: 'assignment.taken' })
  await expect.poll(() => waitingForARow(database)).toBe(1)
  letGo.open()

  await Promise.all([other, outcome])
  expect(await plan(ana)).toHaveLength(2)
})
