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
  sections: [{ id: 1, code: 'A1' }],
  questions: [
    { id: 10, code: 'Q1' },
    { id: 11, code: 'Q2' },
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
  identify(draft, parts, counting()).map(({ id, questions }) => ({
    id,
    questions: questions.map((one) => ({ id: one.id, options: one.options.map((own) => own.id) })),
  }))

test('parts of a new form are all allotted an id', () => {
  expect(idsOf(draftOf([question('Q1', ['Da', 'Nu'])]), nothing)).toEqual([
    { id: 1000, questions: [{ id: 1001, options: [1002, 1003] }] },
  ])
})

test('a part keeps its id by its code, an option by its text in its own question', () => {
  const draft = draftOf([question('Q2', ['Da']), question('Q1', ['Nu', 'Altfel', 'Da'])])

  expect(idsOf(draft, stored)).toEqual([
    {
      id: 1,
      questions: [
        { id: 11, options: [110] },
        { id: 10, options: [101, 1000, 100] },
      ],
    },
  ])
})

test('a part that names its id keeps it, whatever it is called now', () => {
  const draft = draftOf([
    { ...question('Renamed', []), id: 10, optionsToQuestions: [{ id: 101, text: 'Not at all' }] },
  ])

  expect(idsOf(draft, stored)).toEqual([{ id: 1, questions: [{ id: 10, options: [101] }] }])
})

test('an id that the form does not have is no id', () => {
  const draft = draftOf([
    { ...question('Q1', []), id: 999, optionsToQuestions: [{ id: 110, text: 'Nu' }] },
  ])

  expect(idsOf(draft, stored)).toEqual([{ id: 1, questions: [{ id: 10, options: [101] }] }])
})

test('two questions with one code, or options with one text, never share an id', () => {
  const draft = draftOf([question('Q1', ['Da', 'Da']), question('Q1', ['Da'])])

  expect(idsOf(draft, stored)).toEqual([
    {
      id: 1,
      questions: [
        { id: 10, options: [100, 1000] },
        { id: 1001, options: [1002] },
      ],
    },
  ])
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
