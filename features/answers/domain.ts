import {
  asIn,
  type PublishedContent,
  type PublishedOption,
  type ShownVersion,
  versionOf,
} from '#features/forms/domain.ts'
import { isChoice, isSingleChoice } from '#features/forms/kind-domain.ts'
import { readValue } from '#features/forms/value-domain.ts'
import type { SubmittedChoice } from '#features/visits/domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { AnswerDraft } from './contract.ts'

/** The value of a choice’s text; undefined: it has none, or is not read here. */
type WithValue = { readonly value?: string | undefined }

/** An option as chosen. */
export type Choice = Readonly<Omit<SubmittedChoice, 'alikeIn'>> & WithValue

/** A current choice, and when it was made. */
export type DatedChoice = Choice & { readonly receivedAt: Date }

/** The content of an answer, at whichever station. */
export type Answered = Pick<AnswerDraft, 'questionId' | 'options'>

/** An answer whose station is known. */
export type PlacedDraft<Draft extends Answered = AnswerDraft> = {
  readonly stationId: number
  readonly draft: Draft
  /** The option that staff chose instead of an unknown one; the phone has not shown it. */
  readonly chosenByStaff?: number | undefined
}

/** An observer's new answer to one question at one station; no choices: it is cleared. */
export type ResolvedAnswer = {
  readonly stationId: number
  readonly questionId: number
  readonly choices: readonly (SubmittedChoice & WithValue)[]
}

/** Part of a report that fits no form. */
export type UnplaceableAnswer<Draft extends Answered = AnswerDraft> = {
  readonly reason: 'no-such-option' | 'several-single-choices'
  readonly draft: Draft
}

/** Whether an answer names options; a client may send every field, and null for those that it leaves out. */
const isByOptions = ({ value, options }: Answered & Pick<AnswerDraft, 'value'>): boolean =>
  value === undefined || (value === null && options.length > 0)

/** An id that no option has. */
const unknownOption = 0

/**
 * The drafts with options alone: a value is the text of its question's only option, as its phone shows it. Where a question
 * takes no value, the text is kept with an unknown option.
 */
export function withOptions<Draft extends Answered & Pick<AnswerDraft, 'value'>>(
  drafts: readonly Draft[],
  known: PublishedContent,
  shown: ShownVersion,
): readonly Draft[] {
  if (drafts.every(isByOptions)) return drafts
  const fields = groupBy(
    [...known.options.values()].flat().filter(({ kind }) => !isChoice(kind)),
    ({ questionId }) => questionId,
  )
  return drafts.map((draft) => {
    if (isByOptions(draft)) return draft
    const { questionId, value } = draft
    const own = fields
      .get(questionId)
      ?.toSorted((one, other) => other.formVersion - one.formVersion)
    const field = own?.find(({ formId, formVersion }) => formVersion === shown(formId)) ?? own?.[0]
    const options = value ? [{ optionId: field?.optionId ?? unknownOption, value }] : []
    return { ...draft, value: undefined, options }
  })
}

/**
 * Which form versions the phone that sends this shows: those it was given, where they are known and contain
 * all that the report names. Where they do not (it fetched one that we have no record of), the newest that
 * does.
 */
export function shownBy(
  drafts: readonly Answered[],
  known: PublishedContent,
  given: ShownVersion,
): ShownVersion {
  const named = groupBy(
    drafts.flatMap((draft) => split(draft, known).fitting.map(({ option }) => option)),
    ([option]) => option?.formId,
  )
  return (formId) => versionOf(named.get(formId) ?? [], given(formId))
}

/**
 * Reads a report against the forms as its phone shows them: per station and question the last of several
 * answers counts, an option counts once, and only where it belongs to its question. What does not fit is kept
 * as an unplaced item instead of being refused, because a phone could never correct it.
 *
 * Keyed by station *and* question, never by option alone: one option chosen at two stations is two answers
 * (the first system lost one of them, wire.md 2.5).
 */
export function resolveAnswers<Draft extends Answered>(
  drafts: readonly PlacedDraft<Draft>[],
  known: PublishedContent,
  shown: ShownVersion,
): Resolved<Draft> {
  const last = new Map(
    drafts.map((placed) => [`${placed.stationId}/${placed.draft.questionId}`, placed]),
  )
  const read = [...last.values()].map((placed) =>
    known.questions.has(placed.draft.questionId)
      ? resolveAnswer(placed, { known, shown })
      : { resolved: [], strays: [{ reason: 'no-such-option' as const, draft: placed.draft }] },
  )
  return {
    resolved: read.flatMap(({ resolved }) => resolved),
    strays: read.flatMap(({ strays }) => strays),
  }
}

type Resolved<Draft extends Answered> = {
  readonly resolved: ResolvedAnswer[]
  readonly strays: UnplaceableAnswer<Draft>[]
}

type Forms = { readonly known: PublishedContent; readonly shown: ShownVersion }

/** Reads an answer to an existing question. */
function resolveAnswer<Draft extends Answered>(
  { stationId, draft, chosenByStaff }: PlacedDraft<Draft>,
  forms: Forms,
): Resolved<Draft> {
  const { fitting, foreign } = split(draft, forms.known)
  const strays: UnplaceableAnswer<Draft>[] =
    foreign.length > 0 ? [{ reason: 'no-such-option', draft: { ...draft, options: foreign } }] : []
  const choices = choicesOf(fitting, forms.shown, chosenByStaff)
  if (choices.length > 1 && choices.some(({ questionType }) => isSingleChoice(questionType)))
    return { resolved: [], strays: [...strays, { reason: 'several-single-choices', draft }] }
  // Options of other questions alone do not change what was answered before.
  if (fitting.length === 0 && foreign.length > 0) return { resolved: [], strays }
  const chosen = choices.map(({ questionType, ...choice }) => choice)
  return { resolved: [{ stationId, questionId: draft.questionId, choices: chosen }], strays }
}

