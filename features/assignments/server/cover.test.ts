import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { gate } from '#features/tasks/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'
import { plan } from './testing.ts'

const set = stage()

const at = ({ field }: Stage, area: string, number = 1) =>
  field.stationId(area, number) as Id<'pollingStations'>

/** As `Alba: 1 covered, 0 visited of 3`. */
async function coverOf(person: Person, query: object = {}) {
  const { areas } = await person.call(assignments.areas, { query })
  return areas.map(
    ({ name, covered, visited, stations }) =>
      `${name}: ${covered} covered, ${visited} visited of ${stations}`,
  )
}

const idOf = async (person: Person, name: string) =>
  (await person.call(assignments.areas, { query: {} })).areas.find((one) => one.name === name)
    ?.areaId

/** Waits for background jobs and checks their counts. */
async function figuresSettled({ database, figures }: Stage) {
  await figures()
  expect(await miscounted(database)).toEqual([])
}

test('counts covered and visited stations by county and by municipality', async () => {
  const cast = await set()
  const { ana } = cast
  const before = await coverOf(ana)
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, blaj, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(before).toEqual(['Alba: 0 covered, 0 visited of 5', 'Cluj: 0 covered, 0 visited of 2'])
  expect(await coverOf(ana)).toEqual([
    'Alba: 1 covered, 2 visited of 5',
    'Cluj: 0 covered, 0 visited of 2',
  ])
  expect(await coverOf(ana, { areaId: await idOf(ana, 'Alba') })).toEqual([
    'Aiud: 1 covered, 1 visited of 3',
    'Blaj: 0 covered, 1 visited of 2',
  ])
  await figuresSettled(cast)
})

test('limits coverage counts to an organisation or a desk’s counties', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  const [{ ngoId } = { ngoId: undefined }] = await cast.database.primary
    .selectFrom('observers')
    .select('ngoId')
    .where('name', '=', 'Dana Ionescu')
    .execute()

  expect(await coverOf(cast.calin)).toEqual([
    'Alba: 0 covered, 0 visited of 5',
    'Cluj: 1 covered, 1 visited of 2',
  ])
  expect(await coverOf(cast.ana, { ngoId })).toEqual(await coverOf(cast.calin))
  expect(await coverOf(cast.sanda)).toEqual(['Cluj: 1 covered, 1 visited of 2'])
})

test('leaves test observers out of coverage and visits', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const say = async (isTest: boolean) => {
    await cast.ana.call(observers.edit, { body: { observerId, isTest } })
    await expect
      .poll(async () => (await coverOf(cast.ana))[0])
      .toContain(isTest ? '0 covered, 0 visited' : '1 covered, 1 visited')
    await figuresSettled(cast)
  }

  await say(true)
  await say(false)
})

/** Runs something while a change is made but not committed. */
async function beforeCommit(
  { database }: Stage,
  change: RawBuilder<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const [changed, goOn] = [gate(), gate()]
  const changing = database.write(async (tx) => {
    await change.execute(tx)
    changed.open()
    await goOn.isOpen
  })
  await changed.isOpen
  await act()
  goOn.open()
  await changing
}

test('counts the first report from a station that is reopened concurrently', async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  const id = at(cast, 'AB1')
  await ana.call(places.closeStation, { params: { id } })
  await figuresSettled(cast)

  const reopening = sql`update polling_stations set closed_at = null where id = ${id}`
  await beforeCommit(cast, reopening, () => send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da')))
  await figuresSettled(cast)
  // The next report counts for every organisation and would hide a missing count.
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))

  await figuresSettled(cast)
  expect(await coverOf(ana)).toEqual([
    'Alba: 0 covered, 1 visited of 5',
    'Cluj: 0 covered, 0 visited of 2',
  ])
})

test('leaves out reports and assignments of an organisation deactivated concurrently', async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast

  const switching = sql`update ngos set is_active = false where short_name = 'VC'`
  await beforeCommit(cast, switching, async () => {
    await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
    await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  })

  await figuresSettled(cast)
  expect(await coverOf(ana)).toEqual([
    'Alba: 0 covered, 0 visited of 5',
    'Cluj: 0 covered, 0 visited of 2',
  ])
})

test('leaves closed stations out of coverage and counts moved ones in their new area', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, blaj, 'A1.1', 'Da'))
  const params = { id: at(cast, 'AB1') }

  await ana.call(places.closeStation, { params })
  await figuresSettled(cast)
  expect(await coverOf(ana)).toEqual([
    'Alba: 0 covered, 1 visited of 4',
    'Cluj: 0 covered, 0 visited of 2',
  ])
  expect(await coverOf(ana, { areaId: await idOf(ana, 'Alba') })).toEqual([
    'Aiud: 0 covered, 0 visited of 2',
    'Blaj: 0 covered, 1 visited of 2',
  ])

  await ana.call(places.reopenStation, { params })
  const { revision } = await ana.call(places.station, { params })
  const area = await idOf(ana, 'Cluj')
  const {
    areas: [dej],
  } = await ana.call(assignments.areas, { query: { areaId: area } })
  await ana.call(places.editStation, {
    params,
    body: { areaId: dej!.areaId, number: 77, revision },
  })
  await figuresSettled(cast)
  expect(await coverOf(ana)).toEqual([
    'Alba: 0 covered, 1 visited of 4',
    'Cluj: 1 covered, 1 visited of 3',
  ])
})

test('removes coverage but keeps visits when an observer is deleted', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['AB2', 1])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const id = await observerIdOf(cast, 'Bogdan Pop')

  await cast.ana.call(observers.remove, { query: { id } })
  await figuresSettled(cast)
  expect(await coverOf(cast.ana)).toEqual([
    'Alba: 0 covered, 1 visited of 5',
    'Cluj: 0 covered, 0 visited of 2',
  ])
  await cast.ana.call(observers.restore, { params: { id } })
  await figuresSettled(cast)
  expect(await coverOf(cast.ana)).toEqual([
    'Alba: 2 covered, 1 visited of 5',
    'Cluj: 0 covered, 0 visited of 2',
  ])
})

test('leaves deactivated organisations out of coverage and plan until they are activated again', async () => {
  const cast = await set()
  const { ana } = cast
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['AB2', 1])
  const ngo = (await ana.call(accounts.listNgos)).find(({ name }) => name === 'Vot Curat')!
  const params = { id: ngo.id as Id<'ngos'> }
  const query = { ngoId: params.id }
  const planned = async (of: object = {}) =>
    (await ana.call(assignments.list, { query: of })).data.map((one) => one.observerName)
  const turn = async (isActive: boolean) => {
    await ana.call(accounts.editNgo, { params, body: { isActive } })
    await figuresSettled(cast)
  }

  await turn(false)
  expect(await coverOf(ana)).toContain('Alba: 1 covered, 0 visited of 5')
  expect(await planned()).toEqual(['Bogdan Pop'])
  expect(await coverOf(ana, query)).toContain('Alba: 0 covered, 0 visited of 5')
  expect(await planned(query)).toEqual([])

  await turn(true)
  expect(await coverOf(ana)).toContain('Alba: 2 covered, 0 visited of 5')
  expect(await planned()).toEqual(['Bogdan Pop', 'Dana Ionescu'])
  expect(await planned(query)).toEqual(['Dana Ionescu'])
})
