import * as z from 'zod'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** Which differences are listed. */
const standings = ['unsettled', 'open', 'reopened', 'settled', 'all'] as const

const question = {
  questionId: z.int(),
  questionCode: z.string().meta({ examples: ['A1'] }),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('In the newest wording that was answered.'),
  formId: id('forms'),
  formCode: z.string().meta({ examples: ['A'] }),
}

/** A chosen option, in the wording that the observer's phone showed. */
export const ChosenOption = z.object({
  text: z.string().meta({ examples: ['Nu, pentru că'] }),
  value: z
    .string()
    .nullable()
    .meta({ examples: ['sigiliul era rupt'] }),
  isFlagged: z.boolean(),
})
export type ChosenOption = z.output<typeof ChosenOption>

/** The last answer of an observer. */
export const DifferingAnswer = z.object({
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  options: z.array(ChosenOption),
})
export type DifferingAnswer = z.output<typeof DifferingAnswer>

/** A question on which observers at one station differ. */
export const Difference = z.object({
  pollingStationId: id('pollingStations').describe('The station that remains of all merged.'),
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z.string().meta({ examples: ['Dej'] }),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  ...question,
  formDescription: z.string().meta({ examples: ['Deschidere'] }),
  observers: z
    .array(DifferingAnswer)
    .describe('The observers whose answers are compared, in order of arrival.'),
  isFlagged: z.boolean().describe('Whether one of the answers is flagged.'),
  state: z.enum(['open', 'settled', 'reopened']).describe('As on the page of the station.'),
  changedAt: instant.describe('When it was last answered or settled.'),
})
export type Difference = z.output<typeof Difference>

/** A question in the list, with its number of stations. */
export const DifferingQuestion = z.object({
  ...question,
  stations: z.int().describe('The number of stations where observers differ on it.'),
})
export type DifferingQuestion = z.output<typeof DifferingQuestion>

// One or several parameters of the same name.
const questionId = whole(1, largestInteger).meta({ examples: [7] })
const several = z.union([z.array(questionId).max(500), questionId.transform((one) => [one])])

export const DifferenceFilter = z.object({
  areaId: id('areas').optional().describe('A county, or any area inside or around it.'),
  formId: id('forms').optional(),
  questionId: questionId.optional(),
  without: several
    .optional()
    .describe(
      'Questions to leave out, such as turnout, which each observer reads at another hour.',
    ),
  state: z.enum(standings).default('unsettled').describe('`unsettled`: open and reopened.'),
})
export type DifferenceFilter = z.output<typeof DifferenceFilter>

/** A comparison has changed the list of differences. */
export const differencesChanged = live({
  name: 'stations.differences-changed',
  payload: z.object({}),
})

/** Differences at all stations; part of `stations`. */
export const differenceEndpoints = {
  differences: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences',
    access: 'read',
    hasFigures: true,
    summary:
      'Lists the questions on which observers at one station differ, flagged ones first, then the latest',
    description:
      'Compared as on each station’s page, a few seconds after a report. An organisation sees differences among its own observers, the organiser among all. `questions` are those in the list filtered by area and state, most frequent first.',
    query: PageQuery.extend(DifferenceFilter.shape),
    reply: figures(page(Difference).extend({ questions: z.array(DifferingQuestion) })),
  }),
  unsettled: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences/count',
    access: 'read',
    hasFigures: true,
    summary: 'Counts the open and reopened differences',
    reply: figures(z.object({ unsettled: z.int() })),
  }),
  exportDifferences: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences/export',
    access: 'export',
    confirmed: true,
    summary: 'Exports the filtered differences',
    description: 'As a workbook or as CSV, in the order of the list.',
    query: DifferenceFilter.extend(Download.shape),
    reply: downloaded,
  }),
}
