import type { AnswerDraft } from './contract.ts'

/** What a form says of one option that a report names. */
export type KnownOption = {
  readonly optionId: number
  readonly questionId: number
  readonly questionType: number
  readonly formId: number
  readonly formVersion: number
  readonly isFlagged: boolean
}

/** An option as chosen. */
export type Choice = {
  readonly questionId: number
  readonly optionId: number
  readonly formId: number
  readonly formVersion: number
  readonly text: string | null
  readonly isFlagged: boolean
}

/** An answer whose station is known. */
export type PlacedDraft = { readonly stationId: number; readonly draft: AnswerDraft }

/** What an observer now says to one question at one station; no choices: nothing any more. */
export type Settled = {
  readonly stationId: number
  readonly questionId: number
  readonly choices: readonly Choice[]
}

/** Part of a report that no form has a place for. */
export type Stray = {
  readonly reason: 'no-such-option' | 'several-single-choices'
  readonly draft: AnswerDraft
}

const isSingleChoice = (questionType: number) => questionType === 1 || questionType === 2

/**
 * Reads a report against the forms: per station and question the last of several sayings counts,
 * an option counts once, and only where it belongs to its question. What does not fit is kept as
 * stray instead of being refused, because a phone could never mend it.
 *
 * Keyed by station *and* question, never by option alone: one option chosen at two stations is two
 * answers (the first system lost one of them, wire.md 2.5).
 */
export function settle(
  drafts: readonly PlacedDraft[],
  options: ReadonlyMap<number, KnownOption>,
  questions: ReadonlySet<number>,
): { settled: Settled[]; strays: Stray[] } {
  const last = new Map(
    drafts.map((placed) => [`${placed.stationId}/${placed.draft.questionId}`, placed]),
  )
  const read = [...last.values()].map(({ stationId, draft }) =>
    questions.has(draft.questionId)
      ? settleOne(stationId, draft, options)
      : { settled: [], strays: [{ reason: 'no-such-option' as const, draft }] },
  )
  return {
    settled: read.flatMap(({ settled }) => settled),
    strays: read.flatMap(({ strays }) => strays),
  }
}

/** Reads an answer to a question that exists. */
function settleOne(
  stationId: number,
  draft: AnswerDraft,
  options: ReadonlyMap<number, KnownOption>,
): { settled: Settled[]; strays: Stray[] } {
  const { fitting, foreign } = split(draft, options)
  const strays: Stray[] =
    foreign.length > 0 ? [{ reason: 'no-such-option', draft: { ...draft, options: foreign } }] : []
  if (fitting.length > 1 && isSingleChoice(fitting[0]?.known.questionType ?? 0))
    return { settled: [], strays: [...strays, { reason: 'several-single-choices', draft }] }
  // Nothing but foreign options says nothing about what was answered before.
  if (fitting.length === 0 && foreign.length > 0) return { settled: [], strays }
  const choices = fitting.map(({ known, value }) => choiceOf(known, value))
  return { settled: [{ stationId, questionId: draft.questionId, choices }], strays }
}

function split(draft: AnswerDraft, options: ReadonlyMap<number, KnownOption>) {
  const chosen = new Map(draft.options.map((option) => [option.optionId, option]))
  const fitting: { known: KnownOption; value: string | null }[] = []
  const foreign: AnswerDraft['options'] = []
  for (const option of chosen.values()) {
    const known = options.get(option.optionId)
    if (known?.questionId === draft.questionId)
      fitting.push({ known, value: option.value?.trim() || null })
    else foreign.push(option)
  }
  return { fitting, foreign }
}

const choiceOf = (known: KnownOption, text: string | null): Choice => ({
  questionId: known.questionId,
  optionId: known.optionId,
  formId: known.formId,
  formVersion: known.formVersion,
  text,
  isFlagged: known.isFlagged,
})

/** What has to change so that the stored choices of one visit become the new ones. */
export type Difference = {
  readonly gone: readonly Choice[]
  readonly added: readonly Choice[]
  /** There already, with another text. */
  readonly reworded: readonly Choice[]
  /** By form: how many more (or fewer) questions are answered, flagged options chosen. */
  readonly tallies: readonly { formId: number; answered: number; flagged: number }[]
}

/**
 * Compares what is stored for the questions of a report with what is now said. A choice that is
 * there already, with the same text, stays untouched: it keeps its moment and its version.
 */
export function compare(stored: readonly Choice[], said: readonly Settled[]): Difference {
  const now = said.flatMap(({ choices }) => choices)
  const before = new Map(stored.map((choice) => [choice.optionId, choice]))
  const after = new Set(now.map(({ optionId }) => optionId))
  const gone = stored.filter(({ optionId }) => !after.has(optionId))
  const added = now.filter(({ optionId }) => !before.has(optionId))
  // An option whose text alone changed keeps the flag it was given to, and the version.
  const reworded = now.flatMap(({ optionId, text }) => {
    const was = before.get(optionId)
    return was && was.text !== text ? [{ ...was, text }] : []
  })
  return { gone, added, reworded, tallies: tally(stored, gone, added) }
}

function tally(stored: readonly Choice[], gone: readonly Choice[], added: readonly Choice[]) {
  const left = [...stored.filter((choice) => !gone.includes(choice)), ...added]
  const forms = [...new Set([...stored, ...added].map(({ formId }) => formId))]
  return forms
    .map((formId) => {
      const was = countOf(stored, formId)
      const is = countOf(left, formId)
      return { formId, answered: is.answered - was.answered, flagged: is.flagged - was.flagged }
    })
    .filter(({ answered, flagged }) => answered !== 0 || flagged !== 0)
}

function countOf(choices: readonly Choice[], formId: number) {
  const ofForm = choices.filter((choice) => choice.formId === formId)
  return {
    answered: new Set(ofForm.map(({ questionId }) => questionId)).size,
    flagged: ofForm.filter(({ isFlagged }) => isFlagged).length,
  }
}
