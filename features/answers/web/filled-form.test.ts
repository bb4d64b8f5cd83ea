import { expect, test } from 'vitest'
import type { Section } from '#features/forms/contract.ts'
import type { Note } from '#features/notes/contract.ts'
import type { CompletedAnswer } from '../contract.ts'
import { countFlagged, fillIn, leftOver } from './filled-form.ts'

const sections = [
  {
    id: 1,
    description: 'Deschidere',
    questions: [
      {
        id: 10,
        code: 'A1',
        text: 'Urna a fost sigilată?',
        kind: 'choice',
        optionsToQuestions: [
          { optionId: 100, text: 'Da' },
          { optionId: 101, text: 'Nu' },
        ],
      },
      {
        id: 11,
        code: 'A2',
        text: 'Liniște?',
        kind: 'choice',
        isRequired: true,
        optionsToQuestions: [{ optionId: 110, text: 'Da' }],
      },
    ],
  },
] as unknown as Section[]

/** As version 2 words the same. */
const reworded = structuredClone(sections)
Object.assign(reworded[0]?.questions[0] ?? {}, { text: 'A fost împiedicat cineva?' })
const versions = new Map([
  [1, sections],
  [2, reworded],
])

const fill = (
  completed: readonly CompletedAnswer[],
  contents: Partial<Parameters<typeof fillIn>[0]> = {},
) => fillIn({ sections, completed, notes: [], ...contents }, versions)

const receivedAt = new Date('2026-11-22T09:00:00Z')
const asked = new Map(sections[0]?.questions.map(({ id, code, text }) => [id, { code, text }]))
const answer = (id: number, ...answers: object[]) => {
  const { code = `Q${id}`, text = `Întrebarea ${id}` } = asked.get(id) ?? {}
  return {
    id,
    questionCode: code,
    text,
    kind: 'choice',
    formVersion: 1,
    receivedAt,
    answers,
  } as unknown as CompletedAnswer
}
const note = (questionId: number, ...attachments: object[]) =>
  ({
    attachments,
    questionId,
    questionCode: `Q${questionId}`,
    questionText: `Întrebarea ${questionId}`,
  }) as unknown as Note
const chosen = (
  optionId: number,
  text: string,
  isFlagged = false,
  value: string | null = null,
) => ({
  optionId,
  text,
  isFlagged,
  value,
})

test('shows chosen options with their text among the others', () => {
  const [section] = fill([answer(10, chosen(101, 'Nu', true, 'ruptă'))])

  expect(section?.questions).toMatchObject([
    {
      answeredAt: receivedAt,
      isFlagged: true,
      options: [
        { text: 'Da', isChosen: false },
        { text: 'Nu', isChosen: true, isFlagged: true, value: 'ruptă' },
      ],
    },
    { answeredAt: undefined, isFlagged: false },
  ])
})

test('shows an answer under the words and version it was given to', () => {
  const [section] = fill([answer(10, chosen(100, 'Da'))], { sections: reworded })

  expect(section?.questions).toMatchObject([
    { text: 'Urna a fost sigilată?', version: 1, options: [{ text: 'Da' }, { text: 'Nu' }] },
    { text: 'Liniște?', version: undefined },
  ])
})

test('shows a chosen option that this version no longer offers', () => {
  const [section] = fill([answer(11, chosen(999, 'Cândva'))])

  expect(section?.questions[1]?.options).toMatchObject([
    { text: 'Da', isChosen: false },
    { text: 'Cândva', isChosen: true },
  ])
})

test('shows a value instead of the option that phones show', () => {
  const said = answer(10, chosen(100, 'Răspuns', false, '12.10'))
  const [section] = fill([{ ...said, kind: 'time', canonical: '12:10' }])

  expect(section?.questions[0]).toMatchObject({
    given: { answer: { kind: 'time', canonical: '12:10' }, raw: '12.10' },
    options: [],
  })
})

test('calls a required question missing once its form is begun', () => {
  const missing = (...completed: CompletedAnswer[]) =>
    fill(completed)[0]?.questions.map(({ isMissing = false }) => isMissing)

  expect(missing()).toEqual([false, false])
  expect(missing(answer(10, chosen(100, 'Da')))).toEqual([false, true])
  expect(missing(answer(11, chosen(110, 'Da')))).toEqual([false, false])
})

test('calls a required file missing until a note on the question has one, whatever was written', () => {
  const [{ questions, ...section }] = structuredClone(sections) as [Section]
  const photo = { ...questions[1], kind: 'file' } as Section['questions'][number]
  const asking = [{ ...section, questions: [questions[0], photo] }] as Section[]
  const written = { ...answer(11, chosen(110, 'Răspuns', false, 'trimis')), kind: 'file' } as const
  const lacks = (completed: CompletedAnswer[], notes: Note[] | undefined) =>
    fill(completed, { sections: asking, notes })[0]?.questions[1]?.isMissing

  const begun = [answer(10, chosen(100, 'Da'))]
  expect(lacks([], [])).toBe(false)
  expect(lacks(begun, [])).toBe(true)
  expect(lacks([...begun, written], [note(11)])).toBe(true)
  expect(lacks(begun, [note(11, {}), note(10)])).toBe(false)
  expect(lacks(begun, undefined)).toBe(false)
})

test('shows answers and notes to removed questions in their own words', () => {
  expect(
    leftOver(
      {
        sections,
        completed: [answer(10, chosen(100, 'Da')), answer(77, chosen(1, 'Poate', true))],
        notes: [note(10), note(77), note(88)],
      },
      versions,
    ),
  ).toMatchObject([
    { id: 77, code: 'Q77', text: 'Întrebarea 77', isFlagged: true, options: [{ text: 'Poate' }] },
    { id: 88, code: 'Q88', text: 'Întrebarea 88', answeredAt: undefined, options: [] },
  ])
})

test('counts flagged questions, not flagged options', () => {
  const two = answer(10, chosen(100, 'Da', true), chosen(101, 'Nu', true))

  expect(countFlagged([two, answer(11, chosen(110, 'Da'))])).toBe(1)
})
