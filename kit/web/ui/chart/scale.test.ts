import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisTicks, spreadApart } from './scale.ts'

test('starts an axis at zero and covers the largest value with few round ticks', () => {
  expect(axisTicks(0)).toEqual([0, 1])
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(97)).toEqual([0, 50, 100])
  expect(axisTicks(1830)).toEqual([0, 500, 1000, 1500, 2000])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
      const all = axisTicks(most)
      expect(all[0]).toBe(0)
      expect(all.at(-1)).toBeGreaterThanOrEqual(most)
      expect(all.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('moves overlapping labels up, and leaves the others in place', () => {
  const placed = spreadApart([{ at: 98 }, { at: 99 }, { at: 20 }], 15, 100)

  expect(placed.map(({ at }) => at)).toEqual([99, 84, 20])
  expect(spreadApart([{ at: 120 }], 15, 100)).toEqual([{ at: 100 }])
})
