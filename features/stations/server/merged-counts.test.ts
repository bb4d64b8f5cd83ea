import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, blaj, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival, at, due, listedStates } from '#features/milestones/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { merge, part, stationOf, twin, twinOf } from './testing.ts'

const set = stage()

/** Lines such as `Alba: 1 covered, 0 visited of 3`. */
async function covered(person: Person, query: { areaId?: Id<'areas'> } = {}) {
  const { areas } = await person.call(assignments.areas, { query })
  return areas.map(
    (one) => `${one.name}: ${one.covered} covered, ${one.visited} visited of ${one.stations}`,
  )
}

const albaOf = async ({ ana }: Stage) =>
  (await ana.call(assignments.areas, { query: {} })).areas.find(({ name }) => name === 'Alba')!
    .areaId

/** Waits until all figures are counted, and compares them with a recount. */
async function figuresSettled({ database, figures }: Stage) {
  await figures()
  expect(await miscounted(database)).toEqual([])
}

test('counts cover and visits under the remaining station until the two are split', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana, calin } = cast
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))
  expect((await covered(ana))[0]).toBe('Alba: 2 covered, 1 visited of 5')

  await merge(cast)
  await figuresSettled(cast)
  expect((await covered(ana))[0]).toBe('Alba: 1 covered, 1 visited of 4')
  expect((await covered(calin))[0]).toBe('Alba: 1 covered, 1 visited of 4')

  await part(cast)
  await figuresSettled(cast)
  expect((await covered(ana))[0]).toBe('Alba: 2 covered, 1 visited of 5')
  expect((await covered(calin))[0]).toBe('Alba: 1 covered, 1 visited of 5')
})

test('finds observers expected at a merged station by either station', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  const [milestoneId] = await due(cast, arrival)
  await merge(cast)
  await figuresSettled(cast)

  for (const pollingStationId of [stationOf(cast), twinOf(cast)]) {
    const both = { query: { pollingStationId } }
    expect((await cast.ana.call(assignments.list, both)).data).toHaveLength(2)
    expect((await cast.ana.call(milestones.expected, both)).data).toHaveLength(2)
    const owing = { query: { pollingStationId, milestoneId: milestoneId! } }
    expect((await cast.ana.call(milestones.expected, owing)).data).toHaveLength(2)
  }
})

test('counts the first report on the merged station as the remaining one’s first visit', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await merge(cast)
  await figuresSettled(cast)

  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect((await covered(cast.ana))[0]).toBe('Alba: 0 covered, 1 visited of 4')
  await figuresSettled(cast)

  await part(cast)
  await figuresSettled(cast)
  expect((await covered(cast.ana))[0]).toBe('Alba: 0 covered, 2 visited of 5')
})

test('counts merged stations of different municipalities in the remaining station’s municipality', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB2', 1])
  await due(cast, arrival)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  const query = { areaId: await albaOf(cast) }

  await merge(cast, { id: stationOf(cast, 'AB2', 1) })
  await figuresSettled(cast)

  expect(await covered(cast.ana, query)).toEqual([
    'Aiud: 1 covered, 1 visited of 3',
    'Blaj: 0 covered, 0 visited of 1',
  ])
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done'])
  await part(cast, stationOf(cast, 'AB2', 1))
  await figuresSettled(cast)
  expect(await covered(cast.ana, query)).toEqual([
    'Aiud: 0 covered, 0 visited of 3',
    'Blaj: 1 covered, 1 visited of 2',
  ])
})

test('closing the remaining station closes reports from either until they are split', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await merge(cast)
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))

  await cast.ana.call(places.closeStation, { params: { id: stationOf(cast) } })
  await figuresSettled(cast)
  expect((await covered(cast.ana))[0]).toBe('Alba: 0 covered, 0 visited of 3')
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))
  expect((await covered(cast.ana))[0]).toBe('Alba: 0 covered, 0 visited of 3')

  await part(cast)
  await figuresSettled(cast)
  expect((await covered(cast.ana))[0]).toBe('Alba: 0 covered, 1 visited of 4')
})

