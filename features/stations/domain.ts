import type { CompletedAnswer } from '#features/answers/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ComparedQuestion, GivenAnswer } from './contract.ts'

/**
 * What one observer answered in one report, question by question in the order of their phone. Of stations that are
 * merged an observer may have several.
 */
export type AnswersOfReport = {
  readonly observerId: Id<'observers'>
  /** The station that their phone names. */
  readonly pollingStationId: Id<'pollingStations'>
  /** A test observer's answers are shown, and differ from nobody's. */
  readonly isTest: boolean
  readonly completed: readonly CompletedAnswer[]
  /** When each question was answered. */
  readonly saidAt: ReadonlyMap<number, Date>
}

/** A question with everybody's answers, before anybody settled it. */
export type Comparison = Omit<ComparedQuestion, 'state' | 'settled' | 'seen'> & {
  /** What those who are compared answered, in their order. */
  readonly compared: readonly (readonly [observerId: Id<'observers'>, said: string])[]
}

/** Everybody's answers side by side, in the order of forms and questions. */
export function compareAnswers(reports: readonly AnswersOfReport[]): Comparison[] {
  const given = reports.flatMap(({ completed, saidAt, ...who }) =>
    completed.map((answer) => ({ ...who, answer, at: saidAt.get(answer.id)?.getTime() ?? 0 })),
  )
  const questions = [...groupBy(given, ({ answer }) => answer.id).values()].map((some) =>
    compareOne(some),
  )
  // Forms in the order in which the first observer's phone has them, then those only others have.
  const forms = [...new Set(questions.map(({ formId }) => formId))]
  return forms.flatMap((formId) => questions.filter((one) => one.formId === formId))
}

type Given = Omit<AnswersOfReport, 'completed' | 'saidAt'> & {
  readonly answer: CompletedAnswer
  readonly at: number
}

function compareOne(given: readonly Given[]): Comparison {
  const newest = given.reduce((one, other) =>
    other.answer.formVersion > one.answer.formVersion ? other : one,
  ).answer
  // Nobody differs from themselves: of one observer's, what they said last is compared.
  const last = [...groupBy(given, ({ observerId }) => observerId).values()].flatMap((own) =>
    own.toSorted((one, other) => other.at - one.at).slice(0, 1),
  )
  return {
    id: newest.id,
    questionCode: newest.questionCode,
    text: newest.text,
    formId: newest.formId,
    formCode: newest.formCode,
    formDescription: newest.formDescription,
    answers: given.map((one) => shown(one, last.includes(one))),
    compared: last
      .filter(({ isTest }) => !isTest)
      .map(({ observerId, answer }) => [observerId, saidBy(answer)] as const)
      .toSorted(([one], [other]) => one - other),
  }
}

const shown = ({ observerId, pollingStationId, answer }: Given, isLast: boolean): GivenAnswer => ({
  ...{ observerId, pollingStationId, isLast },
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

/** What was said in one visit to a question that was answered otherwise in another. */
export type DifferingAnswer = {
  readonly questionId: number
  readonly visitId: Id<'visits'>
  readonly formVersion: number
  /** As JSON. */
  readonly said: string
  readonly saidAt: Date
  /** Whether the same observer said something to it in another of these visits. */
  readonly isAgain: boolean
}

/** The answers to those questions to which not all say the same, whoever they are. */
export function listDiffering(
  reports: readonly (Omit<AnswersOfReport, 'isTest'> & { readonly visitId: Id<'visits'> })[],
): DifferingAnswer[] {
  const given = reports.flatMap(({ completed, saidAt, observerId, visitId }) =>
    completed.map((answer) => ({
      ...{ observerId, visitId, questionId: answer.id, formVersion: answer.formVersion },
      ...{ said: JSON.stringify(saidBy(answer)), saidAt: saidAt.get(answer.id) ?? new Date(0) },
    })),
  )
  return [...groupBy(given, ({ questionId }) => questionId).values()]
    .filter((all) => new Set(all.map(({ said }) => said)).size > 1)
    .flatMap((all) =>
      all.map(({ observerId, ...one }) => ({
        ...one,
        isAgain: all.filter((other) => other.observerId === observerId).length > 1,
      })),
    )
}
