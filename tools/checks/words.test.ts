import { expect, test } from 'vitest'
import { avoidedIn, isVague, namesIn } from './words.ts'

test.each([
  ['what comes twice is kept once', true],
  ['The page keeps its place', true],
  ['a page keeps its place', true],
  ['whose number was taken', true],
  ['keeps the selection when the page changes', false],
  ['observers see only their own visits', false],
  ['another organisation sees nothing', false],
  ['oneself', false],
])('judges the beginning of "%s"', (name, isFault) => {
  expect(isVague(name)).toBe(isFault)
})

test('reads names of plain, repeated and templated tests', () => {
  const source = `
    test('keeps', () => {})
    test.each([['a']])('refuses %s', () => {})
    describe(\`shows \${one} of two\`, { tags: 'slow' }, () => { it('hides', () => {}) })
    test.step('an arrival', () => {})
    other('a thing', () => {})`
  expect(namesIn('one.test.ts', source)).toEqual(['keeps', 'refuses %s', 'shows ', 'hides'])
})

test('counts the lines with a word to avoid', () => {
  expect(avoidedIn('Nobody is\nwhoever, whom\nunderstands, outlies\nmended')).toBe(3)
})
