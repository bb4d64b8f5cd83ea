import type { CompletedAnswer } from '#features/answers/contract.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ComparedQuestion, GivenAnswer } from './contract.ts'
import type { ChosenOption } from './differences-contract.ts'

/** One observer's report, in the order of their phone's form. An observer may have several from merged stations. */
export type AnswersOfReport = {
  readonly observerId: Id<'observers'>
  /** The station that the phone names; it may be merged. */
  readonly pollingStationId: Id<'pollingStations'>
  /** It does not count in figures: its answers are shown but not compared. */
  readonly isLeftOut: boolean
  readonly completed: readonly CompletedAnswer[]
}

/** A question with all answers, without its settlement. */
export type Comparison = Omit<ComparedQuestion, 'state' | 'settled' | 'seen'> & {
  /** The last answer of each observer who is compared. */
  readonly compared: readonly (readonly [observerId: Id<'observers'>, said: string])[]
}

/** All answers side by side, in the order of forms and questions. */
export function compareAnswers(reports: readonly AnswersOfReport[]): Comparison[] {
  const given = reports.flatMap(({ completed, ...who }) =>
    completed.map((answer) => ({ ...who, answer, at: answer.receivedAt.getTime() })),
  )
  const questions = [...groupBy(given, ({ answer }) => answer.id).values()].map((some) =>
    compareOne(some),
  )
  // Forms in the order of the first observer's phone, then those that only others have.
  const forms = [...new Set(questions.map(({ formId }) => formId))]
  return forms.flatMap((formId) => questions.filter((one) => one.formId === formId))
}

type Given = Omit<AnswersOfReport, 'completed'> & {
  readonly answer: CompletedAnswer
  readonly at: number
}

function compareOne(given: readonly Given[]): Comparison {
  const newest = given.reduce((one, other) =>
    other.answer.formVersion > one.answer.formVersion ? other : one,
  ).answer
  // An observer may answer from several merged stations; only their last answer that counts is compared.
  const last = [...groupBy(given, ({ observerId }) => observerId).values()].flatMap((own) =>
    own
      .toSorted(
        (one, other) => Number(one.isLeftOut) - Number(other.isLeftOut) || other.at - one.at,
      )
      .slice(0, 1),
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
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ observerId, answer }) => [observerId, keyOfAnswer(answer)] as const)
      .toSorted(([one], [other]) => one - other),
  }
}

function shown({ observerId, pollingStationId, answer }: Given, isLast: boolean): GivenAnswer {
  const { text, formVersion, answers, kind, min, max, unit } = answer
  const { canonical, isUnreadable, isOutside } = answer
  return {
    ...{ observerId, pollingStationId, isLast, text, formVersion },
    ...{ kind, min, max, unit, canonical, isUnreadable, isOutside },
    options: answers.map(({ text, value, isFlagged }) => ({ text, value, isFlagged })),
  }
}

export const differs = ({ compared }: Pick<Comparison, 'compared'>): boolean =>
  new Set(compared.map(([, text]) => text)).size > 1

/**
 * A text that is equal for equal answers: that of a value, if it could be read. It has the wording of the chosen options, because an option keeps its id
 * when its wording changes. Of free text it has only numbers: two people never describe a thing in the same words.
 */
export const keyOfAnswer = ({
  answers,
  canonical,
}: Pick<CompletedAnswer, 'answers' | 'canonical'>): string =>
  canonical ??
  JSON.stringify(
    answers.map(({ text, value }) => `${folded(text)}=${numberIn(value ?? '')}`).toSorted(),
  )

const folded = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase()

/** A typed number, perhaps with a decimal comma or grouped thousands; empty if it is not a number. */
function numberIn(written: string): string {
  const typed = written.replace(/[\s\u00a0\u202f]/g, '')
  const whole = /^\d{1,3}([.,]\d{3})+$/.test(typed) ? typed.replace(/[.,]/g, '') : typed
  return /^-?\d+([.,]\d+)?$/.test(whole) ? String(Number(whole.replace(',', '.'))) : ''
}

/** A question on which observers at a station differ: among all, or among those of one organisation. */
export type JudgedDifference = Pick<Comparison, 'compared' | 'formId'> & {
  readonly ngoId: Id<'ngos'> | null
  readonly questionId: number
  readonly formVersion: number
  readonly saidAt: Date
  /** Whether a compared answer is flagged. */
  readonly isFlagged: boolean
}

/** The differences at a station, for the organiser and for each organisation. */
export function listDifferences(
  reports: readonly (AnswersOfReport & { readonly ngoId: Id<'ngos'> })[],
): JudgedDifference[] {
  const ofAll = differencesAmong(reports, null)
  const isEachOnce = new Set(reports.map(({ observerId }) => observerId)).size === reports.length
  // If all agree, so do those of one organisation, unless it sees only an earlier answer of an observer.
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
      saidAt: lastAnswered(reports, questionId),
      isFlagged: answers.some((one) => isCompared(one, compared) && one.options.some(isFlagged)),
    }))

const isCompared = (
  { isLast, observerId }: GivenAnswer,
  compared: Comparison['compared'],
): boolean => isLast && compared.some(([id]) => id === observerId)

const isFlagged = (option: ChosenOption): boolean => option.isFlagged

/** When a question was last answered by an observer who is compared. */
const lastAnswered = (reports: readonly AnswersOfReport[], questionId: number): Date =>
  new Date(
    greatestOf(
      reports
        .filter(({ isLeftOut }) => !isLeftOut)
        .flatMap(({ completed }) => completed.filter(({ id }) => id === questionId))
        .map(({ receivedAt }) => receivedAt.getTime()),
    ),
  )
