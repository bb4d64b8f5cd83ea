import { expect, test } from 'vitest'
import { openAllowances } from './allowance.ts'

const at = (seconds: number) => new Date(seconds * 1000)

test('allows some calls at once, then a steady rate, to each caller', () => {
  const take = openAllowances({ atOnce: 2, perSecond: 0.5 })

  expect([take(1, at(0)), take(1, at(0)), take(1, at(0))]).toEqual([0, 0, 2])
  expect(take(2, at(0))).toBe(0)
  expect([take(1, at(1)), take(1, at(2)), take(1, at(2))]).toEqual([1, 0, 2])
  expect([take(1, at(60)), take(1, at(60)), take(1, at(60))]).toEqual([0, 0, 2])
})

test('forgives a clock that goes back', () => {
  const take = openAllowances({ atOnce: 1, perSecond: 1 })

  expect([take(1, at(10)), take(1, at(5)), take(1, at(6))]).toEqual([0, 1, 0])
})
