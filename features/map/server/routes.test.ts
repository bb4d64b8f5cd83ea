import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { arrival, at, due, figuresSettled } from '#features/milestones/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { map } from '../contract.ts'

const set = stage()

async function choose({ field }: Stage, person: Person, number: number, text: string) {
  const at = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: number }
  const options = [{ optionId: field.optionId('A1.1', text) }]
  const draft = { ...at, questionId: field.questionId('A1.1'), options }
  await person.call(answers.send, { body: { answers: [draft] } })
}

/** Puts station n of a county at n degrees east. */
const putOnMap = ({ database }: Stage) =>
  database.write((tx) =>
    tx
      .updateTable('pollingStations')
      .set(({ ref }) => ({ longitude: ref('number'), latitude: 46.5 }))
      .where('number', '<', 3)
      .execute(),
  )

/** The stations of all counties. */
async function stationsOf(person: Person) {
  const { areas } = await person.call(map.areas, { query: {} })
  return Promise.all(areas.map(({ id }) => person.call(map.stations, { query: { countyId: id } })))
}

const states = async (person: Person) =>
  (await stationsOf(person)).map((county) => county.states).join('')

const figures = async (person: Person) =>
  (await person.call(map.areas, { query: {} })).areas.map(
    ({ code, visited, reports, flagged }) => `${code} ${visited} ${reports} ${flagged}`,
  )

test('counts visited stations, reports and flags of each county', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 1, 'Nu')
  await choose(cast, cast.dana, 1, 'Da')
  const at = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 2 }
  await cast.bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } })

  expect(await figures(cast.ana)).toEqual(['AB 1 1 0', 'CJ 1 2 1'])
  expect(await figures(cast.calin)).toEqual(['AB 0 0 0', 'CJ 1 1 0'])
})

test('gives stations with coordinates the state of their reports', async () => {
  const cast = await set()
  await putOnMap(cast)
  const [alba, cluj] = await stationsOf(cast.ana)
  expect([alba?.longitudes, cluj?.longitudes]).toEqual([
    [1, 2, 1, 2],
    [1, 2],
  ])
  expect([alba?.states, cluj?.states]).toEqual(['0000', '00'])

  await choose(cast, cast.bogdan, 1, 'Da')
  await choose(cast, cast.bogdan, 2, 'Nu')

  expect([...(await states(cast.ana))].sort().join('')).toMatch(/^0+24$/)
  expect(await states(cast.calin)).toMatch(/^0+$/)
})

test('lists stations without coordinates separately, with their state', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, 1, 'Da')
  await choose(cast, cast.bogdan, 2, 'Nu')

  const [, cluj] = await stationsOf(cast.ana)

  expect(cluj).toMatchObject({ ids: [], longitudes: [], latitudes: [], states: '' })
  expect(cluj?.notLocated.ids).toHaveLength(2)
  expect(cluj?.notLocated.states).toBe('24')
})

test('reports of test observers and of inactive organisations are left out', async () => {
  const cast = await set()
  await cast.startJobs()
  await choose(cast, cast.emil, 1, 'Nu')
  await choose(cast, cast.dana, 1, 'Nu')
  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  await expect.poll(() => figures(cast.ana)).toEqual(['AB 0 0 0', 'CJ 0 0 0'])
})

test('shows a planned station as awaited, late after a deadline, visited after a report', async () => {
  const cast = await set()
  await putOnMap(cast)
  await cast.startJobs()
  cast.clock.now = at('10:00')
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await due(cast, arrival)
  await figuresSettled(cast)
  const planned = async (person: Person) =>
    (await person.call(map.areas, { query: {} })).areas.map(
      ({ code, covered, late }) => `${code} ${covered} ${late}`,
    )
  const kinds = async (person: Person) => [...(await states(person))].sort().join('')

  expect(await planned(cast.ana)).toEqual(['AB 1 0', 'CJ 1 0'])
  expect(await kinds(cast.ana)).toMatch(/^0+11$/)

  cast.clock.now = at('12:30')
  expect(await planned(cast.ana)).toEqual(['AB 1 1', 'CJ 1 1'])
  expect(await planned(cast.calin)).toEqual(['AB 1 1', 'CJ 0 0'])
  expect(await kinds(cast.ana)).toMatch(/^0+33$/)
  expect(await kinds(cast.calin)).toMatch(/^0+3$/)

  await choose(cast, cast.bogdan, 1, 'Da')
  expect(await kinds(cast.ana)).toMatch(/^0+(23|33)$/)
})
