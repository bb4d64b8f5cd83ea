import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { clockCell, instant, moment, readMoment, whichOfTwo } from './instant.ts'

test.each([
  ['2023-10-15T08:21:11Z', '2023-10-15T08:21:11.000Z'],
  ['2023-10-15T08:21:11z', '2023-10-15T08:21:11.000Z'],
  ['2023-10-15T08:21:11.123456Z', '2023-10-15T08:21:11.123Z'],
  ['2023-10-15T08:21:11+02:00', '2023-10-15T06:21:11.000Z'],
  ['2023-10-15T08:21:11-0530', '2023-10-15T13:51:11.000Z'],
  ['2023-10-15 08:21Z', '2023-10-15T08:21:00.000Z'],
  ['2023-10-15 08:21', '2023-10-15T05:21:00.000Z'],
  ['2023-10-15T08:21:11', '2023-10-15T05:21:11.000Z'],
  ['2023-10-15T08:21:11.5', '2023-10-15T05:21:11.500Z'],
  ['2023-12-15T08:21:11', '2023-12-15T06:21:11.000Z'],
  // Forward at 3 o'clock: half past three is the first moment with the new offset.
  ['2024-03-31T02:59:59', '2024-03-31T00:59:59.000Z'],
  ['2024-03-31T04:00:00', '2024-03-31T01:00:00.000Z'],
  // Back at 4 o'clock: the hour before occurs twice.
  ['2024-10-27T02:59:59', '2024-10-26T23:59:59.000Z'],
  ['2024-10-27T04:00:00', '2024-10-27T02:00:00.000Z'],
  ['2024-12-31T23:59:59', '2024-12-31T21:59:59.000Z'],
  ['1900-01-01T00:00:00', '1899-12-31T22:15:36.000Z'],
])('%s in Bucharest is %s', (text, meant) => {
  expect(readMoment(moment.parse(text), 'Europe/Bucharest').toISOString()).toBe(meant)
})

test('reads an hour that occurs twice as one of the two', () => {
  const doubled = readMoment('2024-10-27T03:30:00', 'Europe/Bucharest').toISOString()

  expect(['2024-10-27T00:30:00.000Z', '2024-10-27T01:30:00.000Z']).toContain(doubled)
})

test.each([
  ['Europe/Bucharest', '2026-10-25T00:30:00Z', 'first'],
  ['Europe/Bucharest', '2026-10-25T01:30:00Z', 'second'],
  ['Europe/Bucharest', '2026-10-25T02:00:00Z', undefined],
  ['Pacific/Auckland', '2026-04-04T13:30:00Z', 'first'],
  ['Pacific/Auckland', '2026-04-04T14:30:00Z', 'second'],
  ['America/Sao_Paulo', '2026-10-25T01:30:00Z', undefined],
])('in %s a clock shows %s for the %s time', (zone, at, which) => {
  expect(whichOfTwo(new Date(at), zone)).toBe(which)
})

test.each([
  ['Europe/Bucharest', '2026-03-29', ['02:59', '03:00', '03:30', '03:59'], '2026-03-29T00:59:00Z'],
  ['Pacific/Auckland', '2026-09-27', ['01:59', '02:00', '02:30', '02:59'], '2026-09-26T13:59:00Z'],
  ['America/New_York', '2026-03-08', ['01:59', '02:00', '02:30', '02:59'], '2026-03-08T06:59:00Z'],
  // At midnight: the day begins at one.
  ['America/Santiago', '2026-09-06', ['00:00', '00:01', '00:31', '01:00'], '2026-09-06T04:00:00Z'],
])(
  'in %s an hour that the clocks skip on %s is read as after the change',
  (zone, day, times, begins) => {
    const minutes = times.map((time) => {
      const meant = readMoment(`${day} ${time}`, zone)
      return (meant.getTime() - Date.parse(begins)) / 60_000
    })

    expect(minutes).toEqual(zone === 'America/Santiago' ? [0, 1, 31, 0] : [0, 1, 31, 60])
  },
)

test.each([
  ['2026-10-25T02:59:59', '2026-10-24T23:59:59.000Z', '2026-10-24T23:59:59.000Z'],
  ['2026-10-25T03:00:00', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
  ['2026-10-25T03:59:59', '2026-10-25T00:59:59.000Z', '2026-10-25T01:59:59.000Z'],
  ['2026-10-25T04:00:00', '2026-10-25T02:00:00.000Z', '2026-10-25T02:00:00.000Z'],
  ['2026-10-25T03:30:00+02:00', '2026-10-25T01:30:00.000Z', '2026-10-25T01:30:00.000Z'],
])('%s begins a span at %s and ends one at %s', (text, earlier, later) => {
  expect(readMoment(text, 'Europe/Bucharest', 'earlier').toISOString()).toBe(earlier)
  expect(readMoment(text, 'Europe/Bucharest', 'later').toISOString()).toBe(later)
})

test.each([
  ['Europe/Bucharest', '2026-10-24T23:59:59Z', new Date('2026-10-25T02:59:59Z')],
  ['Europe/Bucharest', '2026-10-25T00:30:00Z', '2026-10-25 03:30:00 +03:00'],
  ['Europe/Bucharest', '2026-10-25T01:30:00Z', '2026-10-25 03:30:00 +02:00'],
  ['Europe/Bucharest', '2026-10-25T02:00:00Z', new Date('2026-10-25T04:00:00Z')],
  ['America/St_Johns', '2026-11-01T04:00:00Z', '2026-11-01 01:30:00 -02:30'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '2026-04-05 01:45:00 +10:30'],
  ['UTC', '2026-10-25T01:30:00Z', new Date('2026-10-25T01:30:00Z')],
])('in %s a file shows %s so that it is one moment', (timezone, at, shown) => {
  expect(clockCell(new Date(at), timezone)).toEqual(shown)
})

test.each([
  '',
  'now',
  '2023-10-15',
  '08:21',
  '2023-02-30T08:21:11Z',
  '2023-13-01T08:21:11Z',
  '2023-10-15T24:00:00Z',
  '2023-10-15T08:60:00Z',
  '2023-10-15T08:21:11+99:99',
  '2023-10-15T08:21:11+2',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '12023-10-15T08:21:11Z',
])('%j is no moment', (text) => {
  expect(moment.safeParse(text).success).toBe(false)
})

test('reads, stores and shows every valid moment', () => {
  const anyMoment = fc
    .record({
      date: fc.date({
        min: new Date('1900-01-02'),
        max: new Date('2999-12-30'),
        noInvalidDate: true,
      }),
      zone: fc.constantFrom('', 'Z', '+14:00', '-12:00', '+0530'),
      cut: fc.constantFrom(16, 19, 23),
    })
    .map(({ date, zone, cut }) => `${date.toISOString().slice(0, cut)}${zone}`)

  fc.assert(
    fc.property(anyMoment, fc.constantFrom('Europe/Bucharest', 'Asia/Kathmandu'), (text, zone) => {
      const meant = readMoment(moment.parse(text), zone)
      expect(z.decode(instant, z.encode(instant, meant))).toEqual(meant)
    }),
  )
})

test('reads a wall clock time as the zone’s own clock shows it', () => {
  const shown = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
      at,
    )

  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      fc.constantFrom('Europe/Bucharest', 'Europe/Warsaw', 'America/New_York', 'Asia/Kathmandu'),
      (at, zone) => {
        const wall = shown(at, zone)
        expect(shown(readMoment(wall, zone), zone)).toBe(wall)
      },
    ),
  )
})
