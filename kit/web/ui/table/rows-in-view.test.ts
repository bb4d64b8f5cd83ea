import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanOf } from './rows-in-view.ts'

test('draws every visible row, and few others', () => {
  const place = fc.record({
    scrolled: fc.integer({ min: -500, max: 400_000 }),
    height: fc.integer({ min: 300, max: 2000 }),
    count: fc.integer({ min: 0, max: 10_000 }),
  })
  fc.assert(
    fc.property(place, ({ scrolled, height, count }) => {
      const { from, to } = spanOf(-scrolled, height, 40, count)
      for (let row = 0; row < count; row += 1) {
        const top = row * 40 - scrolled
        const isSeen = top + 40 > 0 && top < height
        if (isSeen) expect(row >= from && row < to).toBe(true)
      }
      expect(to - from).toBeLessThan(height / 40 + 70)
    }),
  )
})

test('draws nothing for a list that is scrolled past or empty', () => {
  expect(spanOf(-400_000, 900, 40, 50)).toEqual({ from: 50, to: 50 })
  expect(spanOf(0, 900, 40, 0)).toEqual({ from: 0, to: 0 })
})
