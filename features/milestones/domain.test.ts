import { expect, test } from 'vitest'
import { countStates, movedDeadline, stateOf } from './domain.ts'

const now = new Date('2026-11-22T06:30:00Z')
const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
const owed = { progress: 0, dueAt: at('12:00'), isExcused: false }

test.each([
  ['nothing is due yet more than half an hour before', owed, 'not-yet'],
  ['it is due within half an hour', { ...owed, dueAt: at('07:00') }, 'due'],
  ['it is late from the deadline on', { ...owed, dueAt: now }, 'late'],
  ['what was begun is in part', { ...owed, progress: 1, dueAt: at('06:40') }, 'in-part'],
  ['what was only begun is late as well', { ...owed, progress: 1, dueAt: at('06:00') }, 'late'],
  ['what is done stays done', { ...owed, progress: 2, dueAt: at('06:00') }, 'done'],
  [
    'an excused observer is never late',
    { ...owed, dueAt: at('06:00'), isExcused: true },
    'excused',
  ],
  [
    'what was done in spite of an excuse is done',
    { ...owed, progress: 2, isExcused: true },
    'done',
  ],
])('%s', (_promise, one, state) => {
  expect(stateOf(one, now)).toBe(state)
})

test('counts each total by its own due time', () => {
  const counts = { expected: 9, begun: 2, done: 3, doneLate: 1, excused: 1 }

  expect(countStates([{ ...counts, dueAt: at('06:00') }], now)).toMatchObject({
    late: 6,
    done: 3,
    excused: 1,
    'in-part': 0,
  })
  expect(
    countStates(
      [
        { ...counts, dueAt: at('07:00') },
        { ...counts, dueAt: at('12:00') },
      ],
      now,
    ),
  ).toEqual({ 'not-yet': 4, due: 4, 'in-part': 4, done: 6, late: 0, excused: 2, doneLate: 2 })
})

test.each([
  ['after the clocks were put back', '2026-10-18', '2026-11-01', '04:30Z', '2026-11-01 07:30:00'],
  ['after they were put forward', '2026-03-22', '2026-04-05', '05:30Z', '2026-04-05 07:30:00'],
])('keeps a deadline at half past seven %s', (_when, day, other, time, moved) => {
  const timezone = 'Europe/Bucharest'
  const dueAt = new Date(`${day}T${time}`)

  expect(movedDeadline(dueAt, { day, timezone }, { day: other, timezone })).toBe(moved)
})

test('keeps the local time of a deadline across time zones, also the day before', () => {
  const [bucharest, lisbon] = ['Europe/Bucharest', 'Europe/Lisbon'] as const
  const dueAt = new Date('2026-11-21T18:00Z')

  expect(
    movedDeadline(
      dueAt,
      { day: '2026-11-22', timezone: bucharest },
      { day: '2027-06-06', timezone: lisbon },
    ),
  ).toBe('2027-06-05 20:00:00')
})
