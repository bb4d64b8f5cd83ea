import { expect, test } from 'vitest'
import { after, isAhead, nextAt } from './domain.ts'

const calledAt = new Date('2026-11-22T10:00:00Z')

test.each([
  [-2, false],
  [0, true],
  [7 * 24 * 60, true],
  [7 * 24 * 60 + 1, false],
])('tells whether a call back in %i minutes can be agreed', (minutes, can) => {
  expect(isAhead(after(calledAt, minutes), calledAt)).toBe(can)
})

test.each([
  ['21:30', '2026-11-22T19:30:00Z'],
  ['9:05', '2026-11-23T07:05:00Z'],
  ['12:00', '2026-11-23T10:00:00Z'],
])('reads %s as the next time that a clock shows it', (typed, at) => {
  expect(nextAt(typed, calledAt, 'Europe/Bucharest')).toEqual(new Date(at))
})

test.each([
  ['03:45', '2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z'],
  ['03:15', '2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z'],
  ['03:15', '2026-10-25T01:30:00Z', '2026-10-26T01:15:00Z'],
])('reads %s while clocks are put back, at %s, as the next time', (typed, now, at) => {
  expect(nextAt(typed, new Date(now), 'Europe/Bucharest')).toEqual(new Date(at))
})

test('reads nothing else as a time', () => {
  for (const typed of ['', '9', '24:00', '9:5', 'opt'])
    expect(nextAt(typed, calledAt, 'Europe/Bucharest')).toBeUndefined()
})
