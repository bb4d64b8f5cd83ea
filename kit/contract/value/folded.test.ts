import { expect, test } from 'vitest'
import { folded, holds } from './folded.ts'

test.each([
  ['either of the two ș', 'Brașov and Braşov', 'brasov and brasov'],
  ['either of the two ț', 'Neamț and Neamţ', 'neamt and neamt'],
  ['capitals', 'ÎNCĂ', 'inca'],
  ['letters that have no parts', 'Łódź, Đakovo, Søndre', 'lodz, dakovo, sondre'],
])('nobody has to type %s', (_what, text, expected) => {
  expect(folded(text)).toBe(expected)
})

test('a code and a part of the name, in any order, find one among many', () => {
  expect(holds('CJ – Cluj', 'cluj cj')).toBe(true)
  expect(holds('SJ – Sălaj', 'salaj')).toBe(true)
  expect(holds('SJ – Sălaj', 'salaj, cj')).toBe(false)
  expect(holds('SJ – Sălaj', ' ')).toBe(true)
})
