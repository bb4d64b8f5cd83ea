import type { CompletedAnswer } from '#features/answers/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ComparedQuestion, GivenAnswer } from './contract.ts'

/** What one observer answered at a station, question by question in the order of their phone. */
export type AnswersOfObserver = {
  readonly observerId: Id<'observers'>
  /** A test observer's answers are shown, and differ from nobody's. */
  readonly isTest: boolean
  readonly completed: readonly CompletedAnswer[]
}

/** A question with everybody's answers, before anybody settled it. */
export type Comparison = Omit<ComparedQuestion, 'state' | 'settled' | 'seen'> & {
  /** What those who are compared answered, in their order. */
  readonly compared: readonly (readonly [observerId: Id<'observers'>, said: string])[]
}

/** Everybody's answers side by side, in the order of forms and questions. */
export function compareAnswers(observers: readonly AnswersOfObserver[]): Comparison[] {
  const given = observers.flatMap(({ completed, ...who }) =>
    completed.map((answer) => ({ ...who, answer })),
  )
  const questions = [...groupBy(given, ({ answer }) => answer.id).values()].map((some) =>
    compareOne(some),
  )
  // Forms in the order in which the first observer's phone has them, then those only others have.
  const forms = [...new Set(questions.map(({ formId }) => formId))]
  return forms.flatMap((formId) => questions.filter((one) => one.formId === formId))
}

type Given = Omit<AnswersOfObserver, 'completed'> & { readonly answer: CompletedAnswer }

function compareOne(given: readonly Given[]): Comparison {
  const newest = given.reduce((one, other) =>
    other.answer.formVersion > one.answer.formVersion ? other : one,
  ).answer
  return {
    id: newest.id,
    questionCode: newest.questionCode,
    text: newest.text,
    formId: newest.formId,
    formCode: newest.formCode,
    formDescription: newest.formDescription,
    answers: given.map(shown),
    compared: given
      .filter(({ isTest }) => !isTest)
      .map(({ observerId, answer }) => [observerId, saidBy(answer)] as const)
      .toSorted(([one], [other]) => one - other),
  }
}

const shown = ({ observerId, answer }: Given): GivenAnswer => ({
  observerId,
  text: answer.text,
  formVersion: answer.formVersion,
  options: answer.answers.map(({ text, value, isFlagged }) => ({ text, value, isFlagged })),
})

/** Do two observers differ? */
export const differs = ({ compared }: Pick<Comparison, 'compared'>): boolean =>
  new Set(compared.map(([, said]) => said)).size > 1

/**
 * What an answer says, so that two that say the same are equal: the words of the chosen options as the phone
 * showed them, because an option keeps its id when its words change. Of what was written beside them only
 * numbers are compared: no two people describe one thing in the same words.
 */
export const saidBy = ({ answers }: Pick<CompletedAnswer, 'answers'>): string =>
  JSON.stringify(
    answers.map(({ text, value }) => `${folded(text)}=${numberIn(value ?? '')}`).toSorted(),
  )

const folded = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase()

/** A number as somebody types it, with a comma or in groups of thousands; empty where it is none. */
function numberIn(written: string): string {
  const typed = written.replace(/[\s\u00a0\u202f]/g, '')
  const whole = /^\d{1,3}([.,]\d{3})+$/.test(typed) ? typed.replace(/[.,]/g, '') : typed
  return /^-?\d+([.,]\d+)?$/.test(whole) ? String(Number(whole.replace(',', '.'))) : ''
}
