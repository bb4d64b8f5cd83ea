import type { Corrected } from '#features/answers/corrections-domain.ts'
import type { DatedChoice } from '#features/answers/domain.ts'
import type { Question } from '#features/forms/contract.ts'
import { answerType, isChoice, isFile } from '#features/forms/kind-domain.ts'
import { readValue } from '#features/forms/value-domain.ts'
import type { Cell } from '#kit/contract/column.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { AnswerRow, CorrectedCell, VisitRow } from './columns.ts'
import { filePath, type NamedFile } from './file-domain.ts'

/** The wording of all published versions. */
export type Wording = {
  /** The questions of each published version of a form, oldest first, by form. */
  readonly versions: ReadonlyMap<number, readonly PublishedVersion[]>
  /** The question and the text of an option, by version and option. */
  readonly options: ReadonlyMap<number, ReadonlyMap<number, WordedOption>>
  /** The questions that are answered by files. */
  readonly files: ReadonlyMap<number, FileQuestion>
  /** A question's position among all, and the current code of its form. */
  readonly places: ReadonlyMap<number, { readonly place: number; readonly formCode: string }>
}

export type PublishedVersion = { readonly version: number; readonly questions: readonly Question[] }

/** A question that is answered by files, in the newest version that asks it so. */
type FileQuestion = { readonly formId: number; readonly version: number; readonly optionId: number }

/** The questions that are answered by files. */
export function fileQuestionsIn(versions: Wording['versions']): Wording['files'] {
  const asked = [...versions].flatMap(([formId, published]) =>
    published.flatMap(({ version, questions }) =>
      questions.map((question) => ({ formId, version, question })),
    ),
  )
  const newest = new Map(asked.map((one) => [one.question.id, one]))
  return new Map(
    [...newest].flatMap(([id, { question, ...place }]) => {
      const [field] = question.optionsToQuestions
      return isFile(question.kind) && field ? [[id, { ...place, optionId: field.id }]] : []
    }),
  )
}

type WordedOption = { readonly question: Question; readonly text: string }

export const wordingKey = (formVersion: number, questionId: number) =>
  `${formVersion}/${questionId}`

/** The options of one version. */
export const optionsOf = (questions: readonly Question[]): ReadonlyMap<number, WordedOption> =>
  new Map(
    questions.flatMap((question) =>
      question.optionsToQuestions.map(({ id, text }) => [id, { question, text }] as const),
    ),
  )

/** One chosen option. The database sends all of a visit in one JSON text, which is the fastest way. */
export type ExportedChoice = readonly [
  questionId: number,
  optionId: number,
  formVersion: number,
  text: string | null,
  value: string | null,
  isFlagged: boolean,
  receivedMs: number,
  clerk: string | null,
]

/** Choices of an earlier moment, with the values that their texts have. */
export const exportedChoices = (
  choices: readonly DatedChoice[],
  { options }: Pick<Wording, 'options'>,
): ExportedChoice[] =>
  choices.map(({ questionId, optionId, formVersion, text, isFlagged, receivedAt }) => {
    const named = options.get(formVersion)?.get(optionId)?.question
    const value = (named && readValue(named, text)) ?? null
    return [questionId, optionId, formVersion, text, value, isFlagged, receivedAt.getTime(), null]
  })

/** A correction, and what the observer had chosen. */
export type ExportedCorrection = Omit<CorrectedCell, 'own'> & Pick<Corrected, 'questionId' | 'own'>

/** A file of a note on a question. */
export type ReportedFile = NamedFile & { readonly questionId: number; readonly receivedAt: Date }

/** Files that answer a question to which nothing was written. */
const answeredByFile = (
  [questionId, files]: readonly [number, readonly ReportedFile[]],
  questions: Wording['files'],
): ExportedChoice => {
  const { version = 0, optionId = 0 } = questions.get(questionId) ?? {}
  const at = Math.max(...files.map(({ receivedAt }) => receivedAt.getTime()))
  return [questionId, optionId, version, null, null, false, at, null]
}

/**
 * A visit's chosen options in the order of their forms and questions, with their wording. A question that staff corrected
 * to no answer has a row without an option, as has one that was answered only by files.
 */
export function worded(
  visit: VisitRow,
  {
    chosen,
    corrections,
    files,
  }: {
    readonly chosen: readonly ExportedChoice[]
    readonly corrections: readonly ExportedCorrection[]
    readonly files: readonly ReportedFile[]
  },
  wording: Wording,
): AnswerRow[] {
  const { options, places, files: questions } = wording
  const placeOf = ([questionId]: ExportedChoice) => places.get(questionId)?.place ?? 0
  const corrected = new Map(corrections.map((one) => [one.questionId, correctedCell(one, wording)]))
  const answered = new Set(chosen.map(([questionId]) => questionId))
  const cleared = corrections.filter(({ questionId }) => !answered.has(questionId))
  const filed = groupBy(files, ({ questionId }) => questionId)
  const unwritten = [...filed]
    .filter(([questionId]) => !answered.has(questionId))
    .map((one) => answeredByFile(one, questions))
  return [...chosen, ...cleared.flatMap(clearedChoice), ...unwritten]
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one[1] - other[1])
    .map(([questionId, optionId, formVersion, text, value, isFlagged, receivedMs, clerk]) => {
      const named = options.get(formVersion)?.get(optionId) ?? unknown
      return {
        visit,
        formCode: places.get(questionId)?.formCode ?? '',
        formVersion,
        questionId,
        questionCode: named.question.code,
        question: named.question.text,
        option: answered.has(questionId) ? named.text : '',
        text,
        value: filed.get(questionId)?.length ?? valueCell(named.question.kind, value),
        files: filed.get(questionId) ?? [],
        isFlagged,
        receivedAt: new Date(receivedMs),
        clerk,
        correction: corrected.get(questionId) ?? null,
      }
    })
}

