import type { Question } from '#features/forms/contract.ts'
import type { AnswerRow } from './columns.ts'

/** Questions of every published version, by `wordingKey`. */
export type Wording = ReadonlyMap<string, Question>

export const wordingKey = (formVersion: number, questionId: number) =>
  `${formVersion}/${questionId}`

export type ExportedForm = {
  readonly id: number
  readonly code: string
  readonly currentVersion: number
}

/** A form's questions in the newest version's order, then those that only older versions had. */
export function questionsOf({ code, currentVersion }: ExportedForm, wording: Wording): Question[] {
  const all = [...wording].filter(([, question]) => question.formCode === code)
  const isNewest = (key: string, id: number) => key === wordingKey(currentVersion, id)
  const newest = all.filter(([key, { id }]) => isNewest(key, id)).map(([, question]) => question)
  const known = new Set(newest.map(({ id }) => id))
  const older = all.filter(([, { id }]) => !known.has(id))
  return [...newest, ...new Map(older.map(([, question]) => [question.id, question])).values()]
}

/** What was chosen for the question, several options with what was written beside them. */
export const saidTo = (questionId: number, chosen: readonly AnswerRow[]): string | null =>
  chosen
    .filter((answer) => answer.questionId === questionId)
    .map(({ option, text }) => (text ? `${option}: ${text}` : option))
    .join('; ') || null
