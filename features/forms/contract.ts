import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { line, text } from '#kit/contract/value/text.ts'
import { type Content, gapsOf } from './gaps-domain.ts'
import { Asked, QuestionKind, QuestionType } from './kind-contract.ts'
import { LanguageTag, mostLanguages, Translations } from './language-contract.ts'
import { Checks, ShownIf } from './logic-contract.ts'

export const Option = z.object({
  id: z.int(),
  /** The same number as `id`: what an answer refers to. Three generations use three names for it. */
  optionId: z.int(),
  idOption: z.int(),
  text: z.string().meta({ examples: ['Nu, pentru că'] }),
  hint: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  isFreeText: z.boolean(),
  flagged: z.boolean(),
  orderNumber: z.int(),
})
export type Option = z.output<typeof Option>

export const Question = z.object({
  id: z.int(),
  formCode: z.string().meta({ examples: ['A'] }),
  idSection: z.int(),
  code: z.string().meta({ examples: ['A1'] }),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  hint: z.string().nullable(),
  questionType: QuestionType,
  orderNumber: z.int(),
  ...Asked.shape,
  shownIf: ShownIf.optional(),
  checks: Checks.optional(),
  optionsToQuestions: z.array(Option),
})
export type Question = z.output<typeof Question>

export const Section = z.object({
  id: z.int(),
  uniqueId: z.string().meta({ examples: ['A1'] }),
  code: z.string().meta({ examples: ['A1'] }),
  description: z
    .string()
    .meta({ examples: ['Înainte de deschidere'] })
    .describe('The title.'),
  orderNumber: z.int(),
  shownIf: ShownIf.optional(),
  questions: z.array(Question),
})
export type Section = z.output<typeof Section>

/** 0, empty or absent in a draft means that it is new. */
const maybeId = z
  .union([z.literal(''), whole(0, largestInteger)])
  .nullish()
  .transform((given) => given || null)

/** How many options a question has, questions a section, and sections a form. */
export const mostParts = { options: 500, questions: 1000, sections: 200 } as const

export const OptionDraft = z
  .object({
    id: maybeId,
    optionId: maybeId,
    idOption: maybeId,
    text: line(1000)
      .default('')
      .meta({ examples: ['Nu, pentru că'] }),
    hint: line(1000).nullish(),
    isFreeText: flag.default(false),
    translations: Translations.optional(),
    /** Files of the first system say `isFlagged`, its calls `flagged` (wire.md section 8). */
    flagged: flag.optional(),
    isFlagged: flag.optional(),
  })
  .transform(({ id: own, optionId, idOption, flagged, isFlagged, hint, ...option }) => ({
    ...option,
    id: own ?? optionId ?? idOption,
    hint: hint ?? '',
    isFlagged: flagged ?? isFlagged ?? false,
  }))
export type OptionDraft = z.output<typeof OptionDraft>

const limit = z
  .number()
  .nullish()
  .meta({ examples: [0] })

export const QuestionDraft = z.object({
  id: maybeId,
  code: line(50).meta({ examples: ['A1'] }),
  text: line(1000)
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('May be empty in a draft.'),
  hint: line(1000)
    .nullish()
    .transform((hint) => hint ?? ''),
  questionType: QuestionType.describe('Of a choice; 2 for every other kind.'),
  kind: QuestionKind.optional().describe(
    'Without it a stored question keeps its kind, unless the type or several options say that it is a choice. The same holds for the four fields below.',
  ),
  isRequired: flag.optional(),
  min: limit.describe('The smallest number.'),
  max: limit.describe('The largest number; of a rating, from 2 to 10, its last.'),
  unit: line(50)
    .nullish()
    .meta({ examples: ['alegători'] })
    .describe('Of a number.'),
  shownIf: ShownIf.optional(),
  checks: Checks.optional(),
  translations: Translations.optional().describe('Of a new part; a stored one keeps its own.'),
  optionsToQuestions: z.array(OptionDraft).max(mostParts.options).default([]),
})
export type QuestionDraft = z.output<typeof QuestionDraft>

export const SectionDraft = z.object({
  id: maybeId,
  code: line(50)
    .default('')
    .meta({ examples: ['A1'] }),
  description: line(200)
    .default('')
    .meta({ examples: ['Înainte de deschidere'] }),
  shownIf: ShownIf.optional(),
  translations: Translations.optional(),
  questions: z
    .array(QuestionDraft)
    .max(mostParts.questions)
    .default([])
    .meta({
      examples: [[{ code: 'A1', text: 'Urna a fost sigilată?', questionType: 0 }]],
    }),
})
export type SectionDraft = z.output<typeof SectionDraft>

/** What observers are shown has no gaps; a draft may. */
const published = <Form extends z.ZodType<Content & { draft?: boolean | undefined }>>(form: Form) =>
  form.check(({ value, issues }) => {
    if (value.draft) return
    for (const { path, message } of gapsOf(value))
      issues.push({ code: 'custom', input: value, path: [...path], message })
  })

