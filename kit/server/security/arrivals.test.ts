import { expect, test } from 'vitest'
import { openArrivals } from './arrivals.ts'

const begin = Date.parse('2026-11-22T06:00:00Z')
const minute = (nth: number) => new Date(begin + nth * 60_000)

test('counts an account that signs in repeatedly once', () => {
  const arrivals = openArrivals()

  for (let time = 0; time < 9; time++) arrivals.note('203.0.113.1', 'observer:1', minute(0))

  expect(arrivals.count('203.0.113.1', minute(1))).toBe(1)
})

test('counts a sign-in for at least fifteen and at most thirty minutes', () => {
  const arrivals = openArrivals()
  arrivals.note('203.0.113.1', 'observer:1', minute(0))
  arrivals.note('203.0.113.1', 'observer:2', minute(14))

  expect(arrivals.count('203.0.113.1', minute(29))).toBe(2)
  expect(arrivals.count('203.0.113.1', minute(30))).toBe(0)
})

test('keeps the count of a busy network while ten thousand others are queried', () => {
  const arrivals = openArrivals()
  arrivals.note('203.0.113.1', 'observer:1', minute(0))

  for (let nth = 0; nth < 20_000; nth++)
    arrivals.count(`100.64.${nth >> 8}.${nth & 255}`, minute(1))

  expect(arrivals.count('203.0.113.1', minute(1))).toBe(1)
})
