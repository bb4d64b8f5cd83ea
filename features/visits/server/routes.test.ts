import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { visits } from '../contract.ts'
import { infoOf, inMunicipality, observerIdOf, report } from './testing.ts'

const set = stage()

/** An address in an election without municipalities. */
const inCounty = { countyCode: 'AB', pollingStationNumber: 1 }
const traces = ({ database }: Stage) =>
  database.primary
    .selectFrom('history')
    .select(['before', 'after', 'actorName'])
    .where('act', '=', 'visits.reported')
    .orderBy('id')
    .execute()

const unplaced = ({ database }: Stage) =>
  database.primary.selectFrom('unplaced').select(['kind', 'reason', 'sent']).execute()

const nothingSent = {
  observerLeaveTime: null,
  urbanArea: null,
  isPollingStationPresidentFemale: null,
  numberOfVotersOnTheList: null,
  numberOfCommissionMembers: null,
  numberOfFemaleMembers: null,
  minPresentMembers: null,
  chairmanPresence: null,
  singlePollingStationOrCommission: null,
  adequatePollingStationSize: null,
  clerk: null,
}

test('shows generation B’s station info to staff', async () => {
  const cast = await set('flat')
  await report(cast.bogdan, {
    ...inCounty,
    urbanArea: true,
    observerArrivalTime: '2026-11-22T05:30:00Z',
    observerLeaveTime: '2026-11-22T19:45:00Z',
    isPollingStationPresidentFemale: false,
  })

  expect(await infoOf(cast, 'AB')).toEqual({
    ...nothingSent,
    lastModified: cast.clock.now,
    observerArrivalTime: new Date('2026-11-22T05:30:00Z'),
    observerLeaveTime: new Date('2026-11-22T19:45:00Z'),
    urbanArea: true,
    isPollingStationPresidentFemale: false,
  })
})

test('shows generation C’s station info to staff', async () => {
  const cast = await set()
  await report(cast.bogdan, {
    ...inMunicipality,
    observerArrivalTime: '2026-11-22T05:30:00Z',
    numberOfVotersOnTheList: 1200,
    numberOfCommissionMembers: 9,
    numberOfFemaleMembers: 4,
    minPresentMembers: 6,
    chairmanPresence: true,
    singlePollingStationOrCommission: false,
    adequatePollingStationSize: true,
  })

  expect(await infoOf(cast, 'AB1')).toEqual({
    ...nothingSent,
    lastModified: cast.clock.now,
    observerArrivalTime: new Date('2026-11-22T05:30:00Z'),
    numberOfVotersOnTheList: 1200,
    numberOfCommissionMembers: 9,
    numberOfFemaleMembers: 4,
    minPresentMembers: 6,
    chairmanPresence: true,
    singlePollingStationOrCommission: false,
    adequatePollingStationSize: true,
  })
})

test('replaces the facts that a report mentions, keeps the others and records both', async () => {
  const cast = await set()
  await report(cast.bogdan, { ...inMunicipality, urbanArea: true, numberOfVotersOnTheList: 7 })

  await report(cast.bogdan, { ...inMunicipality, urbanArea: false })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    urbanArea: false,
    numberOfVotersOnTheList: 7,
  })
  expect(await traces(cast)).toMatchObject([
    { actorName: 'Bogdan Pop', after: { isUrbanArea: true } },
    {
      before: { isUrbanArea: true, facts: { numberOfVotersOnTheList: 7 } },
      after: { isUrbanArea: false },
    },
  ])
})

test('ignores a retry, and records it once', async () => {
  const cast = await set()
  const facts = { ...inMunicipality, observerArrivalTime: '2026-11-22 06:30', minPresentMembers: 3 }
  const leaving = { ...inMunicipality, observerLeaveTime: '2026-11-22 21:00' }
  await report(cast.bogdan, facts)
  await cast.bogdan.call(visits.leave, { body: leaving })
  const before = await infoOf(cast, 'AB1')

  cast.clock.now = new Date('2026-11-22T12:00:00Z')
  await report(cast.bogdan, facts)
  await cast.bogdan.call(visits.leave, { body: leaving })

  expect(await infoOf(cast, 'AB1')).toEqual(before)
  expect(await traces(cast)).toHaveLength(2)
})