test('counts no visit by a test observer at either station', { tags: 'slow' }, async () => {
  const cast = await set()
  await cast.startJobs()
  await merge(cast)
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  const observerId = await observerIdOf(cast, 'Bogdan Pop')

  for (const isTest of [true, false]) {
    await cast.ana.call(observers.edit, { body: { observerId, isTest } })
    const expected = `Alba: 0 covered, ${isTest ? 0 : 1} visited of 4`
    await expect.poll(async () => (await covered(cast.ana))[0], pollOptions).toBe(expected)
    await figuresSettled(cast)
  }
})

test('reports on the merged station meet or reopen expectations of the other at once', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const jobs = await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const questionId = cast.field.questionId('A1.1') as Id<'questions'>
  await due(
    cast,
    { name: 'Întrebare', kind: 'question', questionId, dueAt: '2026-11-22 12:00' },
    { ...arrival, dueAt: '2026-11-22 13:00' },
  )
  await merge(cast)
  await figuresSettled(cast)
  // No background job runs from here on.
  await jobs.stop()

  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, done'])
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1'))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet, done'])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, done'])
  expect(await miscounted(cast.database)).toEqual([])
})

test('counts a milestone due once per station once for both, and for each after a split', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  await ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  })
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Anca Radu', ['AB1', 2])
  await due(cast, { ...arrival, forStation: true })
  await merge(cast)
  await figuresSettled(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: done',
    'Bogdan Pop Aiud 1: done',
  ])
  await figuresSettled(cast)

  await part(cast)
  await figuresSettled(cast)
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 2: not-yet',
    'Bogdan Pop Aiud 1: done',
  ])
})

test('keeps cover and expectations right under concurrent reports, merges and splits', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  const questionId = cast.field.questionId('A1.1') as Id<'questions'>
  await due(cast, arrival, {
    ...{ name: 'Întrebare', kind: 'question', questionId, dueAt: '2026-11-22 12:00' },
    forStation: true,
  })
  const report = async () => {
    for (let round = 0; round < 8; round++) {
      const options = round % 2 === 0 ? ['Nu'] : []
      await Promise.all([
        send(cast.bogdan, answerOf(cast, twin, 'A1.1', ...options)),
        send(cast.dana, answerOf(cast, aiud, 'A1.1', ...options)),
      ])
    }
  }
  const act = async () => {
    for (let round = 0; round < 5; round++) {
      await merge(cast)
      await part(cast)
    }
    await merge(cast)
  }

  await Promise.all([report(), act()])

  await figuresSettled(cast)
  expect((await covered(cast.ana))[0]).toBe('Alba: 1 covered, 1 visited of 4')
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: done, not-yet',
    'Dana Ionescu Aiud 1: done, not-yet',
  ])
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: done, done',
    'Dana Ionescu Aiud 1: done, not-yet',
  ])
})

test('map shows both as one point, awaited, late and reported from by either', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  for (const [nth, id] of [stationOf(cast), twinOf(cast)].entries()) {
    const coordinates = { latitude: 46 + nth / 100, longitude: 23 }
    await ana.call(places.editStation, { params: { id }, body: { coordinates } })
  }
  const shown = async () => {
    const alba = (await ana.call(map.areas, { query: {} })).areas.find(({ code }) => code === 'AB')!
    const { ids, states } = await ana.call(map.stations, { query: { countyId: alba.id } })
    const { stations, covered: awaited, late } = alba
    const kind = [stationOf(cast), twinOf(cast)].map((id) => states[ids.indexOf(id)])
    return `${kind.join(' ')}: ${awaited} of ${stations}, ${late} late`
  }
  await plan(cast, 'Bogdan Pop', ['AB1', 2])
  await due(cast, arrival)
  cast.clock.now = at('12:30')
  expect(await shown()).toBe('0 3: 1 of 5, 1 late')

  await merge(cast)
  await figuresSettled(cast)
  expect(await shown()).toBe('3 : 1 of 4, 1 late')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(await shown()).toBe('2 : 1 of 4, 0 late')

  await part(cast)
  await figuresSettled(cast)
  expect(await shown()).toBe('2 3: 1 of 5, 1 late')
})
