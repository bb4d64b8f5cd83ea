import { expect, test } from 'vitest'
import type { Subject } from '#features/comments/contract.ts'
import { type Alert, everything, groupsOf, isQuiet, keyOf } from './domain.ts'

const report = { observerId: 3, pollingStationId: 5 } as Subject
const incident = { incidentId: 7 } as Subject
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute))
const alert = (subject: Subject, kind: Alert['kind'], minute: number, by = 'ana'): Alert => ({
  ...subject,
  ...{ kind, at: at(minute), by, name: keyOf(subject) },
})

const alerts = [
  alert(incident, 'severe', 1),
  alert(report, 'mention', 2),
  alert(report, 'mention', 4, 'bea'),
  alert(report, 'assigned', 3),
]

test.each([
  ['nothing', [], ['*3/5 mention 2 bea, assigned 1 ana', '*incident/7 severe 1 ana']],
  ['a part of a subject', [[keyOf(report), 3]], ['*3/5 mention 1 bea', '*incident/7 severe 1 ana']],
  ['everything until then', [[everything, 3]], ['*3/5 mention 1 bea', 'incident/7 severe 1 ana']],
  [
    'all',
    [
      [everything, 1],
      [keyOf(report), 4],
    ],
    ['3/5 mention 2 bea, assigned 1 ana', 'incident/7 severe 1 ana'],
  ],
] as const)('groups alerts when %s is read', (_, read, expected) => {
  const readUntil = new Map(read.map(([key, minute]) => [key, at(minute)]))

  const groups = groupsOf(alerts, readUntil)

  expect(
    groups.map(
      ({ name, isNew, counts }) =>
        `${isNew ? '*' : ''}${name} ${counts.map((one) => Object.values(one).join(' ')).join(', ')}`,
    ),
  ).toEqual(expected)
})

test('keeps subjects with the same number apart', () => {
  const id = 7 as never
  const keys = [{ observerId: id }, { pollingStationId: id }, { incidentId: id }].map(keyOf)
  expect(new Set(keys).size).toBe(3)
})

test.each([
  [{ from: 22, until: 7 }, '2026-11-22T21:00:00Z', true],
  [{ from: 22, until: 7 }, '2026-11-22T04:59:00Z', true],
  [{ from: 22, until: 7 }, '2026-11-22T05:00:00Z', false],
  [{ from: 9, until: 12 }, '2026-11-22T07:00:00Z', true],
  [{ from: 9, until: 12 }, '2026-11-22T10:00:00Z', false],
  [null, '2026-11-22T21:00:00Z', false],
])('says of the quiet hours %j at %s by a clock in Bucharest: %s', (hours, now, expected) => {
  expect(isQuiet(hours, new Date(now), 'Europe/Bucharest')).toBe(expected)
})
