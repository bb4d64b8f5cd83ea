import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, dismiss, hold, release, toast } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

/** What is there to be read: what fades is not. */
const titles = () =>
  currentToasts()
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ title }) => title)

test('a message goes by itself after five seconds', () => {
  toast.success({ title: 'Saved' })
  vi.advanceTimersByTime(4999)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
  vi.advanceTimersByTime(500)
  expect(currentToasts()).toEqual([])
})

test('what undoes many things at once is offered for twenty seconds', () => {
  const action = { label: 'Undo', onPress: () => undefined }
  toast.success({ title: 'All of them', action, isOfMany: true })
  vi.advanceTimersByTime(19_999)
  expect(titles()).toEqual(['All of them'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('a message that is being read waits, and goes a second after', () => {
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

test('one that was sent away leaves the others, and does not come back when let go', () => {
  toast.success({ title: 'First' })
  toast.warning({ title: 'Second' })
  const id = currentToasts()[0]!.id
  dismiss(id)
  release(id)
  expect(titles()).toEqual(['Second'])
})
