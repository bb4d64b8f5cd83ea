import { expect, test } from 'vitest'
import { nextQuestionCode, nextSectionCode } from './form-codes.ts'
import { blankDraft, type Draft, type DraftQuestion, type DraftSection } from './form-parts.ts'

const question = (code: string): DraftQuestion => ({
  key: code,
  id: null,
  code,
  text: '',
  hint: '',
  questionType: 1,
  options: [],
})

const section = (code: string, ...codes: string[]): DraftSection => ({
  key: `section ${code}`,
  id: null,
  code,
  description: '',
  questions: codes.map(question),
})

const draft = (code: string, ...sections: DraftSection[]): Draft => ({
  ...blankDraft(),
  code,
  sections,
})

test.each([
  ['the first of a section', 'A', [section('A1')], 'A1.1'],
  ['one more than the last', 'A', [section('A1', 'A1.1', 'A1.9')], 'A1.10'],
  ['the first of a form whose section has no code', 'B', [section('')], 'B1'],
  ['a plain number after plain numbers', 'PL-C', [section('C', '70', '71')], '72'],
  ['a number as wide as the last', 'A', [section('A1', 'A-09')], 'A-10'],
  ['a number behind what has none', 'A', [section('A1', 'urnă')], 'urnă1'],
])('a new question has %s', (_, code, sections, next) => {
  expect(nextQuestionCode(draft(code, ...sections), sections[0]!)).toBe(next)
})

test('no two questions of a form get the same code', () => {
  const first = section('A1', 'A1.1')
  const form = draft('A', first, section('A1', 'A1.2', 'A1.3'))

  expect(nextQuestionCode(form, first)).toBe('A1.4')
  expect(nextQuestionCode(form, first, 'A1.1')).toBe('A1.4')
})

test('a new section has one more than the last, or the form’s code with a number', () => {
  expect(nextSectionCode(draft('A'))).toBe('A1')
  expect(nextSectionCode(draft('A', section('A1'), section('A2')))).toBe('A3')
  expect(nextSectionCode(draft('A', section('A2'), section('A1')))).toBe('A3')
  expect(nextSectionCode(draft(''))).toBe('')
})
