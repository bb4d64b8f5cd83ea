import type { Question } from '#features/forms/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { AnswerRow, VisitRow } from './columns.ts'

/** The wording of everything that was ever published. */
export type Wording = {
  /** The questions of each published version of a form, oldest first, by form. */
  readonly versions: ReadonlyMap<number, readonly PublishedVersion[]>
  /** The question and the text of an option, by version and option. */
  readonly options: ReadonlyMap<number, ReadonlyMap<number, WordedOption>>
  /** A question's position among all, and the current code of its form. */
  readonly places: ReadonlyMap<number, { readonly place: number; readonly formCode: string }>
}

export type PublishedVersion = { readonly version: number; readonly questions: readonly Question[] }

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

/** One chosen option as it is read: in one JSON text for a whole visit, which costs least. */
export type ExportedChoice = readonly [
  questionId: number,
  optionId: number,
  formVersion: number,
  text: string | null,
  isFlagged: boolean,
  receivedMs: number,
]

/** A visit's chosen options in the order of their forms and questions, with their wording. */
export function worded(
  visit: VisitRow,
  chosen: readonly ExportedChoice[],
  { options, places }: Wording,
): AnswerRow[] {
  const placeOf = ([questionId]: ExportedChoice) => places.get(questionId)?.place ?? 0
  return chosen
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one[1] - other[1])
    .map(([questionId, optionId, formVersion, text, isFlagged, receivedMs]) => {
      const said = options.get(formVersion)?.get(optionId)
      return {
        visit,
        formCode: places.get(questionId)?.formCode ?? '',
        formVersion,
        questionId,
        questionCode: said?.question.code ?? '',
        question: said?.question.text ?? '',
        option: said?.text ?? '',
        text,
        isFlagged,
        receivedAt: new Date(receivedMs),
      }
    })
}

export type ExportedForm = { readonly id: number; readonly currentVersion: number }

/** One wording of a question: a column of its form's sheet. */
export type WordedQuestion = {
  readonly question: Question
  /** The versions with this wording. */
  readonly versions: readonly number[]
  /** Whether any of its options takes a text, in any of them. */
  readonly takesText: boolean
  /**
   * Whether the wording alone does not identify the answers: there are other wordings, or the question was
   * removed.
   */
  readonly isOneOfSeveral: boolean
}

/**
 * A form's questions in the newest version's order, then those that only older versions had: each once per
 * wording. Those that phones no longer show are included only if they were answered.
 * @param answered `wordingKey` of whatever was answered
 */
export function askedOf(
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

/** Every question once per wording; its code is the last that it had with this wording. */
function wordingsOf(published: readonly PublishedVersion[]): Worded[] {
  const worded = new Map<string, Worded>()
  for (const { version, questions } of published)
    for (const question of questions) {
      const key = saidKey(question.id, question.text)
      const before = worded.get(key)
      const isWritten = question.optionsToQuestions.some(({ isFreeText }) => isFreeText)
      worded.set(key, {
        question,
        versions: [...(before?.versions ?? []), version],
        takesText: isWritten || before?.takesText === true,
      })
    }
  return [...worded.values()]
}

/** Versions as a heading shows them: `1–3, 5`. */
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

/** The options chosen for a question, and the texts beside them; several are separated by semicolons. */
export type ExportedAnswer = { readonly options: string; readonly text: string | null }

/** What was said, by question and wording. */
export function saidOf(answers: readonly AnswerRow[]): ReadonlyMap<string, ExportedAnswer> {
  const said = new Map<string, ExportedAnswer>()
  for (const { questionId, question, option, text } of answers) {
    const key = saidKey(questionId, question)
    const before = said.get(key)
    said.set(key, {
      options: before ? `${before.options}; ${option}` : option,
      text: text ? [before?.text, text].filter(Boolean).join('; ') : (before?.text ?? null),
    })
  }
  return said
}

/** Options that read the same in several versions may belong to several: they are matched by their text. */
export const saidKey = (questionId: number, text: string) => `${questionId}/${text}`
