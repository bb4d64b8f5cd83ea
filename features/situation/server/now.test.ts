import { expect, test } from 'vitest'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival, at, due } from '#features/milestones/server/testing.ts'
import { stations } from '#features/stations/contract.ts'
import { disagree } from '#features/stations/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { type Person, stage } from '#testing/stage.ts'
import { situation } from '../contract.ts'

const set = stage()

const read = (person: Person) => person.call(situation.now)

/** How long the lists are that the counts lead to. */
async function lengths(person: Person) {
  const length = async (query: object) =>
    (await person.call(milestones.expected, { query })).totalItems
  return {
    silent: await length({ silentMinutes: 60 }),
    due: await length({ state: 'due' }),
    late: await length({ state: 'late' }),
    elsewhere: await length({ elsewhere: true }),
    unmatched: (await person.call(unplaced.list, { query: {} })).totalItems,
    differing: (await person.call(stations.unsettled)).unsettled,
  }
}

test('counts what waits as long as the lists it leads to, within what the caller may see', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  await due(cast, arrival)
  await disagree(cast)
  await send(cast.bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 999 }, 'A1.1', 'Nu'))

  cast.clock.now = at('11:30')
  expect(await read(cast.ana)).toMatchObject({ ...(await lengths(cast.ana)), late: 0, due: 1 })
  cast.clock.now = at('13:30')
  for (const person of [cast.ana, cast.sanda])
    expect(await read(person)).toMatchObject(await lengths(person))
  expect(await read(cast.ana)).toMatchObject({ late: 1, due: 0, unmatched: 1 })
  expect(await read(cast.sanda)).toMatchObject({ late: 1, unmatched: 0 })
})

test('says when the next deadline comes near and when it passes', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(cast, arrival)
  const nextAt = async (clock: string) => {
    cast.clock.now = at(clock)
    return (await read(cast.ana)).nextDueAt
  }

  expect(await nextAt('11:00')).toEqual(at('11:30'))
  expect(await nextAt('11:30')).toEqual(at('12:00'))
  expect(await nextAt('12:00')).toBeNull()
})

test('names the counties with the highest share late or flagged, the highest first', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))

  const shares = (await read(cast.ana)).counties.map(
    ({ name, flagged, reports }) => `${name} ${flagged}/${reports}`,
  )
  expect(shares).toEqual(['Alba 1/1', 'Cluj 1/2'])
  expect((await read(cast.sanda)).counties.map(({ name }) => name)).toEqual(['Cluj'])
})
