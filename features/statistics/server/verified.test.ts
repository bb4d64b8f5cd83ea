import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { map } from '#features/map/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { merge, twin, twinOf } from '#features/stations/server/testing.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { Method, statistics } from '../contract.ts'

const set = stage()

const verified = { reviewState: 'verified' } as const

/** Every figure of reports, as a person reads them. */
async function figuresOf(person: Person, query: { readonly reviewState?: 'verified' } = {}) {
  const { areas } = await person.call(map.areas, { query })
  const countyIds = areas.map(({ id }) => id)
  const replies = await Promise.all([
    ...Method.options.map((method) => person.call(statistics.list, { params: { method }, query })),
    person.call(statistics.trend, { query: { hours: 2, ...query } }),
    person.call(assignments.areas, { query }),
    person.call(map.areas, { query }),
    ...countyIds.map((countyId) => person.call(map.areas, { query: { countyId, ...query } })),
    ...countyIds.map((countyId) => person.call(map.stations, { query: { countyId, ...query } })),
  ])
  return replies.map(({ asOf: _, ...figures }) => figures)
}

/** Bogdan and Dana report from three stations, Dana also from a duplicate of one, which is merged. */
async function reported(cast: Stage) {
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'C1.1', 'Nu'),
    answerOf(cast, dej, 'A1.1', 'Da'),
    answerOf(cast, dej, 'A2.2', 'Nu, la=ușă'),
  )
  await send(cast.dana, answerOf(cast, blaj, 'A1.1', 'Nu'), answerOf(cast, twin, 'A1.1', 'Nu'))
  await merge(cast, { id: twinOf(cast) })
  await cast.figures()
  return (await list(cast.ana)).threads
}

const values = async (cast: Stage, method: Method) =>
  (await cast.ana.call(statistics.list, { params: { method }, query: verified })).data.map(
    ({ label, value, of }) => `${label}: ${value} of ${of}`,
  )

test('counts every figure of verified reports like that of all reports', async () => {
  const cast = await set()
  const threads = await reported(cast)
  const nothing = await figuresOf(cast.ana, verified)
  await review(cast.ana, threads, { state: 'verified' })

  for (const person of [cast.ana, cast.calin, cast.sanda])
    expect(await figuresOf(person, verified)).toEqual(await figuresOf(person))
  expect(nothing).not.toEqual(await figuresOf(cast.ana, verified))
})

test('counts only verified reports, until they change', async () => {
  const cast = await set()
  const threads = await reported(cast)
  expect(await values(cast, 'countiesIrregularities')).toEqual([])
  await review(
    cast.ana,
    threads.filter(({ observerName }) => observerName === 'Bogdan Pop'),
    { state: 'verified' },
  )

  expect(await values(cast, 'countiesIrregularities')).toEqual(['Alba: 2 of 2', 'Cluj: 1 of 2'])
  expect(await values(cast, 'pollingStationsByCountingIrregularities')).toEqual([
    'Alba Aiud 1: 1 of 1',
  ])
  const { areas } = await cast.ana.call(assignments.areas, { query: verified })
  expect(areas.map(({ name, visited, met }) => [name, visited, met])).toEqual([
    ['Alba', 1, 1],
    ['Cluj', 1, 1],
  ])

  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(await values(cast, 'countiesIrregularities')).toEqual(['Cluj: 1 of 2'])
})

test.for([statistics.exportCoverage, map.exportAreas])(
  'says in the file of $path that only verified reports count',
  async ({ path }) => {
    const cast = await set()
    await reported(cast)
    const read = async (query: string) =>
      (await cast.ana.send({ method: 'GET', url: `${path}?format=csv&language=en${query}` })).body
    expect(await read('&reviewState=verified')).toContain('Verified reports only')
    expect(await read('')).not.toContain('erified')
  },
)
