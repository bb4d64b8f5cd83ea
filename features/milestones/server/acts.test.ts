import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { areaOf, arrival, at, due, figuresSettled, listedStates, totals } from './testing.ts'

const set = stage()
const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }

/** Bogdan is in Aiud all day, and arrived in the morning; Anca is free. It is noon. */
async function noon() {
  const cast = await set()
  await cast.startJobs()
  const anca = (await cast.ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  })) as Id<'observers'>
  const id = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  cast.clock.now = at('08:00')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  cast.clock.now = at('12:00')
  return { cast, anca, id }
}

const replace = (
  { ana }: Stage,
  id: Id<'assignments'>,
  body: CallInput<typeof assignments.replace>['body'],
) => ana.call(assignments.replace, { params: { id }, body })

test('replacing at midday keeps the former observer’s results, and the successor owes the rest', {
  tags: 'slow',
}, async () => {
  const { cast, anca, id } = await noon()
  await due(
    cast,
    { ...arrival, dueAt: '2026-11-22 09:00' },
    { name: 'Informații', kind: 'station-info', dueAt: '2026-11-22 10:00' },
    { ...arrival, name: 'Seara', dueAt: '2026-11-22 20:00' },
  )
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, late, done'])

  const successor = await replace(cast, id, { observerId: anca })

  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: not-yet',
    'Bogdan Pop Aiud 1: done, late',
  ])
  expect(await totals(cast.ana)).toEqual([['Alba', { done: 1 }, { late: 1 }, { 'not-yet': 1 }]])
  await figuresSettled(cast)

  await cast.ana.call(assignments.restore, { body: { ids: [id], insteadOf: [successor] } })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, late, done'])
  await figuresSettled(cast)
})

test('expects everything from the successor of an observer who never came', async () => {
  const { cast, anca, id } = await noon()
  await due(cast, { ...arrival, dueAt: '2026-11-22 09:00' })

  await replace(cast, id, { observerId: anca, neverCame: true })

  expect(await listedStates(cast)).toEqual(['Anca Radu Aiud 1: late'])
  await figuresSettled(cast)
})

test('counts relative deadlines from the replacement, unless they had passed', async () => {
  const { cast, anca, id } = await noon()
  const after = { dueAt: undefined, kind: 'station-info' } as const
  await due(
    cast,
    { ...after, name: 'După o oră', dueAfterMinutes: 60 },
    { ...after, name: 'După opt ore', dueAfterMinutes: 480 },
  )
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, not-yet'])

  await replace(cast, id, { observerId: anca })

  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: not-yet',
    'Bogdan Pop Aiud 1: late',
  ])
  cast.clock.now = at('19:00')
  expect((await listedStates(cast))[1]).toEqual('Anca Radu Aiud 1: not-yet')
  cast.clock.now = at('20:01')
  expect((await listedStates(cast))[1]).toEqual('Anca Radu Aiud 1: late')
  await figuresSettled(cast)
})

test('keeps a missed milestone with the first observer after two successions', async () => {
  const { cast, anca, id } = await noon()
  const body = { name: 'Ioana Zamfir', phone: '0700 000 008', pin: '9999' }
  const ioana = (await cast.ana.call(observers.add, { body })) as Id<'observers'>
  await due(cast, { name: 'După', kind: 'station-info', dueAfterMinutes: 120 })

  const second = await replace(cast, id, { observerId: anca })
  cast.clock.now = at('13:00')
  await replace(cast, second, { observerId: ioana })

  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: ',
    'Bogdan Pop Aiud 1: late',
    'Ioana Zamfir Aiud 1: ',
  ])
  await figuresSettled(cast)
})

const now = { since: 'now' } as const

