import type { NewForm } from '../../exchange-contract.ts'
import { type Draft, draftFrom } from '../editor/form-parts.ts'

/** The form that the next new one begins with, from the page where it was chosen. */
let waiting: Draft | undefined

export const beginWith = (form: NewForm): void => {
  waiting = draftOfNew(form)
}
export const readBeginning = (): Draft | undefined => waiting
export const clearBeginning = (): void => {
  waiting = undefined
}

/** A form that is not stored, as a draft. */
export const draftOfNew = ({ formSections, ...form }: NewForm): Draft =>
  draftFrom(
    {
      ...form,
      formSections: formSections.map((section) => ({
        ...section,
        id: null,
        shownIf: section.shownIf ?? '',
        questions: section.questions.map((question) => ({
          ...question,
          id: null,
          hint: question.hint ?? '',
          shownIf: question.shownIf ?? '',
          checks: question.checks ?? [],
          optionsToQuestions: question.optionsToQuestions.map((option) => ({
            ...option,
            id: null,
            hint: option.hint ?? '',
          })),
        })),
      })),
    },
    0,
  )
