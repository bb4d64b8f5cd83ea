import { expect, test } from 'vitest'
import { eventsOf, nextTry } from './domain.ts'

const now = new Date('2026-11-22T09:00:00Z')

test('retries at growing pauses for about three days, then gives up', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (tries) => (nextTry(tries, now, 0)!.getTime() - now.getTime()) / 60_000,
  )
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
  expect(minutes.reduce((sum, one) => sum + one, 0) / 60 / 24).toBeCloseTo(3.15, 1)
  expect(nextTry(10, now, 0)).toBeNull()
  expect(nextTry(2, now, 1)!.getTime() - now.getTime()).toBe(5.5 * 60_000)
})

const choice = (optionId: number, isFlagged: boolean) => ({
  ...{ questionId: 7, optionId, isFlagged, text: 'Ion Pop, 0700 000 001' },
})
const line = { subject: 'visits', subjectId: 3 }

test('tells of a flagged answer once, and repeats no text', () => {
  const before = [choice(1, true)]
  const after = [choice(1, true), choice(2, true), choice(3, false)]

  const events = eventsOf({ ...line, act: 'answers.received', before, after })

  expect(events).toEqual([
    { kind: 'report.received', source: 'visits', id: 3, told: { questionIds: [7] } },
    { kind: 'answer.flagged', source: 'visits', id: 3, told: { questionIds: [7], optionId: 2 } },
  ])
})

test('tells of a review only when its state changes', () => {
  const changed = (state: string) =>
    eventsOf({
      ...{ ...line, act: 'reviews.changed' },
      before: { state: 'new', assignee: null },
      after: { state, assignee: 'ana' },
    })
  expect(changed('new')).toEqual([])
  expect(changed('verified')).toEqual([
    { kind: 'review.changed', source: 'visits', id: 3, told: { state: 'verified' } },
  ])
})

test('takes no events from acts about other subjects', () => {
  const lines = [
    { ...line, act: 'visits.reported', before: null, after: {} },
    {
      act: 'incidents.category-added',
      subject: 'incident_categories',
      subjectId: 1,
      before: null,
      after: {},
    },
    {
      act: 'incidents.register-published',
      subject: 'incidents',
      subjectId: null,
      before: null,
      after: null,
    },
  ]
  expect(lines.flatMap(eventsOf)).toEqual([])
})
