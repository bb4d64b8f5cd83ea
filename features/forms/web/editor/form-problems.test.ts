import { expect, test } from 'vitest'
import { Problem } from '#kit/contract/problem.ts'
import { say } from '../../copy.ts'
import type { DraftKind } from '../question-kinds.ts'
import { changed, type DraftChange } from './form-draft.ts'
import { blankQuestion, type Draft } from './form-parts.ts'
import { errorsFrom, errorsOf, fieldId, withoutChanged } from './form-problems.ts'

const option = (key: string, text: string) => ({
  key,
  id: null,
  text,
  hint: '',
  isFreeText: false,
  isFlagged: false,
})

const question = (key: string, code: string) => ({
  ...blankQuestion(code),
  key,
  text: 'Urna a fost sigilată?',
  options: [option(`${key} yes`, 'Da'), option(`${key} no`, 'Nu')],
})

const good: Draft = {
  code: 'A',
  description: 'Deschidere',
  details: '',
  diaspora: false,
  series: false,
  revision: 1,
  sections: [
    {
      key: 's',
      id: null,
      code: 'A1',
      description: '',
      shownIf: '',
      questions: [question('q', 'A1'), question('r', 'A2')],
    },
  ],
}

const published = { isDraft: false }

test('accepts a complete form', () => {
  expect([...errorsOf(good, published)]).toEqual([])
})

test('reports missing sections', () => {
  expect([...errorsOf({ ...good, sections: [] }, published)]).toEqual([
    [fieldId('form', 'sections'), say.sectionNeeded],
  ])
})

test('names empty fields in the order of the page', () => {
  let draft = changed(good, { type: 'set form', to: { code: ' ', description: '' } })
  draft = changed(draft, { type: 'set option', key: 'r no', to: { text: '' } })
  draft = changed(draft, { type: 'set question', key: 'q', to: { text: '', code: '' } })

  expect([...errorsOf(draft, published)]).toEqual([
    [fieldId('form', 'description'), say.titleNeeded],
    [fieldId('form', 'code'), say.formCodeNeeded],
    [fieldId('q', 'code'), say.questionCodeNeeded],
    [fieldId('q', 'text'), say.questionTextNeeded],
    [fieldId('r no', 'text'), say.optionTextNeeded],
  ])
})

test('accepts gaps in a draft but not in a published form', () => {
  let draft = changed(good, { type: 'set form', to: { code: '', description: '' } })
  draft = changed(draft, { type: 'set question', key: 'q', to: { text: '', code: '' } })

  expect([...errorsOf(draft, { isDraft: true })]).toEqual([])
  expect([...errorsOf(draft, published)]).toHaveLength(4)
})

test('accepts a draft without questions but not a published form', () => {
  const draft = { ...good, sections: good.sections.map((one) => ({ ...one, questions: [] })) }

  expect([...errorsOf(draft, { isDraft: true })]).toEqual([])
  expect([...errorsOf(draft, published)]).toEqual([
    [fieldId('form', 'sections'), say.questionNeeded],
  ])
})

test('refuses the second of two equal codes or texts', () => {
  let draft = changed(good, { type: 'set question', key: 'r', to: { code: ' A1' } })
  draft = changed(draft, { type: 'set option', key: 'q no', to: { text: 'Da' } })

  expect([...errorsOf(draft, published)]).toEqual([
    [fieldId('q no', 'text'), say.optionTextTaken],
    [fieldId('r', 'code'), say.questionCodeTaken],
  ])
})

test('refuses limits that no number fits, and ignores those that the kind does not use', () => {
  const limits = { min: 10, max: 2.5 }
  const having = (kind: DraftKind) =>
    changed(good, { type: 'set question', key: 'q', to: { kind, ...limits } })

  expect([...errorsOf(having('decimal'), { isDraft: true })]).toEqual([
    [fieldId('q', 'max'), say.rangeEmpty],
  ])
  for (const kind of ['rating', 'line', 1] as const)
    expect([...errorsOf(having(kind), published)]).toEqual([])
})

test('ignores options that the kind does not use', () => {
  let draft = changed(good, { type: 'set option', key: 'q no', to: { text: '' } })
  expect([...errorsOf(draft, published).keys()]).toEqual([fieldId('q no', 'text')])

  draft = changed(draft, { type: 'set question', key: 'q', to: { kind: 'time' } })

  expect([...errorsOf(draft, published)]).toEqual([])
})

test('shows contract errors at their field, at any depth', () => {
  const long = 'a'.repeat(1001)
  const draft = changed(good, { type: 'set option', key: 'r yes', to: { text: long } })

  expect([...errorsOf(draft, published).keys()]).toEqual([fieldId('r yes', 'text')])
})

test('shows server errors at their field', () => {
  const invalid = new Problem('request.invalid', {
    errors: {
      'body.formSections.0.questions.1.text': ['Too big'],
      'body.formSections.0.description': ['Too big'],
      'body.formSections.7.code': ['Too big'],
    },
  })

  expect([...errorsFrom(invalid, good).keys()]).toEqual([
    fieldId('r', 'text'),
    fieldId('s', 'description'),
  ])
  const taken = new Problem('form.code-taken', { formCode: 'A' })
  expect([...errorsFrom(taken, good)]).toEqual([[fieldId('form', 'code'), say.codeTaken]])
  expect([...errorsFrom(new Problem('server.failed'), good)]).toEqual([])
})

test('shows mistakes in conditions and checks at their field, for publishing alone', () => {
  const check = { expression: 'A2 >', severity: 'error' as const, message: { ro: 'Nu', en: '' } }
  let draft = changed(good, { type: 'set section', key: 's', to: { shownIf: 'A1 = 1' } })
  draft = changed(draft, {
    type: 'set question',
    key: 'r',
    to: { shownIf: 'A9 = 1', checks: [check] },
  })

  const errors = errorsOf(draft, published)
  expect([...errors.keys()]).toEqual([
    fieldId('s', 'shownIf'),
    fieldId('r', 'shownIf'),
    fieldId('r', 'checks.0.expression'),
    fieldId('r', 'checks.0.message.en'),
  ])
  expect(errors.get(fieldId('r', 'shownIf'))?.en).toBe('There is no question A9.')
  expect(errorsOf(draft, { isDraft: true }).size).toBe(0)
  const typed: DraftChange = { type: 'set question', key: 'r', to: { checks: [] } }
  expect([...withoutChanged(errors, typed).keys()]).toEqual([
    fieldId('s', 'shownIf'),
    fieldId('r', 'shownIf'),
  ])
})
