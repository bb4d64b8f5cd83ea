import { expect, test } from 'vitest'
import { said, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { arrival, at, due, settled, told, totals } from './testing.ts'

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
  await send(cast.bogdan, said(cast, aiud, 'A1.1', 'Da'))
  cast.clock.now = at('12:00')
  return { cast, anca, id }
}

const replace = (
  { ana }: Stage,
  id: Id<'assignments'>,
  body: CallInput<typeof assignments.replace>['body'],
) => ana.call(assignments.replace, { params: { id }, body })

test('replacing at midday keeps what the former did and missed, and the successor owes the rest', async () => {
  const { cast, anca, id } = await noon()
  await due(
    cast,
    { ...arrival, dueAt: '2026-11-22 09:00' },
    { name: 'Informații', kind: 'station-info', dueAt: '2026-11-22 10:00' },
    { ...arrival, name: 'Seara', dueAt: '2026-11-22 20:00' },
  )
  expect(await told(cast)).toEqual(['Bogdan Pop Aiud 1: done, late, done'])

  const successor = await replace(cast, id, { observerId: anca })

  expect((await told(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: not-yet',
    'Bogdan Pop Aiud 1: done, late',
  ])
  expect(await totals(cast.ana)).toEqual([['Alba', { done: 1 }, { late: 1 }, { 'not-yet': 1 }]])
  await settled(cast)

  await cast.ana.call(assignments.restore, { body: { ids: [id], insteadOf: [successor] } })
  expect(await told(cast)).toEqual(['Bogdan Pop Aiud 1: done, late, done'])
  await settled(cast)
})

test('a successor of one who never came owes all that the former owed', async () => {
  const { cast, anca, id } = await noon()
  await due(cast, { ...arrival, dueAt: '2026-11-22 09:00' })

  await replace(cast, id, { observerId: anca, neverCame: true })

  expect(await told(cast)).toEqual(['Anca Radu Aiud 1: late'])
  await settled(cast)
})

test('deadlines after minutes count from the replacement, unless they had passed by then', async () => {
  const { cast, anca, id } = await noon()
  const after = { dueAt: undefined, kind: 'station-info' } as const
  await due(
    cast,
    { ...after, name: 'După o oră', dueAfterMinutes: 60 },
    { ...after, name: 'După opt ore', dueAfterMinutes: 480 },
  )
  expect(await told(cast)).toEqual(['Bogdan Pop Aiud 1: late, not-yet'])

  await replace(cast, id, { observerId: anca })

  expect((await told(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: not-yet',
    'Bogdan Pop Aiud 1: late',
  ])
  cast.clock.now = at('19:00')
  expect((await told(cast))[1]).toEqual('Anca Radu Aiud 1: not-yet')
  cast.clock.now = at('20:01')
  expect((await told(cast))[1]).toEqual('Anca Radu Aiud 1: late')
  await settled(cast)
})

test('who takes over a second time inherits what was settled before the first', async () => {
  const { cast, anca, id } = await noon()
  const body = { name: 'Ioana Zamfir', phone: '0700 000 008', pin: '9999' }
  const ioana = (await cast.ana.call(observers.add, { body })) as Id<'observers'>
  await due(cast, { name: 'După', kind: 'station-info', dueAfterMinutes: 120 })

  const second = await replace(cast, id, { observerId: anca })
  cast.clock.now = at('13:00')
  await replace(cast, second, { observerId: ioana })

  expect((await told(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: ',
    'Bogdan Pop Aiud 1: late',
    'Ioana Zamfir Aiud 1: ',
  ])
  await settled(cast)
})