/** What the form is for and when to fill it in, in the staff's own words; `description` is its title. */
const details = text(2000)
  .trim()
  .meta({ examples: ['Se completează o dată, la deschiderea secției.'] })

/** The languages of a form's texts. */
export const languageFields = {
  language: LanguageTag.meta({ examples: ['ro'] }).describe('Of its own texts.'),
  languages: z
    .array(LanguageTag)
    .max(mostLanguages)
    .overwrite((tags) => [...new Set(tags)])
    .describe('Those that it is translated to.'),
}

const draftFields = z.object({
  code: line(50)
    .meta({ examples: ['A'] })
    .describe('May be empty in a draft.'),
  description: line(500)
    .default('')
    .meta({ examples: ['Deschidere'] }),
  details: details.default(''),
  diaspora: flag.default(false),
  series: flag.default(false),
  draft: flag.default(false),
  order: whole(0, largestInteger).default(0),
  language: languageFields.language.optional(),
  languages: languageFields.languages.optional(),
  translations: Translations.optional(),
  formSections: z.array(SectionDraft).min(1).max(mostParts.sections),
})

/** The language of forms that say none; the table has the same. */
const presetLanguage = 'ro'

const translatedOnce = <
  Form extends z.ZodType<Pick<z.output<typeof draftFields>, 'language' | 'languages'>>,
>(
  form: Form,
) =>
  form.check(({ value: { language = presetLanguage, languages }, issues }) => {
    if (languages?.includes(language))
      issues.push({
        ...{ code: 'custom', input: languages, path: ['languages'] },
        message: 'The form is in this language',
      })
  })

/** A form as it was written; the order of the arrays is the order of its parts. */
export const FormDraft = translatedOnce(published(draftFields))
export type FormDraft = z.output<typeof FormDraft>

/** A form from a file: what it leaves out of an existing form stays. Its content is complete. */
export const FormFile = translatedOnce(
  published(
    draftFields.extend({
      code: line(50).min(1),
      description: line(500).optional(),
      details: details.optional(),
      diaspora: flag.optional(),
      series: flag.optional(),
      draft: flag.optional(),
      order: whole(0, largestInteger)
        .optional()
        .transform((order) => order || undefined),
    }),
  ),
)
export type FormFile = z.output<typeof FormFile>

const changeFields = z.object({
  id: id('forms'),
  code: line(50)
    .optional()
    .meta({ examples: ['A'] }),
  description: line(500)
    .optional()
    .meta({ examples: ['Deschidere'] }),
  details: details.optional(),
  diaspora: flag.optional(),
  series: flag.optional(),
  draft: flag.default(false),
  formSections: z.array(SectionDraft).min(1).max(mostParts.sections).optional(),
  revision: whole(1, largestInteger)
    .optional()
    .meta({ examples: [3] })
    .describe(
      'The revision that the change began from. If the form was saved since, the change is refused: 409. Without a revision it replaces the current content.',
    ),
})

/** What changes in a form. Without sections its content stays; without `draft` it is published. */
export const FormChange = published(changeFields)
export type FormChange = z.output<typeof FormChange>

/** A part of a form that a change adds, removes, rewords, or changes otherwise. */
export const PartChange = z.object({
  kind: z.enum(['form', 'section', 'question', 'option']),
  change: z
    .enum(['added', 'removed', 'reworded', 'otherwise', 'moved', 'translated'])
    .describe(
      '`otherwise`: its hint, code, kind of answer, free text or flag. `moved`: of the form, parts are in another order. `translated`: its translation; `text` and `was` are translations, empty where there is none.',
    )
    // A server of an earlier version, beside a page of this one, lists removals alone.
    .default('removed'),
  id: z.int().nullable().describe('Null: it is new.'),
  code: z
    .string()
    .meta({ examples: ['A1'] })
    .describe('Of an option: its question’s.'),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  was: z
    .string()
    .default('')
    .meta({ examples: ['Urna e sigilată?'] })
    .describe('The text so far.'),
  language: z
    .string()
    .optional()
    .meta({ examples: ['hu'] })
    .describe('The language of a translation.'),
  answers: z.int().describe('Answers given to it so far.'),
})
export type PartChange = z.output<typeof PartChange>

/** A form as the lists show it; `description` is its title. */
export const FormMeta = z.object({
  id: id('forms'),
  code: z.string().meta({ examples: ['A'] }),
  description: z.string().meta({ examples: ['Deschidere'] }),
  currentVersion: z.int(),
  ver: z.int().describe('The same number, for older phones.'),
  diaspora: z.boolean(),
  series: z
    .boolean()
    .default(false)
    .describe('Sent several times at one station: every entry is kept.'),
  order: z.int(),
  draft: z.boolean(),
  details: z
    .string()
    .optional()
    .describe('For staff alone: what it is for and when it is filled in.'),
  /** For staff alone: how many questions it has now, as a draft or published. */
  questions: z.int().optional(),
  /** For staff alone: when it was last saved, published or hidden. */
  changedAt: instant.optional(),
  revision: z.int().optional().describe('For staff alone: how often it was saved.'),
})
export type FormMeta = z.output<typeof FormMeta>

