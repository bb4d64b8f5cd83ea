import * as z from 'zod'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { lenientPageQuery, page } from '#kit/contract/page.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** The counts, with the first system's names. */
export const Method = z.enum([
  'observerNumber',
  'countiesIrregularities',
  'pollingStationIrregularities',
  'countiesOpeningIrregularities',
  'pollingStationOpeningIrregularities',
  'countiesByCountingIrregularities',
  'pollingStationsByCountingIrregularities',
])
export type Method = z.output<typeof Method>

/** One row of a card. The value is a number as text, as the first system's clients expect. */
export const Statistic = z.object({
  label: z.string().meta({ examples: ['Cluj'] }),
  value: z.string().meta({ examples: ['37'] }),
  of: z
    .int()
    .nullable()
    .meta({ examples: [1200] })
    .describe('How many answers the area or station has, flagged or not; null for observers.'),
  countyCode: z
    .string()
    .meta({ examples: ['CJ'] })
    .describe('The code of the county; several counties may share a name.'),
  province: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('The area around the county, such as a province; null if there is none.'),
  address: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('The address of the polling station, if stations are counted.'),
  pollingStationId: id('pollingStations')
    .nullable()
    .describe('The polling station, if stations are counted.'),
})
export type Statistic = z.output<typeof Statistic>

/** A quarter of an hour, with its number of reports with current answers and of current flagged options in them. */
export const Quarter = z.object({
  at: instant.describe('Its start.'),
  reports: z.int(),
  flagged: z.int(),
})
export type Quarter = z.output<typeof Quarter>

/** The areas, by default all counties, and the organisation, by default all. */
const which = {
  areaId: id('areas').optional(),
  ngoId: id('ngos').optional(),
}

export const statistics = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/:method',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Counts observers or irregularities, highest first',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    params: z.object({ method: Method }),
    query: lenientPageQuery().extend(VerifiedOnly.shape),
    reply: figures(page(Statistic)),
  }),
  trend: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/trend',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Counts the reports of the last hours by quarter of an hour, the current one last',
    description:
      'Current answers, each in the quarter in which it was given. Answers of one observer, station and moment are one report. Quarters begin at full quarters of an hour, so the last four are 45 minutes and the elapsed part of the current one. Quarters without a report are included. Test observers and inactive organisations are left out.',
    query: z.object({ hours: whole(1, 48).default(12), ...VerifiedOnly.shape }),
    reply: figures(z.object({ quarters: z.array(Quarter) })),
  }),
  exportCoverage: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/coverage/export',
    access: 'export',
    summary: 'Exports the numbers of covered and visited stations by area, as a workbook or as CSV',
    description:
      'The counties; or, with `areaId`, the areas in that one. With `reviewState`, a station is visited if it has such a report.',
    query: Download.extend({ ...which, ...VerifiedOnly.shape }),
    reply: downloaded,
  }),
  exportParticipation: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/participation/export',
    access: 'export',
    summary: 'Exports the progress of each area with each milestone, as a workbook or as CSV',
    description: 'The counties; or, with `areaId`, the areas in that one.',
    query: Download.extend({ ...which, milestoneId: id('milestones').optional() }),
    reply: downloaded,
  }),
}
