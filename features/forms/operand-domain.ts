import type { Expression } from './expression-domain.ts'
import type { QuestionKind } from './kind-contract.ts'
import type { Check } from './logic-contract.ts'

/** As much of a question as its logic, and that of later ones, refers to. */
export type LogicQuestion = {
  readonly code: string
  readonly kind: QuestionKind
  readonly optionsToQuestions: readonly { readonly text: string }[]
  readonly shownIf?: string | undefined
  readonly checks?: readonly Check[] | undefined
}
export type LogicSection<Question extends LogicQuestion = LogicQuestion> = {
  readonly shownIf?: string | undefined
  readonly questions: readonly Question[]
}

/** The answer to a question: the places of chosen options from 0, or a text or value; null: it cannot be read. */
export type GivenAnswer = { readonly chosen: readonly number[]; readonly value: string | null }

/** What is known of the station, by its name in expressions. */
export type StationFacts = { readonly 'station.voters': number | null }
export const factNames: readonly string[] = ['station.voters'] satisfies (keyof StationFacts)[]

/** The place of the option that an expression names, by its text or as the nth; below 0: none. */
export function optionIn(question: LogicQuestion, named: Expression): number {
  const texts = question.optionsToQuestions.map(({ text }) => plain(text))
  if (named.kind === 'number') return named.value - 1 in texts ? named.value - 1 : -1
  return named.kind === 'text' ? texts.indexOf(plain(named.value)) : -1
}

/** Texts are the same in capitals or not, and with any spaces. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()
