import * as z from 'zod'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** How far the differences of a list are: to be settled, of one state, or all. */
const standings = ['unsettled', 'open', 'reopened', 'settled', 'all'] as const

const question = {
  questionId: z.int(),
  questionCode: z.string().meta({ examples: ['A1'] }),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('In its newest wording of those that were answered.'),
  formId: id('forms'),
  formCode: z.string().meta({ examples: ['A'] }),
}

/** A question on which observers at one station differ. */
export const Difference = z.object({
  pollingStationId: id('pollingStations').describe('The station that stands for all merged.'),
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z.string().meta({ examples: ['Dej'] }),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  ...question,
  formDescription: z.string().meta({ examples: ['Deschidere'] }),
  observers: z
    .array(
      z.object({
        observerId: id('observers'),
        observerName: z.string().meta({ examples: ['Ioana Pop'] }),
      }),
    )
    .describe('Whose answers are compared, in the order in which they came.'),
  state: z.enum(['open', 'settled', 'reopened']).describe('As on the page of the station.'),
  changedAt: instant.describe('When one of them last answered it, or it was settled.'),
})
export type Difference = z.output<typeof Difference>

/** A question in the list, and how often. */
export const DifferingQuestion = z.object({
  ...question,
  stations: z.int().describe('At how many stations observers differ on it.'),
})
export type DifferingQuestion = z.output<typeof DifferingQuestion>

/** One or several of the same name in an address. */
const questionId = whole(1, largestInteger).meta({ examples: [7] })
const several = z.union([z.array(questionId).max(500), questionId.transform((one) => [one])])

export const DifferenceFilter = z.object({
  areaId: id('areas').optional().describe('A county, or any area in it or around it.'),
  formId: id('forms').optional(),
  questionId: questionId.optional(),
  without: several
    .optional()
    .describe('Questions that are left out, such as turnout, which is asked at other hours.'),
  state: z.enum(standings).default('unsettled').describe('`unsettled`: open and reopened.'),
})
export type DifferenceFilter = z.output<typeof DifferenceFilter>

/** Where observers differ has changed, as far as it was compared. */
export const differencesChanged = live({
  name: 'stations.differences-changed',
  payload: z.object({}),
})

/** Where observers differ, at all stations; part of `stations`. */
export const differenceEndpoints = {
  differences: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences',
    access: 'read',
    hasFigures: true,
    summary: 'Lists the questions on which observers at one station differ, the latest first',
    description:
      'Compared as on the page of each station, a few seconds after they reported: an organisation sees differences among its own observers, the organiser among all. `questions` are those in the list as it is filtered by area and state, the most frequent first.',
    query: PageQuery.extend(DifferenceFilter.shape),
    reply: figures(page(Difference).extend({ questions: z.array(DifferingQuestion) })),
  }),
  unsettled: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences/count',
    access: 'read',
    hasFigures: true,
    summary: 'Counts the differences that are to be settled, open and reopened',
    reply: figures(z.object({ unsettled: z.int() })),
  }),
  exportDifferences: endpoint({
    method: 'GET',
    path: '/api/v1/stations/differences/export',
    access: 'export',
    confirmed: true,
    summary: 'Answers with where observers differ, as the filter keeps it',
    description: 'As a workbook or as CSV, in the order of the list.',
    query: DifferenceFilter.extend(Download.shape),
    reply: downloaded,
  }),
}
