import { expect, test } from 'vitest'
import { nextQuestionCode, nextSectionCode } from './form-codes.ts'
import {
  blankDraft,
  blankQuestion,
  type Draft,
  type DraftQuestion,
  type DraftSection,
} from './form-parts.ts'

const question = (code: string): DraftQuestion => ({
  ...blankQuestion(code),
  key: code,
})

const section = (code: string, ...codes: string[]): DraftSection => ({
  key: `section ${code}`,
  id: null,
  code,
  shownIf: '',
  description: '',
  questions: codes.map(question),
})

const draft = (code: string, ...sections: DraftSection[]): Draft => ({
  ...blankDraft(),
  code,
  sections,
})

test.each([
  ['the first code of a section', 'A', [section('A1')], 'A1.1'],
  ['the last code plus one', 'A', [section('A1', 'A1.1', 'A1.9')], 'A1.10'],
  ['the first code of the form when its section has none', 'B', [section('')], 'B1'],
  ['a plain number after plain numbers', 'PL-C', [section('C', '70', '71')], '72'],
  ['a number as wide as the last', 'A', [section('A1', 'A-09')], 'A-10'],
  ['a number after a code without one', 'A', [section('A1', 'urnă')], 'urnă1'],
])('gives a new question %s', (_, code, sections, next) => {
  expect(nextQuestionCode(draft(code, ...sections), sections[0]!)).toBe(next)
})

test('gives each new question a code unused in the form', () => {
  const first = section('A1', 'A1.1')
  const form = draft('A', first, section('A1', 'A1.2', 'A1.3'))

  expect(nextQuestionCode(form, first)).toBe('A1.4')
  expect(nextQuestionCode(form, first, 'A1.1')).toBe('A1.4')
})

test('numbers a new section after the highest, or from the form’s code', () => {
  expect(nextSectionCode(draft('A'))).toBe('A1')
  expect(nextSectionCode(draft('A', section('A1'), section('A2')))).toBe('A3')
  expect(nextSectionCode(draft('A', section('A2'), section('A1')))).toBe('A3')
  expect(nextSectionCode(draft(''))).toBe('')
})
