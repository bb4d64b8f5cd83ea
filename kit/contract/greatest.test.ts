import { expect, test } from 'vitest'
import { greatestOf } from './greatest.ts'

test('finds the greatest of a million values, and falls back when there are none', () => {
  expect(greatestOf(Array.from({ length: 1_000_000 }, (_, nth) => nth))).toBe(999_999)
  expect(greatestOf([])).toBe(0)
  expect(greatestOf([-3, -2], Number.NEGATIVE_INFINITY)).toBe(-2)
})
