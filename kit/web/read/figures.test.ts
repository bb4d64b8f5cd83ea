import { expect, test } from 'vitest'
import { oldestBehind } from './figures.ts'

const server = Date.parse('2026-11-22T09:00:00Z')
/** This machine is an hour late. */
const clocks = { now: server - 3_600_000, reached: server }

/** Figures that were so far behind when they were read so long ago, in seconds. */
const figures = (behind: number, ago = 0) => ({
  data: { asOf: new Date(server - (ago + behind) * 1000) },
  dataUpdatedAt: clocks.now - ago * 1000,
})

test('says nothing of figures that were at most 3 s behind when they were read', () => {
  expect(oldestBehind([figures(0), figures(3)], clocks)).toBe(undefined)
})

test('says nothing of figures that were read long ago and have not changed since', () => {
  expect(oldestBehind([figures(0, 600)], clocks)).toBe(undefined)
})

test('says the oldest moment of those that were behind', () => {
  const behind = [figures(4), figures(100), figures(1), figures(90, 8)]

  expect(oldestBehind(behind, clocks)).toBe(server - 100_000)
})

test('reads the moment from the pages of a list that is shown page after page', () => {
  const { data, dataUpdatedAt } = figures(50)
  const paged = { data: { pages: [data, figures(2).data], pageParams: [1, 2] }, dataUpdatedAt }

  expect(oldestBehind([paged], clocks)).toBe(server - 50_000)
})

test('ignores values without figures', () => {
  const others = [undefined, null, 7, [], { data: [] }, { pages: [{ data: [] }] }]

  const reads = others.map((data) => ({ data, dataUpdatedAt: 0 }))
  expect(oldestBehind(reads, clocks)).toBe(undefined)
})
