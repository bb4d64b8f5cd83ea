import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, dismiss, hold, release, toast } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

/** The readable toasts, without those that fade out. */
const titles = () =>
  currentToasts()
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ title }) => title)

test('dismisses a toast after five seconds', () => {
  toast.success({ title: 'Saved' })
  vi.advanceTimersByTime(4999)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
  vi.advanceTimersByTime(500)
  expect(currentToasts()).toEqual([])
})

test('offers to undo a bulk change for twenty seconds', () => {
  const action = { label: 'Undo', onPress: () => undefined }
  toast.success({ title: 'All of them', actions: [action], isOfMany: true })
  vi.advanceTimersByTime(19_999)
  expect(titles()).toEqual(['All of them'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('keeps a toast while it is read, and dismisses it a second after', () => {
  toast.error({ title: 'Not saved' })
  const id = currentToasts()[0]!.id
  hold(id)
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Not saved'])
  release(id)
  vi.advanceTimersByTime(999)
  expect(titles()).toEqual(['Not saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('keeps the other toasts when one is dismissed, and does not bring it back on release', () => {
  toast.success({ title: 'First' })
  toast.warning({ title: 'Second' })
  const id = currentToasts()[0]!.id
  dismiss(id)
  release(id)
  expect(titles()).toEqual(['Second'])
})
