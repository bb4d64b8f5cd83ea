import { expect, test } from 'vitest'
import { areaFinder, labelKey } from './naming-domain.ts'

const find = areaFinder([
  { code: 'CJ-N', name: 'Cluj-Napoca', county: 'CJ' },
  { code: 'CJ-T', name: 'Turda', county: 'CJ' },
  { code: 'AB-S', name: 'Săliștea', county: 'AB' },
  { code: 'SB-S', name: 'Săliștea', county: 'SB' },
  { code: 'AB', name: 'Alba', county: 'AB' },
])

test.each([
  ['CJ-N', 'CJ-N'],
  ['cj-n', 'CJ-N'],
  ['cluj-napoca', 'CJ-N'],
  ['CJ-N Cluj-Napoca', 'CJ-N'],
  ['Cluj Napoca (CJ-N)', 'CJ-N'],
  ['AB – ALBA', 'AB'],
  ['Alba, AB', 'AB'],
  ['TURDA', 'CJ-T'],
])('%s means %s', (written, code) => {
  expect(find(written)).toEqual({ code })
})

test('resolves a shared name to the area in the named county', () => {
  expect(find('Saliștea')).toEqual({ several: true })
  expect(find('Săliștea', 'SB')).toEqual({ code: 'SB-S' })
  expect(find('Săliștea (AB-S)')).toEqual({ code: 'AB-S' })
})

test('resolves an unknown name to no area', () => {
  expect(find('Dej')).toBeUndefined()
  expect(find('Turda', 'AB')).toBeUndefined()
  expect(find('CJ-N Turda')).toBeUndefined()
})

test('prefers a name in the named county to a code of another county', () => {
  const both = areaFinder([
    { code: 'DEJ', name: 'Satul', county: 'AB' },
    { code: 'C1', name: 'Dej', county: 'CJ' },
  ])

  expect(both('Dej', 'CJ')).toEqual({ code: 'C1' })
  expect(both('dej')).toEqual({ code: 'DEJ' })
})

test.each([
  ['12A', '12 A'],
  ['12A', '12-a'],
  ['12A', '12А'],
  ['12 bis', '12BIS.'],
  ['Școala 5', 'scoala  5'],
])('reads “%s” and “%s” as the same label', (one, other) => {
  expect(labelKey(one)).toBe(labelKey(other))
})

test.each([
  ['12-1', '121'],
  ['12A', '12B'],
  ['A 1', 'A 11'],
])('reads “%s” and “%s” as different labels', (one, other) => {
  expect(labelKey(one)).not.toBe(labelKey(other))
})
