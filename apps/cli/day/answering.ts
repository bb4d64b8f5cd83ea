import type { Option, Question, Section } from '#features/forms/contract.ts'
import { isSingleChoice } from '#features/forms/kind-domain.ts'
import { pick, type RandomSource, seededRandom } from '../rehearsal.ts'
import { optionTexts } from './remarks.ts'

/** The facts that decide an answer, apart from its question. */
export type Seen = {
  /** The station's index: all observers there see the same. */
  readonly station: number
  readonly voters: number
  /** Whether this observer contradicts a colleague at the same station on one question. */
  readonly differs: boolean
}

type Choice = { readonly optionId: number; readonly value?: string }

/** One station in this many has more irregularities than others. */
const troubledOf = 14

/** Questions on which neighbouring observers differ: one of them at each station. */
const disputed = ['A1.2', 'B1.4', 'D1.1', 'B1.2', 'A2.2']

/** The questions of a form in order. */
export const questionsIn = (sections: readonly Section[]): Question[] =>
  sections.flatMap((section) => section.questions)

/** An observer's answers: nearly always that all is well. */
export function answerTo(question: Question, { station, voters, differs }: Seen): Choice[] {
  const isOther = differs && question.code === disputed[station % disputed.length]
  const chance = seededRandom(station * 7919 + question.id * 31 + (isOther ? 1 : 0))
  // The first numbers of neighbouring seeds resemble each other.
  chance()
  if (question.code.startsWith('D1.')) return turnoutAt(question, voters, chance)
  const calm = question.optionsToQuestions.filter(({ flagged }) => !flagged)
  const usual = pick(calm, () => chance() ** usualness(question))
  const others = calm.filter((option) => option !== usual)
  const isAlarming = chance() < (station % troubledOf === 0 ? 0.16 : 0.006)
  const alarming = question.optionsToQuestions.filter(({ flagged }) => flagged)
  const one = isAlarming ? (pick(alarming, chance) ?? usual) : usual
  const more = isMultiple(question) && chance() < 0.35 ? pick(others, chance) : undefined
  const chosen = isOther ? [pick(others, chance) ?? one] : [one, more]
  return chosen
    .filter((option) => option !== undefined)
    .map((option) => choiceOf(option, optionTexts[question.code] ?? [], chance))
}

function choiceOf(
  { id: optionId, isFreeText }: Option,
  words: readonly string[],
  chance: RandomSource,
) {
  const value = pick(words, chance) ?? ''
  return { optionId, ...(isFreeText && { value }) }
}

/** The first option that is not flagged is the usual one; ratings are spread around four. */
const usualness = ({ code }: Question) => (code === 'B1.4' ? 0.4 : 3)

const isMultiple = ({ questionType }: Question) => !isSingleChoice(questionType)

/** How many of the voters have voted by the first, second and third reading. */
const shares = [0.12, 0.31, 0.46]

function turnoutAt(question: Question, voters: number, chance: RandomSource): Choice[] {
  const [option] = question.optionsToQuestions
  const share = shares[Number(question.code.at(-1)) - 1] ?? 0
  const voted = Math.round(voters * share * (0.7 + 0.6 * chance()))
  return option ? [{ optionId: option.id, value: String(voted) }] : []
}
