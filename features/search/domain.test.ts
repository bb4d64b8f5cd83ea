import { expect, test } from 'vitest'
import { queryOf, saysAll, snippetOf, textWordsOf } from './domain.ts'

test.each([
  ['Ușă deschisă', ['usa', 'deschisa']],
  ['într-o', ['intr', 'o']],
  ['la 8', []],
  ["'|usa & !:*", ['usa']],
])('reads the words of “%s”', (typed, words) => {
  expect(textWordsOf(typed)).toEqual(words)
})

test.each([
  ['Uşa era DESCHISĂ', 'usa desc', true],
  ['Uşa era DESCHISĂ', 'chisa', false],
  ['Nu la ușă', 'la usa', true],
  ['Nu lacătul, ușa', 'la usa', false],
  ['sigiliu/ștampilă', 'stamp', true],
])('compares “%s” with “%s”', (text, typed, isFound) => {
  expect(saysAll(text, textWordsOf(typed))).toBe(isFound)
})

test('writes a query that finds beginnings of longer words', () => {
  expect(queryOf(['la', 'usa'])).toBe("'la' & 'usa':*")
})

test.each([
  ['Ușa era DESCHISĂ.', ['desc'], ['Ușa era ', 'DESCHISĂ', '.']],
  [
    'Sigiliu rupt, us\u0326a\u0306 spartă',
    ['usa'],
    ['Sigiliu rupt, ', 'us\u0326a\u0306', ' spartă'],
  ],
  ['Nimic', ['alta'], ['', '', 'Nimic']],
])('marks the first match in “%s”', (text, words, [before, match, after]) => {
  expect(snippetOf(text, words)).toEqual({ before, match, after })
})

test('cuts a long text between words', () => {
  const long = 'cuvânt '.repeat(30)
  const { before, match, after } = snippetOf(`${long}țintă ${long}`, ['tinta'])

  expect(match).toBe('țintă')
  expect(before).toMatch(/^…cuvânt/)
  expect(after).toMatch(/cuvânt…$/)
  expect(before.length + after.length).toBeLessThan(130)
})
