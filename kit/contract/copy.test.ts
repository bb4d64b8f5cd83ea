import { expect, test } from 'vitest'
import { copy, speak } from './copy.ts'

const sentence = copy({
  hello: { ro: 'Bună, {name}!', en: 'Hello, {name}!' },
  notes: {
    ro: { one: 'o notă', few: '{count} note', other: '{count} de note' },
    en: { one: 'one note', other: '{count} notes' },
  },
})

test.each([
  [0, '0 note', '0 notes'],
  [1, 'o notă', 'one note'],
  [2, '2 note', '2 notes'],
  [19, '19 note', '19 notes'],
  [20, '20 de note', '20 notes'],
  [100, '100 de note', '100 notes'],
  [101, '101 note', '101 notes'],
  [1234, '1.234 de note', '1,234 notes'],
])('%i is counted as each language counts', (count, ro, en) => {
  expect(speak(sentence.notes, 'ro', { count })).toBe(ro)
  expect(speak(sentence.notes, 'en', { count })).toBe(en)
})

test('inserts a value verbatim in place of its placeholder', () => {
  expect(speak(sentence.hello, 'ro', { name: '$& {name}' })).toBe('Bună, $& {name}!')
})

test('keeps a placeholder without a value visible', () => {
  expect(speak(sentence.hello, 'en')).toBe('Hello, {name}!')
})
