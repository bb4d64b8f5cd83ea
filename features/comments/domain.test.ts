import { expect, test } from 'vitest'
import { beginningAt, completed, partsOf } from './domain.ts'

const accounts = ['ana', 'ana pop', 'vlad@vot.ro', 'c+d', 'maria-ioana/x']
const mentioned = (text: string) => partsOf(text, accounts).flatMap(({ account }) => account ?? [])

test.each([
  ['@ana, vezi?', ['ana']],
  ['(@Ana Pop) și @ANA.', ['ana pop', 'ana']],
  ['@vlad@vot.ro și @c+d', ['vlad@vot.ro', 'c+d']],
  ['@maria-ioana/x!', ['maria-ioana/x']],
  ['@anamaria @ana-maria @ana.maria ana@ana.ro @ana@vot.ro', []],
  ['fără nimeni', []],
])('finds in %j the mentions %j', (text, expected) => {
  expect(mentioned(text)).toEqual(expected)
  expect(
    partsOf(text, accounts)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['Da, @an', { from: 4, typed: 'an' }],
  ['@', { from: 0, typed: '' }],
  ['@ana pop', { from: 0, typed: 'ana pop' }],
  ['scrie la ana@vot', undefined],
  ['@ana\nda', undefined],
  ['@ana ', undefined],
])('sees in %j the beginning %j', (text, expected) => {
  expect(beginningAt(text, text.length)).toEqual(expected)
})

test('completes a mention before the rest of the text', () => {
  expect(completed('Da, @an vezi', { from: 4, typed: 'an' }, 'ana pop')).toEqual({
    text: 'Da, @ana pop vezi',
    caret: 13,
  })
})