test('splits milestones between both stations at a move, until it is undone', async () => {
  const { cast, id } = await noon()
  await due(
    cast,
    { ...arrival, dueAt: '2026-11-22 09:00' },
    { ...arrival, name: 'Seara', dueAt: '2026-11-22 20:00' },
  )
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>

  const next = await cast.ana.call(assignments.edit, {
    params: { id },
    body: { pollingStationId, ...now },
  })

  const moved = ['Bogdan Pop Aiud 1: done', 'Bogdan Pop Dej 1: not-yet']
  expect((await listedStates(cast)).toSorted()).toEqual(moved)
  await figuresSettled(cast)
  const body = { ids: [id], revisions: [1], insteadOf: [next.id] }
  expect(await cast.ana.call(assignments.restore, { body })).toBe(1)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, done'])
  await figuresSettled(cast)
})

test('moves past milestones too when the move is a correction', async () => {
  const { cast, id } = await noon()
  await due(cast, { ...arrival, dueAt: '2026-11-22 09:00' })
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>

  const body = { pollingStationId }
  expect(await cast.ana.call(assignments.edit, { params: { id }, body })).toEqual({ id })

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: late'])
  await figuresSettled(cast)
})

test('keeps only past milestones of an observer removed at noon, and uncovers the station', async () => {
  const { cast, id } = await noon()
  await due(
    cast,
    { name: 'Informații', kind: 'station-info', dueAt: '2026-11-22 10:00' },
    { name: 'Seara', kind: 'station-info', dueAt: '2026-11-22 20:00' },
  )
  const covered = async () => {
    const { areas } = await cast.ana.call(assignments.areas, { query: {} })
    return areas.reduce((sum, area) => sum + area.covered, 0)
  }
  expect(await covered()).toBe(1)
  const begun = { ids: [id], revisions: [1] }

  expect(await cast.ana.call(assignments.remove, { body: { ...begun, ...now } })).toEqual([id])

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  expect(await covered()).toBe(0)
  await figuresSettled(cast)
  await cast.ana.call(assignments.restore, { body: begun })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, not-yet'])
  expect(await covered()).toBe(1)
  await figuresSettled(cast)
})

test('changing hours from now on keeps earlier deadlines, and cannot shorten an ended shift', {
  tags: 'slow',
}, async () => {
  const { cast, id } = await noon()
  await due(
    cast,
    { name: 'Informații', kind: 'station-info', dueAt: '2026-11-22 10:00' },
    { name: 'Seara', kind: 'station-info', dueAt: '2026-11-22 20:00' },
  )
  const edit = (body: object) =>
    cast.ana.call(assignments.edit, { params: { id }, body: { ...body, ...now } })

  expect(await edit({ from: '2026-11-22 11:00', until: '2026-11-22 18:00' })).toEqual({ id })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  await figuresSettled(cast)

  await expect(edit({ until: '2026-11-22 11:30' })).rejects.toMatchObject({
    code: 'assignment.ends-early',
  })
  const later = await edit({ from: '2026-11-22 16:00', until: '2026-11-22 21:00' })
  expect(later).not.toEqual({ id })
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: late',
    'Bogdan Pop Aiud 1: not-yet',
  ])
  await figuresSettled(cast)
})

test('ignores removal from now on when the shift has ended', async () => {
  const { cast, id } = await noon()
  const body = { until: '2026-11-22 11:00' }
  await cast.ana.call(assignments.edit, { params: { id }, body })

  expect(await cast.ana.call(assignments.remove, { body: { ids: [id], ...now } })).toEqual([])
})

test('expects diaspora forms at stations of a county once it becomes one abroad', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await cast.database.write((tx) =>
    sql`update forms set is_diaspora = true where code = 'A'`.execute(tx),
  )
  const formId = cast.field.formId('A') as Id<'forms'>
  await due(cast, { name: 'Formular', kind: 'form', formId, dueAt: '2026-11-22 20:00' })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: '])

  const params = { id: await areaOf(cast, 'AB') }
  await cast.ana.call(places.editCounty, { params, body: { diaspora: true } })

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet'])
  await figuresSettled(cast)
})
