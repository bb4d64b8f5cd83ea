import { expect, test } from 'vitest'
import { answerOf, dej, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { arrival, at, due, figuresSettled, listedStates } from './testing.ts'

const set = stage()

/** Plans an observer at the first station of Dej and returns the assignment. */
async function shift(cast: Stage, name: string, from: string, until: string) {
  const one = {
    observerId: await observerIdOf(cast, name),
    pollingStationId: cast.field.stationId('CJ1', 1) as Id<'pollingStations'>,
    ...{ from: `2026-11-22 ${from}`, until: `2026-11-22 ${until}` },
  }
  const [id] = await cast.ana.call(assignments.add, { body: { assignments: [one] } })
  return id!
}

/** Bogdan from noon on; an arrival is due at noon. */
async function fromNoon() {
  const cast = await set()
  await cast.startJobs()
  await shift(cast, 'Bogdan Pop', '12:00', '20:00')
  await due(cast, arrival)
  cast.clock.now = at('12:00')
  return cast
}

test('expects a milestone at a shift change from the outgoing observer, else the incoming', {
  tags: 'slow',
}, async () => {
  const cast = await fromNoon()
  const { ana } = cast
  await ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: late'])

  const id = await shift(cast, 'Anca Radu', '06:00', '12:00')
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Dej 1: late',
    'Bogdan Pop Dej 1: ',
  ])
  await figuresSettled(cast)

  const body = { until: '2026-11-22 11:30' }
  await ana.call(assignments.edit, { params: { id }, body })
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Dej 1: ',
    'Bogdan Pop Dej 1: late',
  ])
  await figuresSettled(cast)
})

test('ignores outgoing shifts of other organisations and test observers at a change', async () => {
  const cast = await fromNoon()
  await shift(cast, 'Dana Ionescu', '06:00', '12:00')
  await shift(cast, 'Emil Test', '06:00', '12:00')

  expect(await listedStates(cast)).toContain('Bogdan Pop Dej 1: late')
  await figuresSettled(cast)
})

test('counts a note for the shift it was written in, despite a later answer', async () => {
  const cast = await set()
  const { bogdan, clock } = cast
  await shift(cast, 'Bogdan Pop', '06:00', '12:00')
  await shift(cast, 'Bogdan Pop', '12:00', '20:00')
  await due(cast, arrival)
  await bogdan.call(notes.write, { body: { ...dej, text: 'Fără cabine.' } })
  clock.now = at('12:30')

  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Nu'))

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Dej 1: done', 'Bogdan Pop Dej 1: '])
})
