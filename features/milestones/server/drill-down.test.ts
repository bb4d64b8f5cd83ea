import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { milestones, type State } from '../contract.ts'
import { areaOf, arrival, at, due } from './testing.ts'

const set = stage()

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const

/** The expectations of the areas within one, as `Aiud: late 2`; a plus marks divided areas. */
async function inside(cast: Stage, code: string, person = cast.ana) {
  const areaId = await areaOf(cast, code)
  const { rows } = await person.call(milestones.deployment, { query: { areaId } })
  const spoken = (counts: Record<State, number>) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')
  return rows.map(
    ({ name, isDivided, milestones: each }) =>
      `${name}${isDivided ? ' +' : ''}: ${each
        .toSorted((one, other) => one.milestoneId - other.milestoneId)
        .map(({ counts }) => spoken(counts))
        .join('; ')}`,
  )
}

test('sums expectations of nested areas level by level', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['AB1', 2])
  const excused = await plan(cast, 'Bogdan Pop', ['AB2', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  await due(cast, arrival, { ...arrival, name: 'Iar', dueAt: '2026-11-22 20:00' })
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.ana.call(milestones.excuse, { body: { assignmentIds: [excused], reason: 'Bolnav' } })
  cast.clock.now = at('13:00')

  expect(await inside(cast, 'AB')).toEqual([
    'Aiud: done 1, late 1; not-yet 1, done 1',
    'Blaj: excused 1; excused 1',
  ])
  expect(await inside(cast, 'T')).toEqual([
    'Alba +: done 1, late 1, excused 1; not-yet 1, done 1, excused 1',
    'Cluj +: late 1; not-yet 1',
  ])
  expect(await inside(cast, 'T', cast.sanda)).toEqual(['Cluj +: late 1; not-yet 1'])
})

test('lists late observers of a county once each, by their earliest late milestone', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 2])
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const [first, second] = await due(
    cast,
    { ...arrival, dueAt: '2026-11-22 11:00' },
    { ...arrival, name: 'Date', kind: 'station-info' },
    { ...arrival, name: 'Iar', dueAt: '2026-11-22 20:00' },
  )
  cast.clock.now = at('13:00')
  const countyId = await areaOf(cast, 'AB')
  const late = async (more: { milestoneId?: Id<'milestones'>; name?: string } = {}) => {
    const query = { state: 'late', countyId, ...more } as const
    const { data, totalItems } = await cast.ana.call(milestones.expected, { query })
    expect(totalItems).toBe(data.length)
    return data.map(({ observerName }) => observerName)
  }
  expect(await late()).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await late()).toEqual(['Dana Ionescu', 'Bogdan Pop'])
  expect(await late({ milestoneId: first!, name: 'Pop' })).toEqual([])
  expect(await late({ milestoneId: second!, name: 'Pop' })).toEqual(['Bogdan Pop'])
})

test('includes all stations within an area at any level, with any other filter', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['AB2', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const [milestoneId] = await due(cast, arrival)
  cast.clock.now = at('13:00')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const queries = [{}, { state: 'late' }, { state: 'late', milestoneId: milestoneId! }] as const
  const stationsIn = async (code: string, more: (typeof queries)[number]) => {
    const query = { areaId: await areaOf(cast, code), ...more }
    const { data } = await cast.ana.call(milestones.expected, { query })
    return data.map((one) => `${one.municipality} ${one.pollingStationNumber}`)
  }

  for (const code of ['T', 'AB', 'AB1', 'AB2', 'CJ'])
    expect([code, await Promise.all(queries.map((more) => stationsIn(code, more)))]).toEqual([
      code,
      {
        T: [
          ['Blaj 1', 'Dej 1', 'Aiud 1'],
          ['Blaj 1', 'Dej 1'],
          ['Blaj 1', 'Dej 1'],
        ],
        AB: [['Blaj 1', 'Aiud 1'], ['Blaj 1'], ['Blaj 1']],
        AB1: [['Aiud 1'], [], []],
        AB2: [['Blaj 1'], ['Blaj 1'], ['Blaj 1']],
        CJ: [['Dej 1'], ['Dej 1'], ['Dej 1']],
      }[code],
    ])
})
