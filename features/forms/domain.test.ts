import { expect, test } from 'vitest'
import { parse } from '#kit/contract/parse.ts'
import { FormDraft, OptionDraft, type SectionDraft } from './contract.ts'
import { identify, type StoredParts } from './domain.ts'

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
    { id: 1, code: 'A1', description: '' },
    { id: 2, code: 'A2', description: '' },
  ],
  questions: [
    { id: 10, code: 'Q1', text: 'Q1?' },
    { id: 11, code: 'Q2', text: 'Q2?' },
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
    'a part has the id that it names, whatever it says now',
    [named(10, 'Renamed', { id: 101, text: 'Not at all' })],
    ['10: 101'],
  ],
  [
    'a part without an id is new, whatever it is called',
    [question('Q1', ['Da']), named(11, 'Q2', { text: 'Da' })],
    ['1000: 1001', '11: 1002'],
  ],
  [
    'a new part before one that is renumbered takes nothing from it',
    [question('Q1', ['Da']), named(10, 'Q2', { id: 100, text: 'Da' }, { id: 101, text: 'Nu' })],
    ['1000: 1001', '10: 100 101'],
  ],
  [
    'two that change places and codes keep their ids',
    [named(11, 'Q1', { id: 110, text: 'Da' }), named(10, 'Q2')],
    ['11: 110', '10: '],
  ],
  [
    'an id that the form does not have is none',
    [named(999, 'Q1', { id: 100, text: 'Da' }), named(10, 'Q3', { id: 998, text: 'Nu' })],
    ['1000: 1001', '10: 1002'],
  ],
  [
    'an option’s id counts in its own question alone',
    [named(11, 'Q2', { id: 100, text: 'Da' }, { id: 110, text: 'Altfel' }), named(10, 'Q1')],
    ['11: 1000 110', '10: '],
  ],
  [
    'an id that is named twice is the first one’s',
    [named(10, 'Q1', { id: 100, text: 'Da' }, { id: 100, text: 'Nu' }), named(10, 'Q2')],
    ['10: 100 1000', '1001: '],
  ],
])('where ids are named, %s', (_what, questions, ids) => {
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
    'by its code and text, an option by its text in its own question',
    [question('Q2', ['Da']), question('Q1', ['Nu', 'Altfel', 'Da'])],
    ['11: 110', '10: 101 1000 100'],
  ],
  [
    'once, however many say the same',
    [question('Q1', ['Da', 'Da']), question('Q1', ['Da'])],
    ['10: 100 1000', '1001: 1002'],
  ],
  [
    'only word for word: what is renumbered or reworded is new',
    [
      { ...question('Q1', ['Da']), text: 'Q2?' },
      { ...question('Q3', []), text: 'Q1?' },
    ],
    ['1000: 1001', '1002: '],
  ],
])('where nothing names an id, a part is recognised %s', (_how, questions, ids) => {
  expect(inShort(...questions)).toEqual(ids)
})

test('a section without an id is recognised by its code and title, where nothing names any', () => {
  const draft = parse(FormDraft, {
    code: 'A',
    draft: true,
    formSections: [{ code: 'A2' }, { code: 'A1', description: 'Altfel' }],
  }).formSections

  expect(idsOf(draft, stored).map(({ id }) => id)).toEqual([2, 1000])
})

test('it is said by what the parts were recognised', () => {
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
])('of an option, %j is flagged: %s', (draft, isFlagged) => {
  expect(parse(OptionDraft, draft)).toMatchObject({ isFlagged })
})

test.each([
  [{ id: 5, optionId: 6, idOption: 7 }, 5],
  [{ id: 0, optionId: 6 }, 6],
  [{ id: '', idOption: '7' }, 7],
  [{ id: null }, null],
  [{}, null],
])('the id of an option that says %j is %s', (ids, id) => {
  expect(parse(OptionDraft, { ...ids, text: 'Da' })).toMatchObject({ id })
})