/** The current form, draft or published, for editing. */
export const WholeForm = FormMeta.pick({
  id: true,
  code: true,
  description: true,
  diaspora: true,
  series: true,
  draft: true,
}).extend({
  // A server of an earlier version, beside a page of this one, does not send it.
  details: z.string().default(''),
  revision: z.int().describe('To be named by the change that begins from it.'),
  formSections: z.array(Section),
})
export type WholeForm = z.output<typeof WholeForm>

export const OptionInQuestion = z.object({
  questionCode: z.string().meta({ examples: ['A1'] }),
  question: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  text: z.string().meta({ examples: ['Nu, pentru că'] }),
})
export type OptionInQuestion = z.output<typeof OptionInQuestion>

/** What became of the parts of a submitted form: a dictionary of structured fields (RFC 9651). */
export const partsHeader = 'form-parts'
const partNames = {
  [partsHeader]: {
    description:
      'How the sections, questions and options were recognised (by `id`, or by `text` where none named an id), how many kept their ids, how many are new, and how many are removed.',
    example: 'matched-by=id, kept=12, new=1, removed=0',
  },
}

const ofIds =
  'Sections, questions and options that name an id of the form keep it; all others are new, whatever they are called. Only where none names any are they recognised by what they say: by code and text, options by their text.'

export const forms = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/form',
    access: 'signed-in',
    summary: 'Lists the forms',
    description:
      'Observers are only ever shown published forms, with their titles in the language they prefer by `Accept-Language`.',
    query: z.object({
      draft: flag.default(false),
      diaspora: flag.default(true).describe('False hides the forms that are only for abroad.'),
      deleted: flag
        .default(false)
        .describe('The trash: forms that were deleted and can be brought back; for staff alone.'),
    }),
    reply: z.object({ formVersions: z.array(FormMeta) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id',
    access: 'signed-in',
    summary: 'Answers with a form’s sections, questions and options',
    description:
      'As published, of the newest version or of the one asked for; 204 when there is no such form. Observers get it in the language they prefer by `Accept-Language` (RFC 4647, lookup), otherwise in its own; `Content-Language` says in which.',
    params: z.object({ id: id('forms') }),
    query: z.object({ version: whole(1, largestInteger).optional() }),
    reply: z.array(Section).nullable(),
  }),
  whole: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/whole',
    access: 'read',
    summary: 'Answers with the current form, as a draft or published, and its revision',
    params: z.object({ id: id('forms') }),
    reply: WholeForm,
    problems: ['thing.not-found'],
  }),
  option: endpoint({
    method: 'GET',
    path: '/api/v1/form/option/:id',
    access: 'read',
    summary: 'Answers with an option and its question, in the newest published version with it',
    params: z.object({ id: id('options') }),
    reply: OptionInQuestion,
    problems: ['thing.not-found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/form',
    access: 'set-up',
    summary: 'Adds a form; answers with its id',
    description: 'Phones do not get a draft.',
    body: FormDraft,
    reply: id('forms'),
    headers: partNames,
    problems: ['form.code-taken'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v1/form',
    access: 'set-up',
    summary: 'Changes a form, and publishes it unless it says `draft`',
    description: `What is word for word as published makes no new version. ${ofIds}`,
    body: FormChange,
    reply: z.int(),
    headers: partNames,
    problems: ['thing.not-found', 'form.code-taken', 'form.has-gaps', 'thing.changed-meanwhile'],
  }),
  losses: endpoint({
    method: 'POST',
    path: '/api/v1/form/losses',
    access: 'set-up',
    summary: 'Lists what a change adds, rewords and takes away, with the answers concerned',
    description:
      'To be asked before the change is made: nothing is changed yet. A publication is compared with the version on the phones, and is empty if it is the first; a draft with the stored content.',
    body: changeFields,
    reply: z.array(PartChange),
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/form',
    access: 'set-up',
    summary: 'Deletes a form without answers',
    description: 'It is hidden and can be restored; its code is free for another form.',
    query: z.object({ formId: id('forms') }),
    reply: z.object({}),
    problems: ['thing.not-found', 'form.has-answers'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/form/:id/restore',
    access: 'set-up',
    summary: 'Brings a deleted form back, as it was',
    params: z.object({ id: id('forms') }),
    reply: z.object({}),
    problems: ['thing.not-found', 'form.code-taken'],
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/api/v1/form/order',
    access: 'set-up',
    summary: 'Puts the forms in order',
    description: 'Those left out keep theirs, behind.',
    body: z.object({ ids: z.array(id('forms')).max(1000) }),
    reply: z.object({}),
  }),
}

/** A form was added, changed, reordered, deleted or restored. */
export const formsChanged = live({ name: 'forms.changed', payload: z.object({}) })
