import type { Option, Question, Section } from '#features/forms/contract.ts'
import { isChoice, isFile } from '#features/forms/kind-domain.ts'
import type { Check } from '#features/forms/logic-contract.ts'
import { factNames } from '#features/forms/operand-domain.ts'
import type { ReadAnswer } from '#features/forms/web/value-text.ts'
import type { Note } from '#features/notes/contract.ts'
import type { CompletedAnswer } from '../contract.ts'
import { hiddenIn } from '../judged-domain.ts'

export type ChosenAnswer = CompletedAnswer['answers'][number]

export type FilledOption = {
  readonly id: number
  readonly text: string
  readonly isChosen: boolean
  readonly isFlagged: boolean
  readonly value: string
}

/** A question with its answer, if any. */
export type FilledQuestion = {
  readonly id: number
  readonly code: string
  readonly text: string
  /** The version it was answered in, where its wording differs. */
  readonly version: number | undefined
  /** When it was last answered; undefined: never. */
  readonly answeredAt: Date | undefined
  /** The account that wrote it down, by telephone. */
  readonly clerk?: string | null
  readonly isFlagged: boolean
  /** Required, and not answered although the form was begun. */
  readonly isMissing?: boolean
  /** Answered by the files of its notes. */
  readonly isFile?: boolean
  /** By its condition, as the other questions are answered. */
  readonly isHidden?: boolean | undefined
  readonly failedChecks?: readonly Check[] | undefined
  /** The answer to a question without options. */
  readonly given?: { readonly answer: ReadAnswer; readonly raw: string } | undefined
  readonly options: readonly FilledOption[]
  /** What can be corrected: the question in the version that is shown, and its answer. */
  readonly correctable?: Correctable
}

/** A question in one version of its form, with its answer. */
export type Correctable = {
  readonly worded: Question
  readonly formVersion: number | undefined
  readonly answer: CompletedAnswer | undefined
}

export type FilledSection = {
  readonly id: number
  readonly title: string
  readonly questions: readonly FilledQuestion[]
}

/** The questions of each version of a form, by its number. */
export type SectionsByVersion = ReadonlyMap<number, readonly Section[]>

/** A condition on a fact of the station, which the page does not read: the question may have been asked. */
const namesFact = (condition = '') => factNames.some((name) => condition.includes(name))

const nothing: ReadonlySet<Question> = new Set()

/**
 * The sections of a version with the answers in place, each under the wording it was given to.
 * @param version their number
 */
export const fillIn = (
  { sections, completed, notes }: FormContents,
  versions: SectionsByVersion,
  version?: number,
): FilledSection[] => {
  const isBegun = completed.length > 0
  const hidden = isBegun ? hiddenIn(sections, completed, { 'station.voters': null }) : nothing
  const isAway = (question: Question, sectionShownIf = '') =>
    hidden.has(question) && !namesFact(sectionShownIf) && !namesFact(question.shownIf)
  return sections.map(({ id, description, questions, shownIf }) => ({
    id,
    title: description,
    questions: questions.map((question) => {
      const answer = completed.find((one) => one.id === question.id)
      const filled = answer ? answered(answer, versions) : unanswered(question, version)
      const isHidden = answer ? answer.isHidden : isAway(question, shownIf)
      const isExpected = question.isRequired && isBegun && !isHidden
      return { ...filled, isHidden, isMissing: isExpected && isUnanswered(filled, notes) }
    }),
  }))
}

const isUnanswered = (
  { id, isFile, answeredAt }: FilledQuestion,
  notes: FormContents['notes'],
): boolean =>
  isFile
    ? notes?.every((note) => note.questionId !== id || note.attachments.length === 0) === true
    : answeredAt === undefined

/** The parts of one form: its questions, answers, and notes. */
type FormContents = {
  readonly sections: readonly Section[]
  readonly completed: readonly CompletedAnswer[]
  /** Undefined: they could not be read. */
  readonly notes: readonly Note[] | undefined
}

/** Answered questions, or with notes, that this version of the form does not have. */
export function leftOver(
  { sections, completed, notes }: FormContents,
  versions: SectionsByVersion,
): FilledQuestion[] {
  const ids = new Set(sections.flatMap((one) => one.questions.map((question) => question.id)))
  const others = completed.filter((answer) => !ids.has(answer.id))
  for (const { id } of others) ids.add(id)
  const written = new Map(
    notes?.flatMap((note) =>
      note.questionId === null || ids.has(note.questionId) ? [] : [[note.questionId, note]],
    ),
  )
  return [
    ...others.map((answer) => answered(answer, versions)),
    ...[...written].map(([id, note]) => writtenAbout(id, note)),
  ]
}

const writtenAbout = (id: number, { questionCode, questionText }: Note): FilledQuestion => ({
  id,
  code: questionCode ?? '',
  text: questionText ?? '',
  version: undefined,
  answeredAt: undefined,
  isFlagged: false,
  options: [],
})

const questionIn = (sections: readonly Section[], id: number): Question | undefined =>
  sections.flatMap(({ questions }) => questions).find((question) => question.id === id)

const unanswered = (question: Question, formVersion: number | undefined): FilledQuestion => ({
  ...{ id: question.id, code: question.code, text: question.text },
  version: undefined,
  answeredAt: undefined,
  isFlagged: false,
  options: isChoice(question.kind)
    ? question.optionsToQuestions.map((option) => filledOption(option, []))
    : [],
  ...(isFile(question.kind)
    ? { isFile: true }
    : { correctable: { worded: question, formVersion, answer: undefined } }),
})

/** The chosen options, beside the others that the phone offered. */
function answered(answer: CompletedAnswer, versions: SectionsByVersion): FilledQuestion {
  const { id, questionCode, text, formVersion, receivedAt, clerk, answers } = answer
  const worded = questionIn(versions.get(formVersion) ?? [], id)
  const wordings = [...versions.values()].map((sections) => questionIn(sections, id)?.text ?? text)
  return {
    id,
    code: questionCode,
    text,
    version: wordings.some((other) => other !== text) ? formVersion : undefined,
    answeredAt: receivedAt,
    clerk,
    ...{ isHidden: answer.isHidden, failedChecks: answer.failedChecks },
    isFile: isFile(answer.kind),
    isFlagged: answers.some((one) => one.isFlagged),
    ...(isChoice(answer.kind)
      ? { options: optionsOf(worded, answers) }
      : { given: { answer, raw: answers[0]?.value ?? '' }, options: [] }),
    ...(worded && { correctable: { worded, formVersion, answer } }),
  }
}

function optionsOf(worded: Question | undefined, answers: readonly ChosenAnswer[]): FilledOption[] {
  const offered = worded?.optionsToQuestions ?? []
  const known = new Set(offered.map((option) => option.optionId))
  const options = offered.map((option) => filledOption(option, answers))
  const unknown = answers.filter((one) => !known.has(one.optionId)).map(chosenOption)
  return [...options, ...unknown]
}

function filledOption({ optionId, text }: Option, chosen: readonly ChosenAnswer[]): FilledOption {
  const answer = chosen.find((one) => one.optionId === optionId)
  if (answer) return chosenOption(answer)
  return { id: optionId, text, isChosen: false, isFlagged: false, value: '' }
}

const chosenOption = ({ optionId, text, isFlagged, value }: ChosenAnswer): FilledOption => ({
  id: optionId,
  text,
  isChosen: true,
  isFlagged,
  value: value ?? '',
})

/** How many questions have a flagged answer. */
export const countFlagged = (completed: readonly CompletedAnswer[]): number =>
  completed.filter((one) => one.answers.some((answer) => answer.isFlagged)).length