test('stores the same report once when sent many times at once', async () => {
  const cast = await set()
  const facts = { ...inMunicipality, urbanArea: true }

  await Promise.all(Array.from({ length: 8 }, () => report(cast.bogdan, facts)))

  expect(await traces(cast)).toHaveLength(1)
})

test('accepts reports from an unknown station and keeps them aside once', async () => {
  const cast = await set()
  const unknown = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 99 }
  const facts = { ...unknown, urbanArea: true }
  const left = { ...unknown, observerLeaveTime: '2026-11-22 21:00' }

  for (let time = 0; time < 2; time++) {
    await report(cast.bogdan, facts)
    await cast.bogdan.call(visits.leave, { body: left })
  }

  expect(await unplaced(cast)).toEqual([
    { kind: 'station-info', reason: 'no-such-station', sent: expect.objectContaining(facts) },
    { kind: 'station-info', reason: 'no-such-station', sent: left },
  ])
})

test('keeps reports from two unknown stations apart', async () => {
  const cast = await set()

  for (const pollingStationNumber of [98, 99])
    await report(cast.bogdan, { ...inMunicipality, pollingStationNumber })

  expect(await unplaced(cast)).toHaveLength(2)
})

test('takes the first client’s station number as the station’s id', async () => {
  const cast = await set()
  await report(cast.bogdan, { ...inMunicipality, urbanArea: true })

  const reply = await cast.ana.send({
    url: `/api/v1/answers/pollingStationInfo?ObserverId=${await observerIdOf(cast)}&PollingStationNumber=${cast.field.stationId('AB1', 1)}`,
  })

  expect(reply.json()).toMatchObject({ urbanArea: true })
})

test('returns 204 when the observer sent no station info', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast)

  const reply = await cast.ana.send({
    url: `/api/v1/answers/pollingStationInfo?observerId=${observerId}&pollingStationId=${cast.field.stationId('AB1', 1)}`,
  })

  expect([reply.statusCode, reply.body]).toEqual([204, ''])
})

test('hides another organisation’s station info', async () => {
  const cast = await set()
  await report(cast.bogdan, { ...inMunicipality, urbanArea: true })

  expect(await infoOf(cast, 'AB1', cast.calin)).toBeNull()
  expect(await infoOf(cast, 'AB1', cast.ana)).not.toBeNull()
})

test('lets only observers report and only staff read', async () => {
  const cast = await set()
  const forbidden = { code: 'session.forbidden' }
  const missing = { code: 'session.missing' }

  await expect(report(cast.ana, inMunicipality)).rejects.toMatchObject(forbidden)
  await expect(report(cast.stranger, inMunicipality)).rejects.toMatchObject(missing)
  await expect(infoOf(cast, 'AB1', cast.bogdan)).rejects.toMatchObject(forbidden)
  await expect(infoOf(cast, 'AB1', cast.stranger)).rejects.toMatchObject(missing)
})

test('accepts idPollingStation from the phones of 2020, in any case', async () => {
  const cast = await set()
  const payload = { countyCode: 'CJ', municipalityCode: 'CJ1', urbanArea: true }
  const url = '/api/v1/polling-station'
  const sendFacts = (body: object) =>
    cast.bogdan.send({ method: 'POST', url, payload: { ...payload, ...body } })

  const replies = [
    await sendFacts({ idPollingStation: 1 }),
    await sendFacts({ IdPollingStation: '1', pollingStationNumber: 1, urbanArea: false }),
    await sendFacts({}),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400])
  expect(await infoOf(cast, 'CJ1')).toMatchObject({ urbanArea: false })
  const left = { idPollingStation: 1, observerLeaveTime: '2026-11-22 21:00' }
  await cast.bogdan.send({ method: 'PUT', url, payload: { ...payload, ...left } })
  expect(await infoOf(cast, 'CJ1')).toMatchObject({ observerLeaveTime: expect.any(Date) })
})

test('dates station info by its own submission, not by later reports from the station', async () => {
  const cast = await set()
  const { bogdan, clock, field } = cast
  const sent = clock.now
  await report(bogdan, { ...inMunicipality, urbanArea: true })

  clock.now = new Date(clock.now.getTime() + 60_000)
  const options = [{ optionId: field.optionId('A1.1', 'Nu') }]
  const answer = { questionId: field.questionId('A1.1'), options }
  await bogdan.call(answers.send, { body: { answers: [{ ...inMunicipality, ...answer }] } })

  expect((await infoOf(cast, 'AB1'))?.lastModified).toEqual(sent)
})
