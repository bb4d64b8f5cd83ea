import { expect, test } from 'vitest'
import { OutermostAreas } from './unsaid-domain.ts'

/** The codes of rows without a parent that may be outermost. */
const outermost = (rows: readonly string[], levels = 2) => {
  const areas = new OutermostAreas()
  const read = rows
    .map((row) => row.split('<'))
    .map(([code = '', parent]) => ({ code, name: code, parent }))
  areas.note(read)
  return read
    .filter(
      ({ code, parent }) => parent === undefined && areas.has({ code, level: undefined }, levels),
    )
    .map(({ code }) => code)
}

test.each([
  ['no row names a parent', ['CJ', 'AB'], 2, ['CJ', 'AB']],
  ['each county has towns below it', ['CJ', 'AB', 'DEJ<CJ', 'BLJ<AB'], 2, ['CJ', 'AB']],
  ['counties and towns take turns', ['CJ', 'DEJ<CJ', 'AB', 'BLJ<AB'], 2, ['CJ', 'AB']],
  ['the largest town has the code of its county', ['SJ', 'SJ<SJ'], 2, ['SJ']],
  ['there are three levels', ['V', 'CJ<V', 'DEJ<CJ'], 3, ['V']],
])('accepts an area as outermost when %s', (_what, rows, levels, expected) => {
  expect(outermost(rows, levels)).toEqual(expected)
})

test.each([
  ['a cell merged with the one above', ['CJ', 'DEJ<CJ', 'GHR'], 2, ['CJ']],
  ['a parent that is not in the file', ['DEJ<CJ', 'GHR'], 2, []],
  ['a county without towns', ['CJ', 'DEJ<CJ', 'B'], 2, ['CJ']],
  ['a town with villages, merged', ['V', 'CJ<V', 'DEJ<CJ', 'X<DEJ', 'GHR', 'Y<GHR'], 4, ['V']],
  ['a county with towns, merged', ['CJ<NV', 'DEJ<CJ', 'BH', 'OR<BH'], 3, []],
])(
  'does not assume that an area without a parent is outermost: %s',
  (_what, rows, levels, expected) => {
    expect(outermost(rows, levels)).toEqual(expected)
  },
)

test('ends the search at a cycle of areas', () => {
  expect(outermost(['A<B', 'B<A', 'C'], 5)).toEqual([])
})

test('measures a file of 200,000 areas', { tags: 'slow' }, () => {
  const towns = Array.from({ length: 200_000 }, (_, place) => `T${place}<CJ${place % 40}`)
  expect(outermost(['CJ1', ...towns, 'T'])).toEqual(['CJ1'])
})

test('finds the parent of an area by its name', () => {
  const areas = new OutermostAreas()
  areas.note([
    { code: 'CJ', name: 'Cluj', parent: undefined },
    { code: 'DEJ', name: 'Dej', parent: 'Cluj' },
    { code: 'GHR', name: 'Gherla', parent: undefined },
  ])

  expect(areas.has({ code: 'CJ', level: undefined }, 2)).toBe(true)
  expect(areas.has({ code: 'GHR', level: undefined }, 2)).toBe(false)
})
