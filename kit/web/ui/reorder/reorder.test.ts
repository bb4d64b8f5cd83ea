import { expect, test } from 'vitest'
import { edgePull, moved, placeAt, stepAside } from './reorder.ts'

/** Three of unequal height, 10 apart. */
const extents = [
  { top: 0, bottom: 40 },
  { top: 50, bottom: 150 },
  { top: 160, bottom: 200 },
]

test('moves a row to the place asked for, and no further than the ends', () => {
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})

test('swaps a dragged row past the middle of its neighbour, not before', () => {
  expect(placeAt(extents, 0, 99)).toBe(0)
  expect(placeAt(extents, 0, 100)).toBe(1)
  expect(placeAt(extents, 0, 1000)).toBe(2)
  expect(placeAt(extents, 2, 101)).toBe(2)
  expect(placeAt(extents, 2, 99)).toBe(1)
  expect(placeAt(extents, 2, -50)).toBe(0)
})

test('shifts neighbours by exactly the space that is needed', () => {
  expect([0, 1, 2].map((index) => stepAside(extents, index, 0, 1))).toEqual([0, -50, 0])
  expect([0, 1, 2].map((index) => stepAside(extents, index, 2, 0))).toEqual([50, 50, 0])
})

test('scrolls a pane only while a row is held in its outer twentieth', () => {
  const pane = { top: 100, bottom: 500 }
  expect(edgePull(300, pane)).toBe(0)
  expect(edgePull(120, pane)).toBe(0)
  expect(edgePull(110, pane)).toBe(-0.5)
  expect(edgePull(490, pane)).toBe(0.5)
  expect(edgePull(900, pane)).toBe(1)
})
