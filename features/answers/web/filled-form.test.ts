import { expect, test } from 'vitest'
import type { Section } from '#features/forms/contract.ts'
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
        optionsToQuestions: [
          { optionId: 100, text: 'Da' },
          { optionId: 101, text: 'Nu' },
        ],
      },
      { id: 11, code: 'A2', text: 'Liniște?', optionsToQuestions: [{ optionId: 110, text: 'Da' }] },
    ],
  },
] as unknown as Section[]

const answer = (id: number, ...answers: object[]) =>
  ({ id, questionCode: `Q${id}`, text: `Întrebarea ${id}`, answers }) as unknown as CompletedAnswer
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

test('chosen options stand among those that were not, with what was written beside them', () => {
  const [section] = fillIn(sections, [answer(10, chosen(101, 'Nu', true, 'ruptă'))])

  expect(section?.questions).toMatchObject([
    {
      isAnswered: true,
      isFlagged: true,
      options: [
        { text: 'Da', isChosen: false },
        { text: 'Nu', isChosen: true, isFlagged: true, value: 'ruptă' },
      ],
    },
    { isAnswered: false, isFlagged: false },
  ])
})

test('an option that this version no longer offers is shown all the same', () => {
  const [section] = fillIn(sections, [answer(11, chosen(999, 'Cândva'))])

  expect(section?.questions[1]?.options).toMatchObject([
    { text: 'Da', isChosen: false },
    { text: 'Cândva', isChosen: true },
  ])
})

test('an answer to a question that this version no longer asks is shown in its own words', () => {
  expect(
    leftOver(sections, [answer(10, chosen(100, 'Da')), answer(77, chosen(1, 'Poate', true))]),
  ).toMatchObject([
    { id: 77, code: 'Q77', text: 'Întrebarea 77', isFlagged: true, options: [{ text: 'Poate' }] },
  ])
})

test('flagged questions are counted, not flagged options', () => {
  const two = answer(10, chosen(100, 'Da', true), chosen(101, 'Nu', true))

  expect(countFlagged([two, answer(11, chosen(110, 'Da'))])).toBe(1)
})
