import * as z from 'zod'
import { AnswerFilter } from '#features/answers/contract.ts'
import { Asked, QuestionKind } from '#features/forms/kind-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line } from '#kit/contract/value/text.ts'

/** Which reports count: filters of the list of reports, so that every number leads to its reports. */
export const AnalysisFilter = AnswerFilter.pick({
  ...{ county: true, ngoId: true, reviewState: true, withOptionId: true },
})
export type AnalysisFilter = z.output<typeof AnalysisFilter>

const isGone = z.boolean().describe('The newest published version does not have it.')

export const AnalysedOption = z.object({
  id: id('options'),
  text: z.string().meta({ examples: ['Nu, pentru că'] }),
  isFlagged: z.boolean(),
  isGone,
})
export type AnalysedOption = z.output<typeof AnalysedOption>

export const AnalysedQuestion = z.object({
  id: id('questions'),
  code: z.string().meta({ examples: ['A1'] }),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  isGone,
  ...Asked.shape,
  options: z.array(AnalysedOption),
})
export type AnalysedQuestion = z.output<typeof AnalysedQuestion>

export const AnalysedSection = z.object({
  id: z.int(),
  title: z.string().meta({ examples: ['Înainte de deschidere'] }),
  questions: z.array(AnalysedQuestion),
})
export type AnalysedSection = z.output<typeof AnalysedSection>

/** How a question was answered in some reports. */
export const Distribution = z.object({
  answered: z.int().describe('How many reports answered the question.'),
  options: z
    .array(z.object({ id: z.int(), reports: z.int() }))
    .describe('How many of these chose each option; options without a report are left out.'),
})
export type Distribution = z.output<typeof Distribution>

/** How reports answered a question by value, as its newest version asks it. */
export const Values = z.object({
  kind: QuestionKind,
  read: z.int().describe('How many reports have a value.'),
  unreadable: z.int().describe('How many reports have a text that cannot be read.'),
  summary: z
    .object({
      minimum: z.number(),
      lowerQuartile: z.number(),
      median: z.number(),
      upperQuartile: z.number(),
      maximum: z.number(),
    })
    .nullable()
    .describe('Of numbers and ratings; null without any.'),
  outliers: z
    .object({
      below: z.number().describe('Smaller numbers are outliers.'),
      above: z.number().describe('Larger numbers are outliers.'),
      reports: z.int(),
    })
    .nullable()
    .default(null)
    .describe(
      'Of numbers: farther than 1.5 times the distance of the quartiles from the nearer one (Tukey, Exploratory Data Analysis, 1977). Null where the quartiles are equal.',
    ),
  bars: z
    .array(
      z.object({
        from: z
          .string()
          .meta({ examples: ['200'] })
          .describe(
            'A number, a day, an hour of the day (`09`), or an hour of a day (`2026-11-22T09`).',
          ),
        until: z
          .string()
          .nullable()
          .meta({ examples: ['400'] })
          .describe('The end of the bar, outside it; null: the bar is a single value.'),
        reports: z.int(),
      }),
    )
    .describe('In their order. Many different numbers are combined in bars of one width.'),
})
export type Values = z.output<typeof Values>

/** By what a question is broken down. */
export const dimensions = ['area', 'hour', 'organisation'] as const
export const Dimension = z.enum(dimensions)
export type Dimension = z.output<typeof Dimension>

export const Group = Distribution.extend({
  key: z
    .string()
    .meta({ examples: ['CJ'] })
    .describe(
      'The code of a county, the id of an organisation, or the beginning of an hour (ISO 8601).',
    ),
  name: z
    .string()
    .meta({ examples: ['Cluj'] })
    .describe('Of the county or organisation; empty for an hour.'),
  median: z.number().nullable().default(null).describe('Of numbers and ratings.'),
})
export type Group = z.output<typeof Group>

/** The text that an observer wrote with an answer, and the report that it is part of. */
export const AnswerText = z.object({
  optionId: z.int(),
  text: z.string().meta({ examples: ['sigiliul era rupt'] }),
  at: instant,
  observerId: id('observers'),
  pollingStationId: id('pollingStations'),
  pollingStationName: z.string().meta({ examples: ['Cluj Dej 12'] }),
})
export type AnswerText = z.output<typeof AnswerText>

/** A number far from the others, and the report that it is part of. */
export const Outlier = AnswerText.omit({ optionId: true, text: true }).extend({
  value: z.string().meta({ examples: ['12500'] }),
})
export type Outlier = z.output<typeof Outlier>

const path = '/api/v1/analysis'
const params = z.object({ questionId: id('questions') })
const counted =
  'Current answers, in whatever version of the form they were given. Test observers and inactive organisations are left out.'

export const analysis = {
  form: endpoint({
    method: 'GET',
    path: `${path}/:formId`,
    access: 'read',
    summary: 'Lists the questions of a form, with what earlier versions had',
    description: 'In the order and wording of the newest published version that has them.',
    params: z.object({ formId: id('forms') }),
    reply: z.array(AnalysedSection),
    problems: ['thing.not-found'],
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/questions/:questionId`,
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Counts the reports that answered a question, that chose each option, or their values',
    description: `${counted} A note with a file answers a question that asks for one.`,
    params,
    query: AnalysisFilter,
    reply: figures(
      Distribution.extend({
        values: Values.nullable()
          .default(null)
          .describe('Of a number, rating, date or time; otherwise null.'),
      }),
    ),
  }),
  breakDown: endpoint({
    method: 'GET',
    path: `${path}/questions/:questionId/by/:dimension`,
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Counts the same by county, by organisation, or by the hour of the answer',
    description: counted,
    params: params.extend({ dimension: Dimension }),
    query: AnalysisFilter,
    reply: figures(z.object({ groups: z.array(Group) })),
  }),
  outliers: endpoint({
    method: 'GET',
    path: `${path}/questions/:questionId/outliers`,
    access: 'read',
    importance: 'statistics',
    summary: 'Lists the numbers that are far from the others, the farthest from the median first',
    description: counted,
    params,
    query: PageQuery.extend(AnalysisFilter.shape),
    reply: page(Outlier),
  }),
  texts: endpoint({
    method: 'GET',
    path: `${path}/questions/:questionId/texts`,
    access: 'read',
    importance: 'statistics',
    summary: 'Lists the texts that observers wrote with their answers to a question, newest first',
    description: counted,
    params,
    query: PageQuery.extend(AnalysisFilter.shape).extend({
      search: personal(
        line(200)
          .default('')
          .describe('All words must occur. Without a word of three characters it is ignored.'),
      ),
    }),
    reply: page(AnswerText),
  }),
}