/** A value as a number, a day, a time, or both. */
function valueCell(kind: Question['kind'] | undefined, value: string | null): Cell {
  if (value === null) return null
  const type = kind && answerType({ kind })
  if (type === 'date') return { shows: 'day', text: value }
  if (type === 'time') return { shows: 'time', text: value }
  return type === 'moment' ? new Date(`${value}Z`) : Number(value)
}

const unknown = { question: { code: '', text: '', kind: undefined }, text: '' }

/** The observer's answer as one text. */
const correctedCell = (
  { own, reason, by, at }: ExportedCorrection,
  { options }: Wording,
): CorrectedCell => ({
  ...{ reason, by, at },
  own: own
    .map(({ formVersion, optionId, text }) =>
      [options.get(formVersion)?.get(optionId)?.text ?? '', text].filter(Boolean).join(': '),
    )
    .join('; '),
})

/** Represents a question that counts as not answered, in the wording that its observer answered. */
const clearedChoice = ({ questionId, own: [first] }: ExportedCorrection): ExportedChoice[] =>
  first
    ? [
        [
          questionId,
          first.optionId,
          first.formVersion,
          null,
          null,
          false,
          first.receivedAt.getTime(),
          null,
        ],
      ]
    : []

export type ExportedForm = { readonly id: number; readonly currentVersion: number }

/** One wording of a question: a column of its form's sheet. */
export type WordedQuestion = {
  readonly question: Question
  /** The versions with this wording. */
  readonly versions: readonly number[]
  /** Whether text has a column of its own: an option accepts it, in any version, or it is beside files. */
  readonly takesText: boolean
  /** Whether the question has other wordings or was removed, so that the heading has to name versions. */
  readonly isOneOfSeveral: boolean
}

/**
 * A form's questions in the newest version's order, then those of older versions only, once per wording. Wordings that
 * phones no longer show are included only if they were answered.
 * @param answered the `wordingKey` of each answered wording
 */
export function questionsOf(
  { id: formId, currentVersion }: ExportedForm,
  { versions, places }: Pick<Wording, 'versions' | 'places'>,
  answered: ReadonlySet<string>,
): WordedQuestion[] {
  const published = versions.get(formId) ?? []
  const newest = published.find(({ version }) => version === currentVersion)?.questions ?? []
  const order = new Map(newest.map(({ id }, nth) => [id, nth]))
  const placeOf = ({ question: { id } }: Worded) =>
    order.get(id) ?? newest.length + (places.get(id)?.place ?? 0)
  const shown = wordingsOf(published)
    .filter(
      ({ question: { id }, versions }) =>
        versions.includes(currentVersion) ||
        versions.some((version) => answered.has(wordingKey(version, id))),
    )
    .toSorted((one, other) => placeOf(one) - placeOf(other) || latest(other) - latest(one))
  const times = groupBy(shown, ({ question }) => question.id)
  return shown.map((one) => ({
    ...one,
    isOneOfSeveral: latest(one) !== currentVersion || times.get(one.question.id)?.length !== 1,
  }))
}

type Worded = Omit<WordedQuestion, 'isOneOfSeveral'>

const latest = ({ versions }: Worded) => versions.at(-1) ?? 0

/** Every question once per wording, with the last code that this wording had. */
function wordingsOf(published: readonly PublishedVersion[]): Worded[] {
  const worded = new Map<string, Worded>()
  for (const { version, questions } of published)
    for (const question of questions) {
      const key = answerKey(question.id, question.text)
      const before = worded.get(key)
      const isWritten =
        isFile(question.kind) ||
        (isChoice(question.kind) &&
          question.optionsToQuestions.some(({ isFreeText }) => isFreeText))
      worded.set(key, {
        question,
        versions: [...(before?.versions ?? []), version],
        takesText: isWritten || before?.takesText === true,
      })
    }
  return [...worded.values()]
}

/** Versions for a heading, such as `1–3, 5`. */
export function spansOf(versions: readonly number[]): string {
  const spans: { first: number; last: number }[] = []
  for (const version of versions) {
    const span = spans.at(-1)
    if (span?.last === version - 1) span.last = version
    else spans.push({ first: version, last: version })
  }
  return spans
    .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ')
}

/** The chosen options of a question and their free texts, separated by semicolons. */
export type ExportedAnswer = {
  readonly options: string
  readonly text: string | null
  readonly value: Cell
  /** The paths of its files in their archive. */
  readonly files: string
}

/** The answers by question and wording. */
export function answersByQuestion(
  answers: readonly AnswerRow[],
  timezone: string,
): ReadonlyMap<string, ExportedAnswer> {
  const named = new Map<string, ExportedAnswer>()
  for (const { questionId, question, option, text, value, visit, files } of answers) {
    const key = answerKey(questionId, question)
    const before = named.get(key)
    named.set(key, {
      options: before ? `${before.options}; ${option}` : option,
      text: text ? [before?.text, text].filter(Boolean).join('; ') : (before?.text ?? null),
      value,
      files: files.map((file) => filePath({ visit, ...file }, timezone)).join('; '),
    })
  }
  return named
}

/** Options are matched by text: the same text may occur in several versions. */
export const answerKey = (questionId: number, text: string) => `${questionId}/${text}`
