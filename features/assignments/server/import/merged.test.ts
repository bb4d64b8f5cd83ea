import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../../contract.ts'
import { planElsewhere, planFile } from '../testing.ts'

const set = stage()

const day = '2026-11-22'
const row = (area: string, number: number, [from, until] = ['06:00', '23:00']) =>
  `${phones.bogdan},${area},${number},${day} ${from},${day} ${until}`

/** Number 2 of Aiud is merged into number 1. */
async function merge({ ana, field }: Stage) {
  const [into, id] = [1, 2].map((number) => field.stationId('AB1', number))
  await ana.call(places.mergeStation, {
    params: { id: id as Id<'pollingStations'> },
    body: { into: into as Id<'pollingStations'> },
  })
}

const importPlan = ({ ana }: Stage, ...rows: readonly string[]) =>
  ana.call(assignments.import, { body: {} }, planFile(...rows))

/** The plan as `Aiud 1 until 23:00`. */
async function plan(person: Person) {
  const { data } = await person.call(assignments.list, { query: {} })
  const clock = (moment: Date) =>
    moment.toLocaleTimeString('ro-RO', { timeZone: 'Europe/Bucharest', timeStyle: 'short' })
  return data.map(
    (one) => `${one.municipality} ${one.pollingStationNumber} until ${clock(one.until)}`,
  )
}

test('matches a row that names either of two merged stations to the existing assignment', async () => {
  const cast = await set()
  await importPlan(cast, row('AB1', 1))
  await merge(cast)

  expect(await importPlan(cast, row('AB1', 2))).toMatchObject({ added: 0, unchanged: 1 })
  expect(await importPlan(cast, row('AB1', 2, ['06:00', '20:00']))).toMatchObject({
    ...{ added: 0, changed: 1 },
  })
  expect(await plan(cast.ana)).toEqual(['Aiud 1 until 20:00'])
})

test('keeps two assignments when a file names both merged stations', async () => {
  const cast = await set()
  const both = [row('AB1', 1, ['06:00', '21:00']), row('AB1', 2, ['06:00', '20:00'])]
  await importPlan(cast, both[0]!)
  await merge(cast)

  expect(await importPlan(cast, ...both)).toMatchObject({ added: 1, unchanged: 1 })
  expect(await importPlan(cast, ...both)).toMatchObject({ added: 0, unchanged: 2 })
  expect((await plan(cast.ana)).toSorted()).toEqual(['Aiud 1 until 20:00', 'Aiud 1 until 21:00'])
})

test('exports both assignments at merged stations, and reimports them unchanged', async () => {
  const cast = await set()
  await importPlan(cast, row('AB1', 1), row('AB1', 2, ['06:00', '20:00']))
  await merge(cast)

  const url = `${assignments.export.path}?format=csv&language=en`
  const { body } = await cast.ana.send({ method: 'GET', url })
  const bytes = new TextEncoder().encode(body)
  const again = await cast.ana.call(assignments.import, { body: {} }, [{ name: 'a.csv', bytes }])

  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2, wrong: [] })
})

test('copies both assignments at merged stations', async () => {
  const cast = await set()
  const [from, until] = ['2026-12-06 04:30Z', '2026-12-06 19:00Z'] as const
  const electionId = await planElsewhere(cast, [
    [phones.bogdan, 'AB1', 1, from, until],
    [phones.bogdan, 'AB1', 2, from, until],
  ])
  await cast.database.write((tx) =>
    sql`
      update polling_stations s
         set merged_into = (select i.id from polling_stations i
                             where i.election_id = s.election_id and i.area_id = s.area_id and i.number = 1)
        from areas a
       where s.election_id = ${electionId} and s.number = 2
         and a.election_id = s.election_id and a.id = s.area_id and a.code = 'AB1'`.execute(tx),
  )
  await merge(cast)

  const copied = await cast.ana.call(assignments.copy, { body: { electionId } })

  expect(copied).toMatchObject({ added: 2, wrong: [] })
})

test('does not report a conflict between shifts at two merged stations', async () => {
  const cast = await set()
  const electionId = await planElsewhere(cast, [
    [phones.bogdan, 'AB1', 2, '2026-12-06 04:30Z', '2026-12-06 19:00Z'],
  ])
  await importPlan(cast, row('AB1', 1, ['12:00', '23:00']))
  const check = () => cast.ana.call(assignments.copy, { body: { electionId, dryRun: true } })
  expect(await check()).toMatchObject({ wrong: [{ faults: [{ code: 'shift.elsewhere' }] }] })

  await merge(cast)

  expect(await check()).toMatchObject({ added: 1, wrong: [] })
})
