import * as z from 'zod'
import { fileTypes } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { line } from '#kit/contract/value/text.ts'
import { languageFields } from './contract.ts'
import { LanguageTag } from './language-contract.ts'

/** The parts of a form that have texts of their own. */
export const textParts = ['form', 'section', 'question', 'option'] as const
export type TextPart = (typeof textParts)[number]

const tag = z.string().meta({ examples: ['hu'] })
const content = {
  key: line(40).meta({ examples: ['question-12-text'] }),
  to: line(1000).meta({ examples: ['Le volt pecsételve az urna?'] }),
}

/** How far a form is translated to a language. */
export const LanguageState = z.object({
  language: tag,
  missing: z.int(),
  outdated: z
    .int()
    .describe('Their text changed since they were translated; phones show it instead.'),
})
export type LanguageState = z.output<typeof LanguageState>

/** The languages of a form. */
export const FormLanguages = z.object({
  language: tag.meta({ examples: ['ro'] }).describe('Of its own texts.'),
  texts: z.int().describe('How many texts it has.'),
  languages: z.array(LanguageState),
})
export type FormLanguages = z.output<typeof FormLanguages>

/** A text of a form and its translation. */
export const TextToTranslate = z.object({
  key: z
    .string()
    .meta({ examples: ['question-12-text'] })
    .describe('Its part and field: the same as long as the part exists.'),
  part: z.enum(textParts),
  field: z.enum(['text', 'hint']).describe('`text` is also a title.'),
  code: z
    .string()
    .meta({ examples: ['A1'] })
    .describe('Of its section or question.'),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  to: z
    .string()
    .meta({ examples: ['Le volt pecsételve az urna?'] })
    .describe('The translation; empty: none.'),
  from: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('The text that was translated.'),
})
export type TextToTranslate = z.output<typeof TextToTranslate>

/** A translation to store, and what the translator saw. */
export const SavedText = z.object({
  ...content,
  from: line(1000)
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe(
      'The text that was translated. If it is another by now, the translation is outdated.',
    ),
  was: line(1000)
    .meta({ examples: [''] })
    .describe('The translation so far. If it is another by now, nothing is saved: 409.'),
})
export type SavedText = z.output<typeof SavedText>

/** A row of a file that gets in changed, or not at all. */
export const TextFinding = z.object({
  line: z.int().describe('The row, as a spreadsheet numbers it.'),
  why: z
    .enum(['unknown', 'duplicate', 'long', 'changed'])
    .describe(
      '`unknown`: the form has no such text. `duplicate`: the key comes again. `long`: longer than 1,000 characters. These rows are left out. `changed`: the text was another when it was translated; the translation is taken as outdated.',
    ),
  detail: z.string().meta({ examples: ['question-12-text'] }),
})
export type TextFinding = z.output<typeof TextFinding>

const form = z.object({ id: id('forms') })
const language = form.extend({ language: LanguageTag })

/** No form has more texts than this; a file with more is another one. */
export const mostTexts = 20_000

export const translations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/translations',
    access: 'set-up',
    summary: 'Lists the languages of a form, and how far it is translated to each',
    params: form,
    reply: FormLanguages,
    problems: ['thing.not-found'],
  }),
  setLanguages: endpoint({
    method: 'PUT',
    path: '/api/v1/form/:id/translations',
    access: 'set-up',
    summary: 'Adds and removes languages of a form, or says in which its own texts are',
    description:
      'A removed language keeps its texts: adding it again brings them back. Phones notice with the next publication.',
    params: form,
    body: z.object({
      language: languageFields.language.optional(),
      added: languageFields.languages.default([]),
      removed: languageFields.languages.default([]),
    }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/translations/:language',
    access: 'set-up',
    summary: 'Answers with the texts of a form and their translations to a language',
    params: language,
    reply: z.array(TextToTranslate),
    problems: ['thing.not-found'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/form/:id/translations/:language',
    access: 'set-up',
    summary: 'Stores translations; those left out stay',
    description: 'Phones get them with the next publication; a title at once.',
    params: language,
    body: z.object({ texts: z.array(SavedText).max(mostTexts) }),
    reply: z.object({}),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  write: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/translations/:language/file',
    access: 'set-up',
    summary: 'Answers with the texts and their translations as a workbook',
    params: language,
    reply: { streams: 'file', mediaType: fileTypes.xlsx },
    problems: ['thing.not-found'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/v1/form/:id/translations/:language/read',
    access: 'set-up',
    summary: 'Reads translations from such a workbook, and stores nothing',
    description:
      'The reply has each translation that differs from the stored one, and each row that does not get in.',
    params: language,
    files: { most: 1, maxBytes: 5_000_000, kept: false, name: 'file', mediaType: fileTypes.xlsx },
    reply: z.object({
      texts: z.array(
        z.object({ ...content, from: line(1000).meta({ examples: ['Urna a fost sigilată?'] }) }),
      ),
      findings: z.array(TextFinding),
    }),
    problems: ['thing.not-found', 'request.too-large', 'request.wrong-kind'],
  }),
}
