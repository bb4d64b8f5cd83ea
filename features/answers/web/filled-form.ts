import type { Option, Question, Section } from '#features/forms/contract.ts'
import type { CompletedAnswer } from '../contract.ts'

type Chosen = CompletedAnswer['answers'][number]

export type FilledOption = {
  readonly id: number
  readonly text: string
  readonly isChosen: boolean
  readonly isFlagged: boolean
  readonly value: string
}

/** A question with what was answered to it, if anything was. */
export type FilledQuestion = {
  readonly id: number
  readonly code: string
  readonly text: string
  readonly isAnswered: boolean
  readonly isFlagged: boolean
  readonly options: readonly FilledOption[]
}

export type FilledSection = {
  readonly id: number
  readonly title: string
  readonly questions: readonly FilledQuestion[]
}

/** The form's sections with the answers in their places. */
export const fillIn = (
  sections: readonly Section[],
  completed: readonly CompletedAnswer[],
): FilledSection[] =>
  sections.map(({ id, description, questions }) => ({
    id,
    title: description,
    questions: questions.map((question) =>
      filled(
        question,
        completed.find((one) => one.id === question.id),
      ),
    ),
  }))

/** Answers to questions that this version of the form does not have, in their own words. */
export function leftOver(
  sections: readonly Section[],
  completed: readonly CompletedAnswer[],
): FilledQuestion[] {
  const asked = new Set(sections.flatMap((one) => one.questions.map((question) => question.id)))
  return completed
    .filter((answer) => !asked.has(answer.id))
    .map(({ id, questionCode, text, answers }) => ({
      id,
      code: questionCode,
      text,
      isAnswered: true,
      isFlagged: answers.some((one) => one.isFlagged),
      options: answers.map(chosenOption),
    }))
}

function filled(question: Question, completed: CompletedAnswer | undefined): FilledQuestion {
  const chosen = completed?.answers ?? []
  const offered = new Set(question.optionsToQuestions.map((option) => option.optionId))
  const options = question.optionsToQuestions.map((option) => filledOption(option, chosen))
  const unknown = chosen.filter((one) => !offered.has(one.optionId)).map(chosenOption)
  return {
    id: question.id,
    code: question.code,
    text: question.text,
    isAnswered: chosen.length > 0,
    isFlagged: chosen.some((one) => one.isFlagged),
    options: [...options, ...unknown],
  }
}

function filledOption({ optionId, text }: Option, chosen: readonly Chosen[]): FilledOption {
  const answer = chosen.find((one) => one.optionId === optionId)
  if (answer) return chosenOption(answer)
  return { id: optionId, text, isChosen: false, isFlagged: false, value: '' }
}

const chosenOption = ({ optionId, text, isFlagged, value }: Chosen): FilledOption => ({
  id: optionId,
  text,
  isChosen: true,
  isFlagged,
  value: value ?? '',
})

/** How many questions have a flagged answer. */
export const countFlagged = (completed: readonly CompletedAnswer[]): number =>
  completed.filter((one) => one.answers.some((answer) => answer.isFlagged)).length
