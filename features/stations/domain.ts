import type { CompletedAnswer } from '#features/answers/contract.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
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

/** A question on which some of those who reported from a station differ: all of them, or an organisation's. */
export type JudgedDifference = Pick<Comparison, 'compared' | 'formId'> & {
  readonly ngoId: Id<'ngos'> | null
  readonly questionId: number
  readonly formVersion: number
  readonly saidAt: Date
}

/** Where those who reported from a station differ, for the organiser and for each organisation. */
export function listDifferences(
  reports: readonly (AnswersOfReport & { readonly ngoId: Id<'ngos'> })[],
): JudgedDifference[] {
  const ofAll = differencesAmong(reports, null)
  const isEachOnce = new Set(reports.map(({ observerId }) => observerId)).size === reports.length
  // Where all agree, so do some; unless an organisation sees only what one of them said before.
  if (ofAll.length === 0 && isEachOnce) return []
  const each = [...groupBy(reports, ({ ngoId }) => ngoId)]
  return [
    ...ofAll,
    ...each.flatMap(([ngoId, own]) => (own.length > 1 ? differencesAmong(own, ngoId) : [])),
  ]
}

const differencesAmong = (
  reports: readonly AnswersOfReport[],
  ngoId: Id<'ngos'> | null,
): JudgedDifference[] =>
  compareAnswers(reports)
    .filter(differs)
    .map(({ id: questionId, formId, answers, compared }) => ({
      ...{ ngoId, questionId, formId, compared },
      formVersion: Math.max(...answers.map((one) => one.formVersion)),
      saidAt: lastSaid(reports, questionId),
    }))

/** When one of those who are compared last said something to a question. */
const lastSaid = (reports: readonly AnswersOfReport[], questionId: number): Date =>
  new Date(
    greatestOf(
      reports.map(({ isTest, saidAt }) => (isTest ? 0 : (saidAt.get(questionId)?.getTime() ?? 0))),
    ),
  )
