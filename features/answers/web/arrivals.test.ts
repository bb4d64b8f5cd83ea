import { expect, test } from 'vitest'
import type { Review } from '#features/reviews/review-contract.ts'
import type { AnswerThread } from '../contract.ts'
import {
  type AnswersReply,
  mergeLatest,
  rowsOf,
  type ShownThreads,
  showLatest,
} from './arrivals.ts'

/** A report of the observer with this number; `answered` makes it newer. */
const report = (observerId: number, answered = 1) =>
  ({
    observerId,
    pollingStationId: 1,
    answered,
    lastModified: new Date(0),
  }) as unknown as AnswerThread

const pageOf = (threads: readonly AnswerThread[], more: Partial<AnswersReply> = {}) =>
  ({ threads, totalItems: threads.length, page: 1, pageSize: 20, ...more }) as AnswersReply

const numbers = ({ threads }: ShownThreads) => threads.map(({ observerId }) => Number(observerId))
const list = 'everything'
const first = (threads: readonly AnswerThread[], more: Partial<AnswersReply> = {}) =>
  mergeLatest(undefined, list, pageOf(threads, more), false)

test('shows new reports on top and marks them when the list is not being read', () => {
  const shown = mergeLatest(first([report(1)]), list, pageOf([report(2), report(1)]), false)

  expect(numbers(shown)).toEqual([2, 1])
  expect(shown.waiting).toBe(0)
  expect([...shown.arrived]).toEqual(['2-1'])
})

test('holds back new reports and keeps rows in place while the list is read', () => {
  const shown = mergeLatest(
    first([report(1), report(3)]),
    list,
    pageOf([report(2), report(3, 5), report(1)]),
    true,
  )

  expect(numbers(shown)).toEqual([1, 3])
  expect(shown.threads[1]?.answered).toBe(5)
  expect(shown.waiting).toBe(1)
})

test('shows waiting reports in order on request', () => {
  const waiting = mergeLatest(first([report(1)]), list, pageOf([report(2), report(1)]), true)

  const shown = showLatest(waiting)

  expect(numbers(shown)).toEqual([2, 1])
  expect(shown.waiting).toBe(0)
})

test('removes a missing report from the screen when the page holds everything', () => {
  const shown = mergeLatest(first([report(1), report(2)]), list, pageOf([report(2)]), true)

  expect(numbers(shown)).toEqual([2])
})

test('keeps a report that moved to the next page while it is read', () => {
  const full = (threads: readonly AnswerThread[]) => ({ pageSize: threads.length, totalItems: 9 })
  const before = [report(1), report(2)]
  const after = [report(3), report(1)]

  const shown = mergeLatest(first(before, full(before)), list, pageOf(after, full(after)), true)

  expect(numbers(shown)).toEqual([1, 2])
  expect(shown.waiting).toBe(1)
})

test('counts new reports past the first page by the growth of the list', () => {
  const second = { page: 2, totalItems: 30 }
  const shown = mergeLatest(
    first([report(1)], second),
    list,
    pageOf([report(9)], { page: 2, totalItems: 33 }),
    false,
  )

  expect(shown.waiting).toBe(3)
})

test('other filters show their own list, with nothing waiting', () => {
  const before = mergeLatest(first([report(1)]), list, pageOf([report(2), report(1)]), true)

  const shown = mergeLatest(before, 'urgent', pageOf([report(4)]), true)

  expect(numbers(shown)).toEqual([4])
  expect(shown.waiting).toBe(0)
})

const review: Review = {
  ...{ revision: 0, reason: '' },
  ...{ state: 'new', endedState: null, assignee: null },
  ...{ changedBy: null, changedAt: null, seenUntil: null },
}

/** A report of an hour. */
const at = (observerId: number, hour: number, answered = 1) => ({
  ...report(observerId, answered),
  firstFlagged: null,
  newestNote: null,
  review,
  lastModified: new Date(Date.UTC(2026, 10, 22, hour)),
})
const observersOf = (threads: readonly AnswerThread[]) =>
  threads.map(({ observerId }) => Number(observerId))

test('shows the open report with its latest content among the unseen ones, until it is left', () => {
  const shown = mergeLatest(first([at(1, 12), at(2, 11)]), list, pageOf([at(2, 11)]), true, true)

  const rows = rowsOf(shown, true, at(1, 12, 5))
  expect(observersOf(rows)).toEqual([1, 2])
  expect(rows[0]?.answered).toBe(5)
  expect(observersOf(rowsOf(shown, true, at(2, 11)))).toEqual([2])
  expect(observersOf(rowsOf(shown, true))).toEqual([2])
  // The list says no more reports than there are.
  expect(shown.knownTotal).toBe(1)
})

test('moves older unseen reports up when one is opened, and counts none as new', () => {
  const after = [at(2, 11), at(3, 10)]

  const shown = mergeLatest(first([at(1, 12), at(2, 11)]), list, pageOf(after), true, true)
  expect(observersOf(rowsOf(shown, true, at(1, 12)))).toEqual([1, 2, 3])
  expect(shown.waiting).toBe(0)

  const later = mergeLatest(shown, list, pageOf([at(4, 13), ...after]), true, true)
  expect(observersOf(rowsOf(later, true, at(1, 12)))).toEqual([1, 2, 3])
  expect(later.waiting).toBe(1)
})
