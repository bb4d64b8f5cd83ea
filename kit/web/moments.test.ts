import { expect, test } from 'vitest'
import { readMoment } from '#kit/contract/value/instant.ts'
import { quickTimes } from './moments.ts'

const bucharest = 'Europe/Bucharest'

test.each([
  ['2026-11-22T19:30:40Z', '2026-11-22 20:30'],
  // An hour before is in the first, then in the second occurrence of the hour that occurs twice.
  ['2026-10-25T01:15:00Z', '2026-10-25 03:15+03:00'],
  ['2026-10-25T02:15:00Z', '2026-10-25 03:15+02:00'],
  ['2026-10-25T03:15:00Z', '2026-10-25 04:15'],
])('names the last hour at %s by the minute that it starts in', (now, from) => {
  expect(quickTimes.lastHour(new Date(now), bucharest)).toEqual({ from, to: undefined })
  const minute = Math.floor(Date.parse(now) / 60_000) * 60_000
  expect(readMoment(from, bucharest, 'earlier').getTime()).toBe(minute - 3_600_000)
})

test.each([
  ['2026-11-22T18:59:59Z', '2026-11-21 21:00'],
  ['2026-11-22T19:00:00Z', '2026-11-22 21:00'],
  ['2026-10-25T20:30:00Z', '2026-10-25 21:00'],
  // The day of the clock change has 25 hours, that of spring 23.
  ['2026-10-26T00:30:00Z', '2026-10-25 21:00'],
  ['2026-10-25T21:30:00Z', '2026-10-25 21:00'],
  ['2026-03-29T21:30:00Z', '2026-03-29 21:00'],
])('names the last nine in the evening before %s', (now, from) => {
  expect(quickTimes.sinceNine(new Date(now), bucharest)).toEqual({ from, to: undefined })
})

test('names today by the calendar of the election, to its last minute', () => {
  expect(quickTimes.today(new Date('2026-10-25T22:30:00Z'), bucharest)).toEqual({
    from: '2026-10-26 00:00',
    to: '2026-10-26 23:59',
  })
})
