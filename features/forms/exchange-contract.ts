import * as z from 'zod'
import { languages } from '#kit/contract/copy.ts'
import { fileTypes } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import {
  FormMeta,
  languageFields,
  Option,
  PartChange,
  Question,
  Section,
  WholeForm,
} from './contract.ts'
import { Translations } from './language-contract.ts'

const translations = Translations.optional()

const NewQuestion = Question.pick({
  code: true,
  text: true,
  hint: true,
  questionType: true,
  kind: true,
  isRequired: true,
  min: true,
  max: true,
  unit: true,
  shownIf: true,
  checks: true,
}).extend({
  translations,
  optionsToQuestions: z.array(
    Option.pick({ text: true, hint: true, isFreeText: true, flagged: true }).extend({
      translations,
    }),
  ),
})
export type NewQuestion = z.output<typeof NewQuestion>

/** A form that is not stored: its parts have no ids yet. */
export const NewForm = WholeForm.pick({
  code: true,
  description: true,
  details: true,
  diaspora: true,
  series: true,
}).extend({
  language: languageFields.language.optional(),
  languages: languageFields.languages.optional(),
  translations,
  formSections: z.array(
    Section.pick({ code: true, description: true, shownIf: true }).extend({
      translations,
      questions: z.array(NewQuestion),
    }),
  ),
})
export type NewForm = z.output<typeof NewForm>

/** What an XLSForm says and a form of ours cannot. */
export const Finding = z.object({
  sheet: z.string().meta({ examples: ['survey'] }),
  line: z.int().describe('The row, as a spreadsheet numbers it.'),
  why: z
    .enum([
      ...['type', 'column', 'repeat', 'list', 'label', 'language'],
      ...['duplicate', 'reference', 'shortened', 'sheet', 'disabled', 'group'],
      ...['missing', 'spoiled'],
    ] as const)
    .describe(
      '`type`, `disabled`: the row is left out. `column`: its cell is. `repeat`: the group is asked once. `list`: its options are missing, or the option has no list. `label`: the name is shown, as there is no text. `language`: texts in a language without a known name or tag are left out. `duplicate`: the name or heading comes again. `reference`: the text names another answer. `shortened`: a text is too long. `sheet`: a sheet is not read. `group`: a group does not begin or end. `missing`: a text is missing in the form’s own language, and taken from another. `spoiled`: the cell is an error of the spreadsheet, or a date that it made of another text.',
    ),
  name: z
    .string()
    .meta({ examples: ['center_point'] })
    .describe('Of the question, option or list.'),
  detail: z.string().meta({ examples: ['geopoint'] }),
})
export type Finding = z.output<typeof Finding>

/** A form of another election. */
export const FormElsewhere = FormMeta.pick({ id: true, code: true, description: true }).extend({
  electionId: id('elections'),
  election: z.string().meta({ examples: ['Alegeri locale 2024'] }),
})
export type FormElsewhere = z.output<typeof FormElsewhere>

/** A published version of a form. */
export const FormVersion = z.object({
  version: z.int(),
  publishedAt: instant,
  answers: z.int().describe('Answers that observers gave to it.'),
})
export type FormVersion = z.output<typeof FormVersion>

const version = whole(1, largestInteger)

export const formFiles = {
  read: endpoint({
    method: 'POST',
    path: '/api/v1/form/read',
    access: 'set-up',
    summary: 'Reads a form from a file, and stores nothing',
    description:
      'An XLSForm (.xlsx), or a form of the first system (.json). The reply is the form as it would be stored, and each row or cell that has no counterpart.',
    body: z.object({
      language: z
        .enum(languages)
        .default('ro')
        .describe(
          'Of the form’s own texts, where the file has several; the others are translations.',
        ),
    }),
    files: {
      most: 1,
      maxBytes: 5_000_000,
      kept: false,
      name: 'file',
      mediaType: fileTypes.xlsx,
    },
    reply: z.object({ form: NewForm, findings: z.array(Finding) }),
    problems: ['request.too-large', 'request.wrong-kind'],
  }),
  write: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/xlsform',
    access: 'read',
    summary: 'Answers with the current form as an XLSForm',
    description:
      'With its translations (`label::Hungarian (hu)`). Columns that begin with `veghe_` have what XLSForm cannot say, such as outdated translations: other programs ignore them, and reading the file again loses nothing.',
    params: z.object({ id: id('forms') }),
    reply: { streams: 'file', mediaType: fileTypes.xlsx },
    problems: ['thing.not-found'],
  }),
  elsewhere: endpoint({
    method: 'GET',
    path: '/api/v1/form/elsewhere',
    access: 'set-up',
    summary: 'Lists the forms of other elections, the latest election first',
    reply: z.array(FormElsewhere),
  }),
  copy: endpoint({
    method: 'GET',
    path: '/api/v1/form/elsewhere/:electionId/:id',
    access: 'set-up',
    summary: 'Answers with a form of another election, to begin a new one from',
    params: z.object({ electionId: id('elections'), id: id('forms') }),
    reply: NewForm,
    problems: ['thing.not-found'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/versions',
    access: 'set-up',
    summary: 'Lists the published versions of a form with their answers, the newest first',
    params: z.object({ id: id('forms') }),
    reply: z.array(FormVersion),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/api/v1/form/:id/compare',
    access: 'set-up',
    summary: 'Lists how a version of a form differs from another',
    description:
      'As `POST /api/v1/form/losses` does before a publication; questions that moved are named.',
    params: z.object({ id: id('forms') }),
    query: z.object({ from: version, to: version }),
    reply: z.array(PartChange),
    problems: ['thing.not-found'],
  }),
}
