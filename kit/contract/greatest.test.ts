import { expect, test } from 'vitest'
import { greatestOf } from './greatest.ts'

test('the greatest of a million is found, and of none the least that was said', () => {
  expect(greatestOf(Array.from({ length: 1_000_000 }, (_, nth) => nth))).toBe(999_999)
  expect(greatestOf([])).toBe(0)
  expect(greatestOf([-3, -2], Number.NEGATIVE_INFINITY)).toBe(-2)
})
