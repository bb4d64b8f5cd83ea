import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { at, figuresSettled } from '#features/milestones/server/testing.ts'
import { places } from '#features/places/contract.ts'
import { situation } from '#features/situation/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'
import { plan } from './testing.ts'

const set = stage()

const atStation = (number: number) =>
  ({ countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: number }) as const

const report = (cast: Stage, number: number, answer = 'Da') =>
  send(cast.bogdan, answerOf(cast, atStation(number), 'A1.1', answer))

/** Observers who are elsewhere, and the stations they report from. */
async function listedElsewhere({ ana }: Stage): Promise<(string | undefined)[]> {
  const { data } = await ana.call(milestones.expected, { query: { elsewhere: true } })
  const { elsewhere } = await ana.call(milestones.deployment, { query: {} })
  expect(elsewhere).toBe(data.length)
  expect((await ana.call(situation.read)).elsewhere).toBe(data.length)
  return data.map(
    (one) =>
      `${one.observerName} at ${one.municipality} ${one.pollingStationNumber}, from ${one.elsewhere?.area} ${one.elsewhere?.number}`,
  )
}

const inAiud = 'Bogdan Pop at Aiud 1, from Aiud 2'

test('counts an observer as elsewhere from a report of another station until one of the planned station', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  cast.clock.now = at('09:00')
  await report(cast, 1)
  expect(await listedElsewhere(cast)).toEqual([])

  cast.clock.now = at('10:00')
  await report(cast, 2)
  expect(await listedElsewhere(cast)).toEqual([inAiud])

  cast.clock.now = at('10:30')
  await report(cast, 1, 'Nu')
  expect(await listedElsewhere(cast)).toEqual([])
  await figuresSettled(cast)
})

test('exports the station that an observer reports from instead', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await report(cast, 2)
  await cast.figures()

  const url = `${milestones.export.path}?format=csv&language=en`
  const [heading, bogdan] = (await cast.ana.send({ url })).body.trim().split(/\r?\n/)
  expect(heading).toContain('Until,At another station,Last seen')
  expect(bogdan).toContain(',Aiud 2,')
})

test('counts no observer as elsewhere outside a shift or after its end', async () => {
  const cast = await set()
  cast.clock.now = at('05:00')
  await report(cast, 2)
  const id = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const body = { until: '2026-11-22 11:00' }
  await cast.ana.call(assignments.edit, { params: { id }, body })
  expect(await listedElsewhere(cast)).toEqual([])

  cast.clock.now = at('10:00')
  await report(cast, 2, 'Nu')
  expect(await listedElsewhere(cast)).toEqual([inAiud])
  cast.clock.now = at('11:00')
  expect(await listedElsewhere(cast)).toEqual([])
})

test('treats a merged station as the planned one', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  cast.clock.now = at('10:00')
  await report(cast, 2)
  expect(await listedElsewhere(cast)).toEqual([inAiud])

  const params = { id: cast.field.stationId('AB1', 2) as Id<'pollingStations'> }
  const into = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  await cast.ana.call(places.mergeStation, { params, body: { into } })
  expect(await listedElsewhere(cast)).toEqual([])
})

test('reports an observer elsewhere again when the move of their assignment is undone', async () => {
  const cast = await set()
  const id = await plan(cast, 'Bogdan Pop', ['AB1', 1])
  cast.clock.now = at('10:00')
  await report(cast, 2)
  const [row] = (await cast.ana.call(milestones.expected, { query: { elsewhere: true } })).data
  const { revision, elsewhere } = row!
  const { pollingStationId } = elsewhere!

  cast.clock.now = at('10:20')
  const moved = await cast.ana.call(assignments.edit, {
    params: { id },
    body: { pollingStationId, revision, since: 'now' },
  })
  expect(await listedElsewhere(cast)).toEqual([])

  await cast.ana.call(assignments.restore, {
    body: { ids: [id], revisions: [revision], insteadOf: [moved.id] },
  })
  expect(await listedElsewhere(cast)).toEqual([inAiud])
  await figuresSettled(cast)
})

test('does not report a mobile team as elsewhere at its second station', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const shift = { observerId, from: '2026-11-22 08:00', until: '2026-11-22 20:00', isMobile: true }
  const go = (number: number) => {
    const pollingStationId = cast.field.stationId('AB1', number) as Id<'pollingStations'>
    return cast.ana.call(assignments.add, {
      body: { assignments: [{ ...shift, pollingStationId }] },
    })
  }
  await go(1)
  cast.clock.now = at('10:00')
  await report(cast, 2)
  expect(await listedElsewhere(cast)).toEqual([inAiud])

  await go(2)
  expect(await listedElsewhere(cast)).toEqual([])
  await figuresSettled(cast)
})
