import { expect, test } from 'vitest'
import type { Opening, Registration } from '../world.ts'
import { type Delivered, messagesReachTheirOwn } from './message-oracles.ts'

const registered = (device: string, observerId: number | undefined, at: number): Registration => ({
  device,
  observerId,
  from: at,
  to: at + 100,
  isCertain: true,
})
const arrived = (device: string, at: number) => ({ device, messageId: 7, at })
const delivered = (observerId: number, state = 'sent'): Delivered => ({
  messageId: 7,
  observerId,
  state,
})
const nothing = {
  ...{ deliveries: [], arrivals: [], registrations: [], openings: [], takenBack: [] },
  timings: [],
  mostTimes: 1,
}
const found = (but: Partial<Parameters<typeof messagesReachTheirOwn>[0]>) =>
  messagesReachTheirOwn({ ...nothing, ...but }).map(({ oracle }) => oracle)

test('accepts a message only on the phone where its recipient is signed in', () => {
  const registrations = [registered('one', 5, 0)]
  const deliveries = [delivered(5)]

  expect(found({ registrations, deliveries, arrivals: [arrived('one', 1000)] })).toEqual([])
  const elsewhere = [arrived('one', 1000), arrived('other', 1000)]
  expect(found({ registrations, deliveries, arrivals: elsewhere })).toHaveLength(1)
  const isOf = (observerId: number) => [delivered(observerId)]
  expect(found({ registrations, deliveries: isOf(6), arrivals: [arrived('one', 1000)] })).toContain(
    'messages reach only their recipients',
  )
})

test('finds a message on a phone that now has another observer, or none', () => {
  const deliveries = [delivered(5)]
  const arrivals = [arrived('one', 1000), arrived('one', 60_000)]
  const found = (next: number | undefined) =>
    messagesReachTheirOwn({
      ...nothing,
      mostTimes: 2,
      deliveries,
      arrivals,
      registrations: [registered('one', 5, 0), registered('one', next, 2000)],
    })

  expect(found(5)).toEqual([])
  expect(found(6)).toHaveLength(1)
  expect(found(undefined)).toHaveLength(1)
})

test('finds a sent message that never came, or came more often than sent', () => {
  const registrations = [registered('one', 5, 0)]
  const deliveries = [delivered(5)]

  expect(found({ registrations, deliveries })).toEqual(['messages reach only their recipients'])
  const twice = [arrived('one', 1000), arrived('one', 1100)]
  expect(found({ registrations, deliveries, arrivals: twice })).toEqual(['messages arrive once'])
  expect(found({ registrations, deliveries, arrivals: twice, mostTimes: 2 })).toEqual([])
})

test('finds a message opened without its recipient, or opened and not marked so', () => {
  const opening: Opening = { messageId: 7, observerId: 5, isCertain: true }
  const opened = [delivered(5, 'opened')]

  expect(found({ deliveries: opened, openings: [opening] })).toEqual([])
  expect(found({ deliveries: opened })).toEqual(['opened messages are stored as opened'])
  const failed = [delivered(5, 'failed')]
  expect(found({ deliveries: failed, openings: [opening] })).toEqual([
    'opened messages are stored as opened',
  ])
  const doubtful = { ...opening, isCertain: false }
  expect(found({ deliveries: failed, openings: [doubtful] })).toEqual([])
})

test('finds a retracted message that arrives or is still queued', () => {
  const registrations = [registered('one', 5, 0)]
  const takenBack = [7]

  expect(found({ registrations, takenBack, deliveries: [delivered(5, 'failed')] })).toEqual([])
  const came = { deliveries: [delivered(5, 'failed')], arrivals: [arrived('one', 1000)] }
  expect(found({ registrations, takenBack, ...came })).toEqual([
    'messages taken back reach no phone',
  ])
  expect(found({ registrations, takenBack, deliveries: [delivered(5, 'queued')] })).toEqual([
    'messages taken back reach no phone',
  ])
})

test('finds a rescheduled message that comes early, unless it was sent at once', () => {
  const registrations = [registered('one', 5, 0)]
  const deliveries = [delivered(5)]
  const given = { messageId: 7, sendAt: 9000, isCertain: true }
  const traffic = { registrations, deliveries, timings: [given] }

  expect(found({ ...traffic, arrivals: [arrived('one', 8500)] })).toEqual([])
  const early = { ...traffic, arrivals: [arrived('one', 5000)] }
  expect(found(early)).toEqual(['no message arrives early'])
  const sentNow = { messageId: 7, sendAt: undefined, isCertain: false }
  expect(found({ ...early, timings: [given, sentNow] })).toEqual([])
  expect(found({ ...early, timings: [{ ...given, isCertain: false }] })).toEqual([])
})
