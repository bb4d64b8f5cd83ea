import * as z from 'zod'
import { recall, remember } from '#kit/web/memory.ts'
import { type FormMeta, QuestionType } from '../contract.ts'
import { contentOf, type Draft, draftFrom } from './form-parts.ts'

const id = z.int().nullable()

/** As it stands in this browser: also what no server would take, for it is not finished. */
const Kept = z.object({
  at: z.coerce.date(),
  content: z.object({
    code: z.string(),
    description: z.string(),
    diaspora: z.boolean(),
    formSections: z.array(
      z.object({
        id,
        code: z.string(),
        description: z.string(),
        questions: z.array(
          z.object({
            id,
            code: z.string(),
            text: z.string(),
            hint: z.string(),
            questionType: QuestionType,
            optionsToQuestions: z.array(
              z.object({
                id,
                text: z.string(),
                hint: z.string(),
                isFreeText: z.boolean(),
                flagged: z.boolean(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
})

/** Which form: its id, or that it is not stored yet. */
export type FormKey = FormMeta['id'] | 'new'

const keyOf = (form: FormKey) => `form-draft-${form}`

/** Keeps what is written of a form in this browser, until it is saved or given up. */
export function keep(form: FormKey, draft: Draft): void {
  remember(keyOf(form), JSON.stringify({ at: new Date(), content: contentOf(draft) }))
}

export const forget = (form: FormKey): void => remember(keyOf(form), '')

/** What was kept of a form; what cannot be read is as good as nothing. */
export function keptDraft(form: FormKey): { at: Date; draft: Draft } | undefined {
  try {
    const { at, content } = Kept.parse(JSON.parse(recall(keyOf(form)) || 'null'))
    return { at, draft: draftFrom(content) }
  } catch {
    return undefined
  }
}
