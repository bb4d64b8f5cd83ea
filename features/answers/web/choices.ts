import type { Question } from '#features/forms/contract.ts'
import { isSingleChoice } from '#features/forms/kind-domain.ts'
import type { AnswerDraft, CompletedAnswer } from '../contract.ts'

/** An option that a clerk or a corrector has chosen. */
export type Chosen = AnswerDraft['options'][number]

/** The choices that are stored. */
export const chosenIn = (stored: CompletedAnswer | undefined): Chosen[] =>
  (stored?.answers ?? []).map(({ optionId, value }) => ({ optionId, value }))

/**
 * The choices after an option was pressed: the only one where there is one answer, otherwise added or taken away. An
 * option that the question no longer has goes with the next choice: no phone could choose it either.
 */
export function choose(
  { questionType, optionsToQuestions }: Pick<Question, 'questionType' | 'optionsToQuestions'>,
  chosen: readonly Chosen[],
  optionId: number,
): Chosen[] {
  const pressed = chosen.find((one) => one.optionId === optionId)
  if (isSingleChoice(questionType)) return [pressed ?? { optionId }]
  const known = new Set(optionsToQuestions.map((option) => option.optionId))
  const others = chosen.filter((one) => one.optionId !== optionId && known.has(one.optionId))
  return pressed ? others : [...others, { optionId }]
}

/** The choices with a text for one of them. */
export const write = (chosen: readonly Chosen[], optionId: number, value: string): Chosen[] =>
  chosen.map((one) => (one.optionId === optionId ? { optionId, value } : one))

/** The choice of the option that has the text of a value; none clears the answer. */
export const valueChosen = (
  { optionsToQuestions }: Pick<Question, 'optionsToQuestions'>,
  value: string,
): Chosen[] =>
  value.trim() === '' ? [] : optionsToQuestions.map(({ optionId }) => ({ optionId, value }))