/** A chosen option, in each version that has it. */
type MatchedOption = {
  readonly option: readonly [PublishedOption, ...PublishedOption[]]
  readonly value: string | null
}

function split(draft: Answered, { options }: PublishedContent) {
  const chosen = new Map(draft.options.map((option) => [option.optionId, option]))
  const fitting: MatchedOption[] = []
  const foreign: AnswerDraft['options'] = []
  for (const chosenOne of chosen.values()) {
    const [newest, ...older] = options.get(chosenOne.optionId) ?? []
    if (newest?.questionId === draft.questionId)
      fitting.push({ option: [newest, ...older], value: chosenOne.value?.trim() || null })
    else foreign.push(chosenOne)
  }
  return { fitting, foreign }
}

/**
 * The choices for one question, as its phone showed it: all in one version, where one has them all. Staff's
 * choice does not affect which; where that version lacks it, it reads as it does now.
 */
function choicesOf(fitting: readonly MatchedOption[], shown: ShownVersion, chosenByStaff?: number) {
  const [first] = fitting
  const version = versionOf(
    fitting.map(({ option }) => option).filter(([{ optionId }]) => optionId !== chosenByStaff),
    first && shown(first.option[0].formId),
  )
  return fitting.map(({ option, value }) => choiceOf(option, version, value))
}

function choiceOf(
  option: MatchedOption['option'],
  version: number | undefined,
  text: string | null,
): SubmittedChoice & WithValue & Pick<PublishedOption, 'questionType'> {
  const read = asIn(option, version) ?? option[0]
  return {
    questionId: read.questionId,
    optionId: read.optionId,
    formId: read.formId,
    formVersion: read.formVersion,
    text,
    value: readValue(read, text),
    isFlagged: read.isFlagged,
    alikeIn: option
      .filter(({ reading }) => reading === read.reading)
      .map(({ formVersion }) => formVersion),
    questionType: read.questionType,
  }
}

/** A choice to store, and when it was made; undefined: now. */
type NewChoice = Choice & { readonly madeAt?: Date }

/** The changes that turn a visit's stored choices into the new ones. */
export type ChoiceDifference = {
  readonly gone: readonly Choice[]
  readonly added: readonly NewChoice[]
  /** Stored already, with another text, or from a version in which they read differently. */
  readonly reworded: readonly NewChoice[]
  /** By form: how many more (or fewer) questions are answered, flagged options chosen. */
  readonly tallies: readonly { formId: number; answered: number; flagged: number }[]
}

/**
 * Compares the stored choices for the questions of a report with the new ones. A choice that is stored
 * already, with the same text, stays untouched: it keeps its moment and its version. One from a version in
 * which it reads differently is a different answer.
 */
export function compare(
  stored: readonly Choice[],
  sent: readonly ResolvedAnswer[],
): ChoiceDifference {
  const now = sent.flatMap(({ choices }) => choices)
  const before = new Map(stored.map((choice) => [choice.optionId, choice]))
  const after = new Set(now.map(({ optionId }) => optionId))
  const gone = stored.filter(({ optionId }) => !after.has(optionId))
  const added = now.filter(({ optionId }) => !before.has(optionId)).map(choiceFrom)
  const reworded = now.flatMap((choice) => {
    const was = before.get(choice.optionId)
    if (!was) return []
    if (!choice.alikeIn.includes(was.formVersion)) return [choiceFrom(choice)]
    // An option whose text alone changed keeps its version.
    return was.text === choice.text ? [] : [{ ...was, text: choice.text, value: choice.value }]
  })
  return {
    gone,
    added,
    reworded,
    tallies: tally(stored, [...gone, ...reworded], [...reworded, ...added]),
  }
}

/** The changes that turn stored choices into others, each with its own moment. */
export function replacing(
  stored: readonly Choice[],
  next: readonly DatedChoice[],
): ChoiceDifference {
  const before = new Set(stored.map(({ optionId }) => optionId))
  const after = new Set(next.map(({ optionId }) => optionId))
  const dated = next.map(({ receivedAt, ...choice }) => ({ ...choice, madeAt: receivedAt }))
  const gone = stored.filter(({ optionId }) => !after.has(optionId))
  const added = dated.filter(({ optionId }) => !before.has(optionId))
  const reworded = dated.filter(({ optionId }) => before.has(optionId))
  const tallies = tally(stored, [...gone, ...reworded], [...reworded, ...added])
  return { gone, added, reworded, tallies }
}

const choiceFrom = ({ alikeIn, ...choice }: SubmittedChoice & WithValue): Choice => choice

/** `out` of the stored choices are replaced by the new ones, `into`. */
function tally(stored: readonly Choice[], out: readonly Choice[], into: readonly Choice[]) {
  const replaced = new Set(out.map(({ optionId }) => optionId))
  const left = [...stored.filter(({ optionId }) => !replaced.has(optionId)), ...into]
  const forms = [...new Set([...stored, ...into].map(({ formId }) => formId))]
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
