import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { visits } from '../contract.ts'
import { infoOf, inMunicipality, observerIdOf, report } from './testing.ts'

const set = stage()

test.each([
  ['an empty text', ''],
  ['null', null],
  ['nothing at all', undefined],
])('refuses to read %s as a time', async (_what, text) => {
  const cast = await set()

  await report(cast.bogdan, {
    ...inMunicipality,
    observerArrivalTime: text,
    chairmanPresence: true,
  })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    observerArrivalTime: null,
    observerLeaveTime: null,
    chairmanPresence: true,
  })
})

test.each([
  ['2026-11-22T07:00:00', '2026-11-22T05:00:00Z'],
  ['2026-11-22 07:00', '2026-11-22T05:00:00Z'],
  ['2026-07-01T07:00:00.123', '2026-07-01T04:00:00.123Z'],
  ['2026-11-22T07:00:00+02:00', '2026-11-22T05:00:00Z'],
  // The clocks go forward at 3 and back at 4 o'clock.
  ['2026-03-29T02:59:59', '2026-03-29T00:59:59Z'],
  ['2026-03-29T04:00:00', '2026-03-29T01:00:00Z'],
  ['2026-10-25T02:59:59', '2026-10-24T23:59:59Z'],
  ['2026-10-25T04:00:00', '2026-10-25T02:00:00Z'],
])('reads a phone’s %s as %s in Bucharest', async (text, meant) => {
  const cast = await set()

  await report(cast.bogdan, { ...inMunicipality, observerArrivalTime: text })

  expect(await infoOf(cast, 'AB1')).toMatchObject({ observerArrivalTime: new Date(meant) })
})

test.each([
  'yesterday',
  '2026-02-31T07:00:00',
  '07:00',
  '2026-11-22T25:00:00',
  '2026-11-22T07:00:00+99:99',
])('refuses the time %j by its field name', async (observerArrivalTime) => {
  const { bogdan } = await set()

  await expect(report(bogdan, { ...inMunicipality, observerArrivalTime })).rejects.toMatchObject({
    code: 'request.invalid',
    details: { errors: { observerArrivalTime: expect.any(Array) } },
  })
})

test.each(['0001-01-01T00:00:00', '0001-01-01T00:00:00+05:00', '9999-12-31T23:59:59-12:00'])(
  'keeps station info readable when a phone sends the time %s',
  async (observerArrivalTime) => {
    const cast = await set()
    const sent = await cast.bogdan.send({
      method: 'POST',
      url: '/api/v1/polling-station',
      payload: { ...inMunicipality, observerArrivalTime },
    })
    expect([200, 400]).toContain(sent.statusCode)

    const read = await cast.ana.send({
      url: '/api/v1/answers/pollingStationInfo',
      query: {
        observerId: String(await observerIdOf(cast)),
        pollingStationId: String(cast.field.stationId('AB1', 1)),
      },
    })

    expect(read.statusCode).toBe(sent.statusCode === 200 ? 200 : 204)
  },
)

test('stores a departure, and keeps it after a report without one', async () => {
  const cast = await set()
  const { bogdan } = cast
  await report(bogdan, { ...inMunicipality, observerArrivalTime: '2026-11-22 06:30' })

  const leaving = { ...inMunicipality, observerLeaveTime: '2026-11-22 21:00' }
  await bogdan.call(visits.leave, { body: leaving })
  const left = await infoOf(cast, 'AB1')
  await report(bogdan, { ...inMunicipality, observerArrivalTime: '2026-11-22 06:40' })

  const observerLeaveTime = new Date('2026-11-22T19:00:00Z')
  expect(left).toMatchObject({
    observerArrivalTime: new Date('2026-11-22T04:30:00Z'),
    observerLeaveTime,
  })
  expect(await infoOf(cast, 'AB1')).toMatchObject({
    observerArrivalTime: new Date('2026-11-22T04:40:00Z'),
    observerLeaveTime,
  })
})

test('clears the departure when a phone withdraws it', async () => {
  const cast = await set()
  await report(cast.bogdan, { ...inMunicipality, observerLeaveTime: '2026-11-22 21:00' })

  await report(cast.bogdan, { ...inMunicipality, observerLeaveTime: '' })

  expect(await infoOf(cast, 'AB1')).toMatchObject({ observerLeaveTime: null })
})
