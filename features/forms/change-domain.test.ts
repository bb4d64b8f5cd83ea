import { expect, test } from 'vitest'
import { movedBetween } from './change-domain.ts'
import { SectionDraft } from './contract.ts'

/** Sections of questions, each named by a letter. */
const sections = (...each: string[]) =>
  each.map((letters, at) =>
    SectionDraft.parse({
      id: at + 1,
      questions: [...letters].map((code) => ({
        ...{ id: code.charCodeAt(0), code, text: code, questionType: 1 },
      })),
    }),
  )
const moved = (before: SectionDraft[], after: SectionDraft[]) =>
  movedBetween(before, after).map(({ code }) => code)

test.each([
  ['abcd', 'abcd', []],
  ['abcd', 'bcda', ['a']],
  ['abcd', 'adbc', ['d']],
  ['abcd', 'axbcd', []],
  ['abcd', 'dcba', ['c', 'b', 'a']],
  ['abcd', 'cd', []],
])('names the questions that moved from %s to %s', (before, after, codes) => {
  expect(moved(sections(before), sections(after))).toEqual(codes)
})

test('names a question that moved to another section without changing the order', () => {
  expect(moved(sections('ab', 'cd'), sections('a', 'bcd'))).toEqual(['b'])
})
