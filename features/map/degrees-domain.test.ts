import { expect, test } from 'vitest'
import { shapesInDegrees } from './degrees-domain.ts'

/** The stored ring of a file. */
function kept(...rings: readonly (readonly [number, number])[][]) {
  const shape = { place: 1, properties: {}, polygons: [rings.map((ring) => [...ring])] }
  const content = { shapes: [shape as never], bad: [], system: null }
  return shapesInDegrees(content, { stations: [], outlines: [] }, undefined, []).shapes[0]
    ?.polygons[0]
}

const ringOf = (...longitudes: readonly [number, number, number, number]) => {
  const [a, b, c, d] = longitudes
  return [
    [a, -17],
    [b, -17],
    [c, -16],
    [d, -16],
    [a, -17],
  ] as [number, number][]
}

test.each([
  ['within the world', ringOf(23, 24, 24, 23), ringOf(23, 24, 24, 23)],
  [
    'that jumps across the 180th meridian',
    ringOf(179, -179, -179, 179),
    ringOf(179, 181, 181, 179),
  ],
  ['that jumps back across it', ringOf(-179, 179, 179, -179), ringOf(181, 179, 179, 181)],
  ['counted from 0 to 360', ringOf(182, 184, 184, 182), ringOf(-178, -176, -176, -178)],
  ['that goes on beyond 180', ringOf(179, 181, 181, 179), ringOf(179, 181, 181, 179)],
  ['that ends at 180', ringOf(178, 180, 180, 178), ringOf(178, 180, 180, 178)],
])('keeps a ring %s in one piece', (_what, ring, whole) => {
  expect(kept(ring)).toEqual([whole])
})

test('keeps a hole within its polygon across the meridian', () => {
  const outer = ringOf(178, -178, -178, 178)
  const hole = ringOf(-179.5, -179, -179, -179.5)

  expect(kept(outer, hole)).toEqual([ringOf(178, 182, 182, 178), ringOf(180.5, 181, 181, 180.5)])
})

test('keeps a ring around a pole unchanged', () => {
  const ring: [number, number][] = [
    [-180, -70],
    [-60, -70],
    [60, -70],
    [180, -70],
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]

  expect(kept(ring)).toEqual([ring])
})
