import { expect, test } from 'vitest'
import type { Question, Section } from '#features/forms/contract.ts'
import { distributionOf, sectionsOf } from './domain.ts'

const question = (id: number, options: readonly number[], text = `Q${id}`) =>
  ({
    ...{ id, code: `A${id}`, text },
    optionsToQuestions: options.map((option) => ({
      ...{ id: option, text: `O${option}`, flagged: option > 90 },
    })),
  }) as unknown as Question

const section = (id: number, ...questions: readonly Question[]) =>
  ({ id, description: `S${id}`, questions }) as unknown as Section

const questionsOf = (versions: readonly (readonly Section[])[]) =>
  sectionsOf(versions).map(({ title, questions }) => [
    title,
    ...questions.map(({ text, isGone, options }) => [
      isGone ? `${text}, gone` : text,
      ...options.map((option) => (option.isGone ? `${option.text}, gone` : option.text)),
    ]),
  ])

test('reads a form with a single version unchanged', () => {
  expect(questionsOf([[section(1, question(1, [11, 12])), section(2, question(2, []))]])).toEqual([
    ['S1', ['Q1', 'O11', 'O12']],
    ['S2', ['Q2']],
  ])
})

test('puts what only older versions have last, in the newest wording', () => {
  const newest = [section(1, question(1, [11], 'Newer'))]
  const older = [section(1, question(3, [31]), question(1, [12, 11])), section(2, question(2, []))]
  expect(questionsOf([newest, older])).toEqual([
    ['S1', ['Newer', 'O11', 'O12, gone'], ['Q3, gone', 'O31, gone']],
    ['S2', ['Q2, gone']],
  ])
})

test('shows a question that moved once, in its newest section', () => {
  const newest = [section(1), section(2, question(1, [11]))]
  const older = [section(1, question(1, [11, 12]))]
  expect(questionsOf([newest, older])).toEqual([['S2', ['Q1', 'O11', 'O12, gone']]])
})

test('counts nothing without rows', () => {
  expect(distributionOf([])).toEqual({ answered: 0, options: [] })
})
