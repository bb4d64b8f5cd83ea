import * as z from 'zod'
import type { Id } from '#kit/contract/value/id.ts'
import { accountStorageKey } from '#kit/web/account-storage.ts'
import { readLocalStorage, writeLocalStorage } from '#kit/web/local-storage.ts'
import type { FormMeta } from '../../contract.ts'
import { Asked, QuestionType } from '../../kind-contract.ts'
import { Translations } from '../../language-contract.ts'
import { Checks } from '../../logic-contract.ts'
import { contentOf, type Draft, draftFrom } from './form-parts.ts'

const id = z.int().nullable()
/** Content kept by an older page lacks these. */
const translations = Translations.optional()

const Content = z.object({
  code: z.string(),
  description: z.string(),
  // Content kept by an older page lacks this field and `series`.
  details: z.string().default(''),
  diaspora: z.boolean(),
  series: z.boolean().default(false),
  language: z.string().optional(),
  languages: z.array(z.string()).optional(),
  translations,
  formSections: z.array(
    z.object({
      id,
      code: z.string(),
      description: z.string(),
      // Content kept by an older page lacks this and the checks.
      shownIf: z.string().default(''),
      translations,
      questions: z.array(
        z.object({
          id,
          code: z.string(),
          text: z.string(),
          hint: z.string(),
          questionType: QuestionType,
          ...Asked.shape,
          shownIf: z.string().default(''),
          checks: Checks.default([]),
          translations,
          optionsToQuestions: z.array(
            z.object({
              id,
              text: z.string(),
              hint: z.string(),
              isFreeText: z.boolean(),
              flagged: z.boolean(),
              translations,
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A draft kept in this browser; it may be unfinished, so that a server would refuse it. */
const Kept = z.object({
  at: z.coerce.date(),
  content: Content,
  /** The stored form below the draft; content kept by an older page lacks it. */
  base: z.object({ revision: z.int(), content: Content }).optional(),
})

/** The storage key for a form's draft. */
export type FormKey = ReturnType<typeof keyOf>

/** One key per signed-in user and form or, for a new form, per user and election. */
export const keyOf = (form: FormMeta['id'] | undefined, electionId: Id<'elections'>) =>
  accountStorageKey('form-draft', electionId, form ?? 'new')

/** Keeps a form's draft in this browser, until it is saved or discarded. */
export function keep(form: FormKey, draft: Draft, base: Draft): void {
  const began = { revision: base.revision, content: contentOf(base) }
  const kept = { at: new Date(), content: contentOf(draft), base: began }
  writeLocalStorage(form, JSON.stringify(kept))
}

export const forget = (form: FormKey): void => writeLocalStorage(form, '')

/** A form's kept draft; an unreadable one counts as none. */
export function keptDraft(
  form: FormKey,
  stored: Draft,
): { at: Date; draft: Draft; base: Draft } | undefined {
  try {
    const { at, content, base } = Kept.parse(JSON.parse(readLocalStorage(form) || 'null'))
    const { revision } = base ?? stored
    const began = base ? draftFrom(base.content, revision) : stored
    return { at, draft: draftFrom(content, revision), base: began }
  } catch {
    return undefined
  }
}
