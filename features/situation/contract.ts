import * as z from 'zod'
import { MapArea, MapShapes } from '#features/map/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant, timezone } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'

/** How many minutes back the pace of reports is told. */
export const paceMinutes = 60

/** How many of the newest urgent reports are told. */
export const mostUrgent = 7

const pollingStation = {
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z
    .string()
    .meta({ examples: ['Dej'] })
    .describe('Empty where the stations lie in the county itself.'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
}

/** A report that somebody should look at, without what it says or who says it. */
export const UrgentReport = z.object({
  at: instant.describe('When it changed last.'),
  ...pollingStation,
  flagged: z.int().describe('Flagged answers.'),
  notes: z.int(),
})
export type UrgentReport = z.output<typeof UrgentReport>

/** How far a county is with one milestone. */
const Cell = z.object({
  milestoneId: id('milestones'),
  expected: z.int().meta({ examples: [665] }),
  done: z.int().meta({ examples: [310] }),
  late: z.int().meta({ examples: [12] }),
})

const County = z.object({
  id: id('areas'),
  name: z.string().meta({ examples: ['Cluj'] }),
  cells: z.array(Cell),
})
export type SituationCounty = z.output<typeof County>

/** Where an election stands at a moment, in figures. */
export const Situation = z.object({
  stations: z
    .object({
      ...{ open: z.int(), covered: z.int(), visited: z.int(), met: z.int() },
      isTarget: z.boolean(),
    })
    .meta({
      examples: [{ open: 18_950, covered: 12_004, visited: 9210, met: 9110, isTarget: false }],
    })
    .describe(
      'Polling stations that are not closed; of these, with somebody assigned to them, with a visit, and with both. `isTarget`: of the target of coverage alone.',
    ),
  owed: z
    .object({ expected: z.int(), done: z.int(), due: z.int(), late: z.int() })
    .meta({ examples: [{ expected: 30_000, done: 21_007, due: 310, late: 402 }] })
    .describe('Expectations: all, done, due within the hour, and late.'),
  observers: z.int().describe('How many reported within the last hour.'),
  elsewhere: z
    .int()
    .meta({ examples: [3] })
    .describe('How many are on a shift, and last reported from a station that is not in it.'),
  flagged: z.int().describe('Flagged answers that stand.'),
  pace: z
    .array(z.int())
    .meta({ examples: [[12, 15, 9]] })
    .describe(
      'Reports by when their observer last added to them: in each of sixty minutes of the clock, the earliest first, the last of them not over.',
    ),
  lastMinute: z.int().describe('How many of them in the last sixty seconds.'),
  milestones: z.array(
    z.object({ id: id('milestones'), name: z.string().meta({ examples: ['Sosire'] }) }),
  ),
  counties: z.array(County).describe('Those where anything is expected.'),
  urgent: z
    .array(UrgentReport.extend({ pollingStationId: id('pollingStations') }))
    .describe('The newest reports with a flagged answer or a note.'),
})
export type Situation = z.output<typeof Situation>

export const situation = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/situation',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Answers with where the election stands, in figures',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    reply: figures(Situation),
  }),
}

/** The same for a wall, where nobody is signed in. */
export const WallSituation = Situation.extend({
  election: z.string().meta({ examples: ['Alegeri locale'] }),
  timezone,
  urgent: z.array(UrgentReport),
})
export type WallSituation = z.output<typeof WallSituation>

/** Something on the wall has changed; what it was is not told. */
export const wallMoved = live({ name: 'wall.moved', payload: z.object({}) })

/** A wall link was made, withdrawn or given back. */
export const wallLinksChanged = live({ name: 'situation.links-changed', payload: z.object({}) })

/** A link to the wall, as organisers see it: the link itself is shown once. */
export const WallLink = z.object({
  id: id('wallLinks'),
  name: z.string().meta({ examples: ['Sala mare'] }),
  madeAt: instant,
  usedAt: instant.nullable().describe('When a screen read by it last, to the minute.'),
})
export type WallLink = z.output<typeof WallLink>

const withLink = {
  access: 'anyone',
  importance: 'anonymous',
  problems: ['thing.not-found'],
} as const

/** What a screen with a wall link reads; it sends what stands in the link as its token. */
export const wall = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/wall',
    ...withLink,
    hasFigures: true,
    summary: 'Answers with where the election of a wall link stands, in figures',
    description:
      'Counts alone: no names, no words of anybody. The token is what stands behind the # of the link.',
    reply: figures(WallSituation),
  }),
  map: endpoint({
    method: 'GET',
    path: '/api/v1/wall/map',
    ...withLink,
    hasFigures: true,
    summary: 'Answers with the shapes of the counties and the figures that they are coloured by',
    reply: figures(z.object({ areas: z.array(MapArea), shapes: MapShapes.pick({ areas: true }) })),
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/v1/wall/live',
    ...withLink,
    summary: 'Announces that the figures have changed, as server-sent events',
    description: 'It ends at once when the link is withdrawn.',
    reply: { streams: 'events', mediaType: 'text/event-stream' },
  }),
}

const oneLink = {
  params: z.object({ id: id('wallLinks') }),
  problems: ['thing.not-found'],
} as const

/** The links of an election, for whoever sets it up. */
export const wallLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/wall-link',
    access: 'set-up',
    summary: 'Lists the wall links of the election, the newest first',
    reply: z.array(WallLink),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link',
    access: 'set-up',
    summary: 'Makes a link by which a screen shows where the election stands, without an account',
    description: 'It shows counts of the whole election, until it is withdrawn.',
    body: z.object({ name: filledLine(100).meta({ examples: ['Sala mare'] }) }),
    reply: z.object({
      id: id('wallLinks'),
      link: z
        .string()
        .meta({
          examples: ['https://veghe.example/wall#kq3Vb0t7Zr1mYc8uJd4sXe6wLh2nGf9oTa5iPqRvBxE'],
        })
        .describe('Shown this once. What it proves stands behind the #, which no server is told.'),
    }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link/:id/withdraw',
    access: 'set-up',
    summary: 'Withdraws a wall link: screens that show it end at once',
    ...oneLink,
    reply: z.object({}),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link/:id/restore',
    access: 'set-up',
    summary: 'Gives a wall link back that was withdrawn',
    ...oneLink,
    reply: z.object({}),
  }),
}
