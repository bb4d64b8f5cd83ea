import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { blaj, dej, said, send } from '#features/answers/server/testing.ts'
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

test('before anybody has reported, whoever was in the county at another election is proposed there, then whoever was never anywhere', async () => {
  const cast = await set()
  await planElsewhere(cast, [[phones.bogdan, 'AB2', 1, '2024-06-09 03:30Z', '2024-06-09 19:00Z']])

  expect(await proposed(cast, 'AB')).toEqual([
    'Bogdan Pop, Blaj 1: before',
    'Dana Ionescu, Aiud 1: anyone',
  ])
  // Who is known to be elsewhere is not sent across the country.
  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 1: anyone'])
})

test('a station where only somebody is who tests has nobody: it is filled in like the others', async () => {
  const cast = await set()
  await plan(cast, 'Emil Test', ['CJ1', 1])

  expect(await proposed(cast, 'CJ')).toEqual([
    'Bogdan Pop, Dej 1: anyone',
    'Dana Ionescu, Dej 2: anyone',
  ])
})

test('whoever has reported from an area is proposed for what is nearest of its county, each once', async () => {
  const cast = await set()
  await put(cast, 'AB2', 1, 0)
  await put(cast, 'AB1', 1, 30)
  await put(cast, 'AB1', 2, 10)
  await plan(cast, 'Dana Ionescu', ['AB2', 1])
  await send(cast.bogdan, said(cast, blaj, 'A1.1', 'Da'))

  expect(await proposed(cast, 'AB')).toEqual(['Bogdan Pop, Aiud 2: reported 11119 m'])
  const countyId = await areaOf(cast, 'AB')
  expect(await cast.ana.call(assignments.proposals, { query: { countyId } })).toHaveLength(1)
})

test('an area of any level is filled in, also from beyond the border of its county', async () => {
  const cast = await set()
  await put(cast, 'CJ1', 1, 0)
  await put(cast, 'AB2', 1, 20)
  await put(cast, 'AB1', 1, 90)
  await send(cast.bogdan, said(cast, dej, 'A1.1', 'Da'))

  expect(await proposed(cast, 'AB2')).toEqual([
    'Bogdan Pop, Blaj 1: nearby 22239 m',
    'Dana Ionescu, Blaj 2: anyone',
  ])
  expect(await proposed(cast, 'AB1')).toEqual(['Dana Ionescu, Aiud 1: anyone'])
})

test('of those who were never anywhere, an organisation that is in the county already comes first', async () => {
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

test('who could take over at a station is told, the nearest first, also where somebody is by now', async () => {
  const cast = await set()
  const anca = { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' }
  await cast.ana.call(observers.add, { body: anca })
  await put(cast, 'AB2', 1, 0)
  await put(cast, 'AB1', 1, 10)
  await plan(cast, 'Dana Ionescu', ['AB1', 1])
  await send(cast.bogdan, said(cast, blaj, 'A1.1', 'Da'))
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

test('filled in for one organisation, its own observers are proposed where it has nobody, whoever else is there', async () => {
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

test('an organisation is proposed its own observers, and a desk of some counties those whom it sees', async () => {
  const cast = await set()
  expect(await proposed(cast, 'CJ', cast.calin)).toEqual(['Dana Ionescu, Dej 1: anyone'])
  expect(await proposed(cast, 'CJ', cast.sanda)).toEqual([])
  // Where others are is not to be read from what is proposed.
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  expect(await proposed(cast, 'CJ', cast.calin)).toEqual(['Dana Ionescu, Dej 1: anyone'])
  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 2: anyone'])
  await cast.ana.call(assignments.remove, { body: { ids: await idsOf(cast) } })

  await send(cast.bogdan, said(cast, dej, 'A1.1', 'Da'))

  expect(await proposed(cast, 'CJ', cast.sanda)).toEqual(['Bogdan Pop, Dej 1: reported'])
  expect(await proposed(cast, 'AB', cast.sanda)).toEqual([])
})

test('the one who was replaced or taken out is not proposed for that day, and one who was never to be there is', async () => {
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

test('a station that its observer has left is filled in, and its observer stays out', async () => {
  const cast = await set()
  const id = await plan(cast, 'Bogdan Pop', ['CJ1', 1])

  await cast.ana.call(assignments.remove, { body: { ids: [id], since: 'now' } })

  expect(await proposed(cast, 'CJ')).toEqual(['Dana Ionescu, Dej 1: anyone'])
})
