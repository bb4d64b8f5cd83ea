import type { Asked } from './kind-contract.ts'
import { rulesOf } from './kind-domain.ts'

/** As much of a form as decides whether it can be published. */
export type Content = {
  readonly code?: string | undefined
  readonly formSections?: readonly { readonly questions: readonly CheckedQuestion[] }[] | undefined
}

type CheckedQuestion = { readonly text: string } & {
  readonly [field in 'kind' | 'min' | 'max']?: Asked[field] | undefined
}

/** Something without which a form cannot be published: where, and what is missing. */
export type Gap = { readonly path: readonly (string | number)[]; readonly message: string }

/** The gaps of a form, in its order; parts that are not mentioned are no gaps. */
export function gapsOf({ code, formSections }: Content): Gap[] {
  const questions = formSections?.flatMap((section, s) =>
    section.questions.map((question, q) =>
      gapsOfQuestion(question, ['formSections', s, 'questions', q]),
    ),
  )
  return [
    ...(code === '' ? [{ path: ['code'], message: 'A published form has a code' }] : []),
    ...(questions?.length === 0
      ? [{ path: ['formSections'], message: 'A published form has a question' }]
      : []),
    ...(questions ?? []).flat(),
  ]
}

/** The most points of a rating. */
const mostPoints = 10

function gapsOfQuestion({ text, kind, min, max }: CheckedQuestion, path: Gap['path']): Gap[] {
  const limit = max ?? Number.POSITIVE_INFINITY
  const isRating = kind && rulesOf(kind).isScale && max !== undefined && max !== null
  const isPossible = Number.isInteger(max) && limit >= 2 && limit <= mostPoints
  return [
    ...(text === ''
      ? [{ path: [...path, 'text'], message: 'A published question has a text' }]
      : []),
    ...(isRating && !isPossible
      ? [{ path: [...path, 'max'], message: `A rating has 2 to ${mostPoints} points` }]
      : []),
    ...(!isRating && (min ?? Number.NEGATIVE_INFINITY) > limit
      ? [{ path: [...path, 'max'], message: 'The largest number is below the smallest' }]
      : []),
  ]
}
