import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, practise } from '#features/elections/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { milestones } from '../contract.ts'
import { arrival, at, due, figuresSettled, listedStates, totals } from './testing.ts'

const set = stage()

/** Bogdan, planned in Aiud and late, is excused. */
async function excused() {
  const cast = await set()
  await cast.startJobs()
  const id = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const [milestoneId] = await due(cast, arrival)
  cast.clock.now = at('13:00')
  const body = { assignmentIds: [id], milestoneId: milestoneId!, reason: 'Bolnav' }
  const excused = [{ assignmentId: id, milestoneId, excusedAt: cast.clock.now }]
  expect(await cast.ana.call(milestones.excuse, { body })).toEqual(excused)
  return { cast, id, milestoneId: milestoneId! }
}

const anca = ({ ana }: Stage) =>
  ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  }) as Promise<Id<'observers'>>

/** The reasons that are shown, in the order of the list. */
async function reasons({ ana }: Stage) {
  const { data } = await ana.call(milestones.expected, { query: {} })
  return data.flatMap(({ milestones: own }) => own.map(({ excuse }) => excuse))
}

test('removes and restores an excuse with its assignment', {
  tags: 'slow',
}, async () => {
  const { cast, id } = await excused()

  await cast.ana.call(assignments.remove, { body: { ids: [id] } })
  expect(await totals(cast.ana)).toEqual([])
  await cast.ana.call(assignments.restore, { body: { ids: [id] } })

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: excused'])
  expect(await reasons(cast)).toEqual(['Bolnav'])
  expect(await totals(cast.ana)).toEqual([['Alba', { excused: 1 }]])
  await figuresSettled(cast)
})

test('removes and restores an excuse with its milestone', async () => {
  const { cast, milestoneId } = await excused()
  const params = { id: milestoneId }

  await cast.ana.call(milestones.remove, { params })
  await expect.poll(() => totals(cast.ana)).toEqual([])
  await cast.ana.call(milestones.restore, { params })
  await figuresSettled(cast)

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: excused'])
  expect(await totals(cast.ana)).toEqual([['Alba', { excused: 1 }]])
})

test('keeps an excuse across a station move, and when a deadline leaves and returns', async () => {
  const { cast, id, milestoneId } = await excused()
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  await cast.ana.call(assignments.edit, { params: { id }, body: { pollingStationId } })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: excused'])

  const params = { id: milestoneId }
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-23 12:00' } })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: '])
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 12:30' } })
  await figuresSettled(cast)

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: excused'])
  expect(await totals(cast.ana)).toEqual([['Cluj', { excused: 1 }]])
})

test('does not propose an excused observer for that day, even once removed from the plan', async () => {
  const { cast, id, milestoneId } = await excused()
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const proposed = async (day: string) =>
    (await cast.ana.call(assignments.proposals, { query: { pollingStationId, day } })).map(
      ({ observerName }) => observerName,
    )
  await cast.ana.call(assignments.remove, { body: { ids: [id] } })

  expect(await proposed('2026-11-22')).toEqual(['Dana Ionescu'])
  expect(await proposed('2026-11-23')).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  await cast.ana.call(milestones.unexcuse, { body: { assignmentIds: [id], milestoneId } })
  expect(await proposed('2026-11-22')).toEqual(['Bogdan Pop', 'Dana Ionescu'])
})

test('does not excuse a replacement, and keeps the excuse of the replaced observer', async () => {
  const { cast, id } = await excused()
  const observerId = await anca(cast)

  const next = await cast.ana.call(assignments.replace, {
    params: { id },
    body: { observerId, neverCame: true },
  })
  expect(await listedStates(cast)).toEqual(['Anca Radu Aiud 1: late'])
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])

  await cast.ana.call(assignments.remove, { body: { ids: [next] } })
  await cast.ana.call(assignments.restore, { body: { ids: [id] } })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: excused'])
  await figuresSettled(cast)
})

test('does not restore an excuse that was withdrawn while its assignment was removed', async () => {
  const { cast, id, milestoneId } = await excused()
  const observerId = await anca(cast)
  const next = await cast.ana.call(assignments.replace, {
    params: { id },
    body: { observerId, neverCame: true },
  })

  const body = { assignmentIds: [id], milestoneId }
  // Another organisation has no rights here.
  expect(await cast.calin.call(milestones.unexcuse, { body })).toBe(0)
  expect(await cast.sanda.call(milestones.unexcuse, { body })).toBe(0)
  expect(await cast.ana.call(milestones.unexcuse, { body })).toBe(1)
  expect(await cast.ana.call(milestones.unexcuse, { body })).toBe(0)
  await cast.ana.call(assignments.remove, { body: { ids: [next] } })
  await cast.ana.call(assignments.restore, { body: { ids: [id] } })

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  await figuresSettled(cast)
})

test('withdraws an excuse from an observer who arrived after all', async () => {
  const { cast, id } = await excused()
  const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done'])

  expect(await cast.ana.call(milestones.unexcuse, { body: { assignmentIds: [id] } })).toBe(1)

  expect(await reasons(cast)).toEqual([null])
  await figuresSettled(cast)
})

