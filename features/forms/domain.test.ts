import { expect, test } from 'vitest'
import { parse } from '#kit/contract/parse.ts'
import { FormDraft, OptionDraft, type SectionDraft } from './contract.ts'
import { identify, type StoredParts } from './domain.ts'
import { Asked } from './kind-contract.ts'

const draftOf = (questions: readonly object[]) =>
  parse(FormDraft, { code: 'A', formSections: [{ code: 'A1', questions }] }).formSections

const question = (code: string, texts: readonly string[]) => ({
  code,
  text: `${code}?`,
  questionType: 0,
  optionsToQuestions: texts.map((text) => ({ text })),
})

const nothing: StoredParts = { sections: [], questions: [], options: [] }
const stored: StoredParts = {
  sections: [
    { id: 1, code: 'A1', description: '', shownIf: '' },
    { id: 2, code: 'A2', description: '', shownIf: '' },
  ],
  questions: [
    { id: 10, code: 'Q1', text: 'Q1?', shownIf: '', checks: [], ...Asked.parse({}) },
    { id: 11, code: 'Q2', text: 'Q2?', shownIf: '', checks: [], ...Asked.parse({}) },
  ],
  options: [
    { id: 100, questionId: 10, text: 'Da' },
    { id: 101, questionId: 10, text: 'Nu' },
    { id: 110, questionId: 11, text: 'Da' },
  ],
}

/** Allots keys from 1000 on. */
function counting() {
  let next = 1000
  return () => next++
}

const idsOf = (draft: readonly SectionDraft[], parts: StoredParts) =>
  identify(draft, parts, counting()).sections.map(({ id, questions }) => ({
    id,
    questions: questions.map((one) => ({ id: one.id, options: one.options.map((own) => own.id) })),
  }))

/** The same as `question: options`, of the only section. */
const inShort = (...questions: readonly object[]) =>
  idsOf(draftOf(questions), stored).flatMap((section) =>
    section.questions.map(({ id, options }) => `${id}: ${options.join(' ')}`),
  )

const named = (id: number, code: string, ...options: readonly object[]) => ({
  ...question(code, []),
  id,
  optionsToQuestions: options,
})

test('parts of a new form are all allotted an id', () => {
  expect(idsOf(draftOf([question('Q1', ['Da', 'Nu'])]), nothing)).toEqual([
    { id: 1000, questions: [{ id: 1001, options: [1002, 1003] }] },
  ])
})

test.each<[string, object[], string[]]>([
  [
    'a part keeps the id it names when its text changes',
    [named(10, 'Renamed', { id: 101, text: 'Not at all' })],
    ['10: 101'],
  ],
  [
    'a part without an id is new, whatever its text',
    [question('Q1', ['Da']), named(11, 'Q2', { text: 'Da' })],
    ['1000: 1001', '11: 1002'],
  ],
  [
    'a new part takes nothing from a renumbered one behind it',
    [question('Q1', ['Da']), named(10, 'Q2', { id: 100, text: 'Da' }, { id: 101, text: 'Nu' })],
    ['1000: 1001', '10: 100 101'],
  ],
  [
    'two parts that swap places and codes keep their ids',
    [named(11, 'Q1', { id: 110, text: 'Da' }), named(10, 'Q2')],
    ['11: 110', '10: '],
  ],
  [
    'an id unknown to the form is ignored',
    [named(999, 'Q1', { id: 100, text: 'Da' }), named(10, 'Q3', { id: 998, text: 'Nu' })],
    ['1000: 1001', '10: 1002'],
  ],
  [
    'an option’s id counts in its own question alone',
    [named(11, 'Q2', { id: 100, text: 'Da' }, { id: 110, text: 'Altfel' }), named(10, 'Q1')],
    ['11: 1000 110', '10: '],
  ],
  [
    'an id named twice goes to the first part',
    [named(10, 'Q1', { id: 100, text: 'Da' }, { id: 100, text: 'Nu' }), named(10, 'Q2')],
    ['10: 100 1000', '1001: '],
  ],
])('matches parts by id: %s', (_what, questions, ids) => {
  // The section is named, so that none of the drafts is one without any.
  const [section] = draftOf(questions)
  const draft = [{ ...section!, id: 1 }]

  expect(
    idsOf(draft, stored).flatMap(({ questions: all }) =>
      all.map(({ id, options }) => `${id}: ${options.join(' ')}`),
    ),
  ).toEqual(ids)
})

test.each<[string, object[], string[]]>([
  [
    'by code and text, and options by text within their question',
    [question('Q2', ['Da']), question('Q1', ['Nu', 'Altfel', 'Da'])],
    ['11: 110', '10: 101 1000 100'],
  ],
  [
    'once, even when several are identical',
    [question('Q1', ['Da', 'Da']), question('Q1', ['Da'])],
    ['10: 100 1000', '1001: 1002'],
  ],
  [
    'only word for word, so renumbered or reworded parts are new',
    [
      { ...question('Q1', ['Da']), text: 'Q2?' },
      { ...question('Q3', []), text: 'Q1?' },
    ],
    ['1000: 1001', '1002: '],
  ],
])('matches parts without ids %s', (_how, questions, ids) => {
  expect(inShort(...questions)).toEqual(ids)
})

test('matches a section without an id by its code and title', () => {
  const draft = parse(FormDraft, {
    code: 'A',
    draft: true,
    formSections: [{ code: 'A2' }, { code: 'A1', description: 'Altfel' }],
  }).formSections

  expect(idsOf(draft, stored).map(({ id }) => id)).toEqual([2, 1000])
})

test('reports whether parts were matched by id or by text', () => {
  const [section] = draftOf([named(10, 'Q1')])

  expect(identify([section!], stored, counting()).matchedBy).toBe('id')
  expect(identify(draftOf([question('Q1', [])]), stored, counting()).matchedBy).toBe('text')
})

test.each([
  [{ text: 'Da', flagged: true }, true],
  [{ text: 'Da', isFlagged: true }, true],
  [{ text: 'Da', isFlagged: 'true' }, true],
  [{ text: 'Da', flagged: false, isFlagged: true }, false],
  [{ text: 'Da' }, false],
])('parses the flag of an option from %j as %s', (draft, isFlagged) => {
  expect(parse(OptionDraft, draft)).toMatchObject({ isFlagged })
})

test.each([
  [{ id: 5, optionId: 6, idOption: 7 }, 5],
  [{ id: 0, optionId: 6 }, 6],
  [{ id: '', idOption: '7' }, 7],
  [{ id: null }, null],
  [{}, null],
])('parses the id of an option from %j as %s', (ids, id) => {
  expect(parse(OptionDraft, { ...ids, text: 'Da' })).toMatchObject({ id })
})
