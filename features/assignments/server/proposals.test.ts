import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { currentId } from '#features/elections/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'
import { plan, planElsewhere } from './testing.ts'

const set = stage()

async function areaOf(cast: Stage, code: string): Promise<Id<'areas'>> {
  const { id } = await cast.database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .where('electionId', '=', await currentId(cast))
    .executeTakeFirstOrThrow()
  return id
}

/** The proposals for an area as `Bogdan Pop, Aiud 1: reported`. */
async function proposed(
  cast: Stage,
  code: string,
  person: Person = cast.ana,
  ngoId?: Id<'ngos'> | undefined,
) {
  const areaId = await areaOf(cast, code)
  const all = await person.call(assignments.proposals, { query: { areaId, ngoId } })
  return all.map(
    ({ observerName, municipality, pollingStationNumber, reason, metres }) =>
      `${observerName}, ${municipality} ${pollingStationNumber}: ${reason}${metres === null ? '' : ` ${metres} m`}`,
  )
}

const idsOf = async ({ ana }: Stage) =>
  (await ana.call(assignments.list, { query: {} })).data.map(({ id }) => id)

/** Puts a station at so many hundredths of a degree north of 46°, on one meridian. */
const put = ({ database, field }: Stage, area: string, number: number, hundredths: number) =>
  database.write((tx) =>
    tx
      .updateTable('pollingStations')
      .set({ latitude: 46 + hundredths / 100, longitude: 23 })
      .where('id', '=', field.stationId(area, number) as Id<'pollingStations'>)
      .execute(),
  )

test('proposes observers with earlier work in the county first, then new ones', async () => {
  const cast = await set()
  await planElsewhere(cast, [[phones.bogdan, 'AB2', 1, '2024-06-09 03:30Z', '2024-06-09 19:00Z']])

  expect(await proposed(cast, 'AB')).toEqual([
    'Bogdan Pop, Blaj 1: before',
    'Dana Ionescu, Aiud 1: anyone',
  ])
  // Observers known to be elsewhere are not proposed across the country.
  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 1: anyone'])
})

test('fills in a station that has only a test observer', async () => {
  const cast = await set()
  await plan(cast, 'Emil Test', ['CJ1', 1])

  expect(await proposed(cast, 'CJ')).toEqual([
    'Bogdan Pop, Dej 1: anyone',
    'Dana Ionescu, Dej 2: anyone',
  ])
})

test('proposes each observer who reported from an area once, at the nearest station', async () => {
  const cast = await set()
  await put(cast, 'AB2', 1, 0)
  await put(cast, 'AB1', 1, 30)
  await put(cast, 'AB1', 2, 10)
  await plan(cast, 'Dana Ionescu', ['AB2', 1])
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))

  expect(await proposed(cast, 'AB')).toEqual(['Bogdan Pop, Aiud 2: reported 11119 m'])
  const countyId = await areaOf(cast, 'AB')
  expect(await cast.ana.call(assignments.proposals, { query: { countyId } })).toHaveLength(1)
})

test('fills in an area of any level, also from a neighbouring county', async () => {
  const cast = await set()
  await put(cast, 'CJ1', 1, 0)
  await put(cast, 'AB2', 1, 20)
  await put(cast, 'AB1', 1, 90)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await proposed(cast, 'AB2')).toEqual([
    'Bogdan Pop, Blaj 1: nearby 22239 m',
    'Dana Ionescu, Blaj 2: anyone',
  ])
  expect(await proposed(cast, 'AB1')).toEqual(['Dana Ionescu, Aiud 1: anyone'])
})

