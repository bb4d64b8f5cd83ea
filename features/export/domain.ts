import type { Question } from '#features/forms/contract.ts'
import type { AnswerRow, VisitRow } from './columns.ts'

/** The words of everything that was ever published. */
export type Wording = {
  /** Questions of every version, by `wordingKey`. */
  readonly questions: ReadonlyMap<string, Question>
  /** Which question an option belongs to and what it says, by version and option. */
  readonly options: ReadonlyMap<number, ReadonlyMap<number, WordedOption>>
  /** Where a question stands among all, and the code of its form today. */
  readonly places: ReadonlyMap<number, { readonly place: number; readonly formCode: string }>
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

/** One chosen option as it is read: in one JSON text for a whole visit, which costs least. */
export type Chosen = readonly [
  questionId: number,
  optionId: number,
  formVersion: number,
  text: string | null,
  isFlagged: boolean,
  receivedMs: number,
]

/** A visit's chosen options in the order of their forms and questions, in words. */
export function worded(
  visit: VisitRow,
  chosen: readonly Chosen[],
  { options, places }: Wording,
): AnswerRow[] {
  const placeOf = ([questionId]: Chosen) => places.get(questionId)?.place ?? 0
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

export type ExportedForm = {
  readonly id: number
  readonly code: string
  readonly currentVersion: number
}

/** A form's questions in the newest version's order, then those that only older versions had. */
export function questionsOf(
  { code, currentVersion }: ExportedForm,
  { questions }: Wording,
): Question[] {
  const all = [...questions].filter(([, question]) => question.formCode === code)
  const isNewest = (key: string, id: number) => key === wordingKey(currentVersion, id)
  const newest = all.filter(([key, { id }]) => isNewest(key, id)).map(([, question]) => question)
  const known = new Set(newest.map(({ id }) => id))
  const older = all.filter(([, { id }]) => !known.has(id))
  return [...newest, ...new Map(older.map(([, question]) => [question.id, question])).values()]
}

/** What was chosen of a question, and what was written beside it; several, parted by semicolons. */
export type Said = { readonly options: string; readonly text: string | null }

/** By question what was said. */
export function saidOf(answers: readonly AnswerRow[]): ReadonlyMap<number, Said> {
  const said = new Map<number, Said>()
  for (const { questionId, option, text } of answers) {
    const before = said.get(questionId)
    said.set(questionId, {
      options: before ? `${before.options}; ${option}` : option,
      text: text ? [before?.text, text].filter(Boolean).join('; ') : (before?.text ?? null),
    })
  }
  return said
}

/** Whether anything may be written beside an option of the question, in any version. */
export const takesText = (questionId: number, { questions }: Pick<Wording, 'questions'>): boolean =>
  [...questions.values()].some(
    ({ id, optionsToQuestions }) =>
      id === questionId && optionsToQuestions.some(({ isFreeText }) => isFreeText),
  )