test('keeps the completion time when a milestone is deleted and restored', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const [id] = await due(cast, arrival)
  const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }
  cast.clock.now = at('11:30')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const doneAt = async () => {
    const { data } = await cast.ana.call(milestones.expected, { query: {} })
    return data.map((one) => one.milestones.map((own) => own.doneAt))
  }
  expect(await doneAt()).toEqual([[at('11:30')]])
  cast.clock.now = at('15:00')

  await cast.ana.call(milestones.remove, { params: { id: id! } })
  await figuresSettled(cast)
  await cast.ana.call(milestones.restore, { params: { id: id! } })
  await figuresSettled(cast)

  expect(await doneAt()).toEqual([[at('11:30')]])
})

test('expects nothing at a closed station until it is reopened', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(cast, arrival)
  cast.clock.now = at('12:30')
  const params = { id: cast.field.stationId('AB1', 1) as Id<'pollingStations'> }
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])

  await cast.ana.call(places.closeStation, { params })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: '])
  expect(await totals(cast.ana)).toEqual([])

  await cast.ana.call(places.reopenStation, { params })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
})

test('drops excuses from past practice deadlines when a rehearsal goes live, keeps future ones', async () => {
  const { cast, id, milestoneId } = await excused()
  await practise(cast)
  const [later] = await due(cast, { ...arrival, name: 'Plecare', dueAt: '2026-11-22 20:00' })
  const body = { assignmentIds: [id], milestoneId: later!, reason: 'Pleacă la prânz' }
  await cast.ana.call(milestones.excuse, { body })

  await cast.ana.call(elections.start, { params: { id: await currentId(cast) } })
  const params = { id: milestoneId }
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 16:00' } })
  await figuresSettled(cast)

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet, excused'])
  const lines = await cast.database.primary
    .selectFrom('history')
    .select(['actorName', 'subjectId', 'before'])
    .where('act', '=', 'milestones.unexcused')
    .execute()
  expect(lines).toEqual([{ actorName: 'ana', subjectId: id, before: { milestoneId } }])
})

test('keeps an excuse given before expectations are counted', async () => {
  const cast = await set()
  const id = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const milestoneId = await cast.ana.call(milestones.add, { body: arrival })

  const body = { assignmentIds: [id], reason: 'Bolnav' }
  const excused = await cast.ana.call(milestones.excuse, { body })

  expect(excused).toMatchObject([{ assignmentId: id, milestoneId }])
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: excused'])
  await figuresSettled(cast)
})

test('excuses several assignments from separate milestones in one call, and withdraws likewise', async () => {
  const cast = await set()
  const first = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const second = await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const [noon, evening] = await due(cast, arrival, {
    ...arrival,
    name: 'Seara',
    dueAt: '2026-11-22 20:00',
  })
  const pairs = { assignmentIds: [first, second, first], milestoneIds: [noon!, evening!, evening!] }
  const revisions = [1, 1, 1]

  const body = { ...pairs, revisions, reason: 'Bolnav' }
  expect(await cast.ana.call(milestones.excuse, { body })).toHaveLength(3)
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: excused, excused',
    'Bogdan Pop Dej 1: not-yet, excused',
  ])

  expect(await cast.ana.call(milestones.unexcuse, { body: { ...pairs, revisions } })).toBe(3)
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: not-yet, not-yet',
    'Bogdan Pop Dej 1: not-yet, not-yet',
  ])
  const few = { assignmentIds: [first, second], milestoneIds: [noon!] }
  await expect(cast.ana.call(milestones.unexcuse, { body: few })).rejects.toMatchObject({
    code: 'request.invalid',
  })
})

test('refuses to excuse or unexcuse by a revision from before the shift was changed', async () => {
  const { cast, id, milestoneId } = await excused()
  await cast.ana.call(assignments.edit, { params: { id }, body: { until: '2026-11-22 20:00' } })
  const other = await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const body = { assignmentIds: [other, id], milestoneId, revisions: [1, 1] }
  const refused = { code: 'thing.changed-meanwhile', details: { revision: 2, fields: ['until'] } }

  await expect(
    cast.ana.call(milestones.excuse, { body: { ...body, reason: 'Bolnav' } }),
  ).rejects.toMatchObject(refused)
  await expect(cast.ana.call(milestones.unexcuse, { body })).rejects.toMatchObject(refused)

  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: excused',
    'Bogdan Pop Dej 1: late',
  ])
})

test('withdrawing an excuse keeps one that a colleague gave since', async () => {
  const { cast, id, milestoneId } = await excused()
  const chosen = { assignmentIds: [id], milestoneId }
  const { data } = await cast.ana.call(milestones.expected, { query: {} })
  const { excusedAt } = data[0]!.milestones[0]!
  expect(excusedAt).toEqual(cast.clock.now)
  const givenUntil = excusedAt!.toISOString()
  await cast.ana.call(milestones.unexcuse, { body: chosen })
  cast.clock.now = at('13:01')
  await cast.ana.call(milestones.excuse, { body: { ...chosen, reason: 'Accident' } })

  expect(await cast.ana.call(milestones.unexcuse, { body: { ...chosen, givenUntil } })).toBe(0)

  expect(await reasons(cast)).toEqual(['Accident'])
})