test('prefers new observers of an organisation already present in the county', async () => {
  const cast = await set()
  const anca = { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' }
  await cast.ana.call(observers.add, { body: anca })
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  const ioana = { name: 'Ioana Zamfir', phone: '0700 000 008', pin: '9999' }
  await cast.calin.call(observers.add, { body: ioana })

  expect(await proposed(cast, 'AB')).toEqual([
    'Ioana Zamfir, Aiud 2: organisation',
    'Anca Radu, Aiud 3: anyone',
    'Bogdan Pop, Blaj 1: anyone',
  ])
})

test('proposes replacements for a station nearest first, also when it is covered', async () => {
  const cast = await set()
  const anca = { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' }
  await cast.ana.call(observers.add, { body: anca })
  await put(cast, 'AB2', 1, 0)
  await put(cast, 'AB1', 1, 10)
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  const query = { pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'> }
  const could = async (person: Person) =>
    (await person.call(assignments.proposals, { query })).map(
      ({ observerName, municipality, metres, reason }) => [
        ...[observerName, municipality, metres, reason],
      ],
    )

  expect(await could(cast.ana)).toEqual([
    ['Bogdan Pop', 'Aiud', 11119, 'reported'],
    ['Anca Radu', 'Aiud', null, 'anyone'],
  ])
  expect(await could(cast.calin)).toEqual([])
  expect(await could(cast.sanda)).toEqual([])
})

test('proposes an organisation’s own observers where it has none, even at covered stations', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const ngos = await cast.ana.call(accounts.listNgos)
  const [own, hers] = [true, false].map(
    (isOwn) => ngos.find(({ shortName }) => (shortName !== 'VC') === isOwn)!.id,
  )

  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 2: anyone'])
  const of = (ngoId: Id<'ngos'> | undefined) => proposed(cast, 'CJ', cast.ana, ngoId)
  expect(await of(hers)).toEqual(['Dana Ionescu, Dej 1: anyone'])
  expect(await of(own)).toEqual([])
  expect(await proposed(cast, 'CJ', cast.calin, own)).toEqual(['Dana Ionescu, Dej 1: anyone'])
})

test('proposes only observers that the organisation or county desk may see', async () => {
  const cast = await set()
  expect(await proposed(cast, 'CJ', cast.calin)).toEqual(['Dana Ionescu, Dej 1: anyone'])
  expect(await proposed(cast, 'CJ', cast.sanda)).toEqual([])
  // Proposals must not reveal where observers of others are.
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  expect(await proposed(cast, 'CJ', cast.calin)).toEqual(['Dana Ionescu, Dej 1: anyone'])
  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 2: anyone'])
  await cast.ana.call(assignments.remove, { body: { ids: await idsOf(cast) } })

  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await proposed(cast, 'CJ', cast.sanda)).toEqual(['Bogdan Pop, Dej 1: reported'])
  expect(await proposed(cast, 'AB', cast.sanda)).toEqual([])
})

test('excludes a replaced observer for that day, but not one whose assignment was removed', async () => {
  const cast = await set()
  const { ana } = cast
  const id = await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const anyone = ['Bogdan Pop, Dej 1: anyone', 'Dana Ionescu, Dej 2: anyone']
  const params = { id }
  const observerId = await observerIdOf(cast, 'Emil Test')
  const next = await ana.call(assignments.replace, {
    params,
    body: { observerId, neverCame: true },
  })
  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 1: anyone'])
  const query = { pollingStationId: cast.field.stationId('CJ1', 1) as Id<'pollingStations'> }
  const could = async (day: string) =>
    (await ana.call(assignments.proposals, { query: { ...query, day } })).map(
      ({ observerName }) => observerName,
    )
  expect(await could('2026-11-22')).toEqual(['Dana Ionescu'])
  expect(await could('2026-11-23')).toEqual(['Bogdan Pop', 'Dana Ionescu'])

  await ana.call(assignments.restore, { body: { ids: [id], insteadOf: [next] } })
  await ana.call(assignments.remove, { body: { ids: [id] } })
  expect(await proposed(cast, 'CJ')).toEqual(anyone)
})

test('fills in a station that its observer has left, without that observer', async () => {
  const cast = await set()
  const id = await plan(cast, 'Bogdan Pop', ['CJ1', 1])

  await cast.ana.call(assignments.remove, { body: { ids: [id], since: 'now' } })

  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 1: anyone'])
})
