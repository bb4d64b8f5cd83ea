import * as z from 'zod'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { lenientPageQuery, page } from '#kit/contract/page.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** What can be counted; the names are those of the calls. */
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
  countyCode: z
    .string()
    .meta({ examples: ['CJ'] })
    .describe('Of the county; several may bear one name.'),
  province: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('What the county lies in; null where counties lie in nothing.'),
  address: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('Of the polling station, where stations are counted.'),
  pollingStationId: id('pollingStations').nullable().describe('Likewise.'),
})
export type Statistic = z.output<typeof Statistic>

/**
 * A quarter of an hour: how many reports with current answers came in, and how many flagged options are
 * current in them.
 */
export const Quarter = z.object({
  at: instant.describe('When it begins.'),
  reports: z.int(),
  flagged: z.int(),
})
export type Quarter = z.output<typeof Quarter>

/** Which areas: the counties; or those in one area. And by whose observers: one organisation's, or everybody's. */
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
    summary: 'Counts observers or irregularities, the most first',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    params: z.object({ method: Method }),
    query: lenientPageQuery(),
    reply: figures(page(Statistic)),
  }),
  trend: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/trend',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Counts the reports of the last hours by quarter of an hour, the present one last',
    description:
      'Current answers, each in the quarter in which it was given; those of one observer, station and moment are one report. A quarter begins at a full quarter of an hour, so that the last four are 45 minutes and as much of the present one as has passed. Quarters without a report are among them. Test observers and inactive organisations are left out.',
    query: z.object({ hours: whole(1, 48).default(12) }),
    reply: figures(z.object({ quarters: z.array(Quarter) })),
  }),
  exportCoverage: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/coverage/export',
    access: 'export',
    summary:
      'Answers with how many stations of each area are covered and visited, as a workbook or as CSV',
    description: 'The counties; or, with `areaId`, the areas in that one.',
    query: Download.extend(which),
    reply: downloaded,
  }),
  exportParticipation: endpoint({
    method: 'GET',
    path: '/api/v1/statistics/participation/export',
    access: 'export',
    summary: 'Answers with how far each area is with each milestone, as a workbook or as CSV',
    description: 'The counties; or, with `areaId`, the areas in that one.',
    query: Download.extend({ ...which, milestoneId: id('milestones').optional() }),
    reply: downloaded,
  }),
}
