import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apart, marks } from './scale.ts'

test('an axis begins at nought, holds the largest value and has few, round marks', () => {
  expect(marks(0)).toEqual([0, 1])
  expect(marks(3)).toEqual([0, 1, 2, 3])
  expect(marks(97)).toEqual([0, 50, 100])
  expect(marks(1830)).toEqual([0, 500, 1000, 1500, 2000])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
      const all = marks(most)
      expect(all[0]).toBe(0)
      expect(all.at(-1)).toBeGreaterThanOrEqual(most)
      expect(all.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('names that would stand on one another move up, and those that do not stay', () => {
  const placed = apart([{ at: 98 }, { at: 99 }, { at: 20 }], 15, 100)

  expect(placed.map(({ at }) => at)).toEqual([99, 84, 20])
  expect(apart([{ at: 120 }], 15, 100)).toEqual([{ at: 100 }])
})
