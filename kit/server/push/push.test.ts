import { expect, test } from 'vitest'
import { openPush } from './push.ts'

const message = { title: 'Vești', body: 'Secția se închide', data: {} }

test('lets other work wait behind only a few of many messages', async () => {
  const begun = [0]
  const turn = () => {
    begun.push(0)
    turning = setImmediate(turn)
  }
  let turning = setImmediate(turn)
  const push = openPush({
    phones: async () => {
      begun.push((begun.pop() ?? 0) + 1)
      return 'sent'
    },
  })
  const { signal } = new AbortController()
  const devices = Array.from({ length: 300 }, (_, nth) => ({
    channel: 'firebase',
    token: `${nth}`,
  }))

  const results = await Promise.all(devices.map((device) => push.send(device, message, signal)))
  clearImmediate(turning)

  expect(results.filter((one) => one === 'sent').length).toBe(300)
  expect(Math.max(...begun)).toBeLessThanOrEqual(10)
})

test('delays the next ten recipients of a message while others call', async () => {
  let begun = 0
  const seen: number[] = []
  const push = openPush({
    phones: async () => {
      // Due before whatever waits for longer.
      if (begun === 0) setTimeout(() => seen.push(begun), 5)
      begun += 1
      return 'sent'
    },
  })
  push.giveWay(() => true)
  const { signal } = new AbortController()

  await Promise.all(
    Array.from({ length: 30 }, (_, nth) =>
      push.send({ channel: 'firebase', token: `${nth}` }, message, signal),
    ),
  )

  expect(seen).toEqual([10])
})
