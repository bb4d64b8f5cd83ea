import * as z from 'zod'
import { MapArea, MapShapes } from '#features/map/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant, timezone } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'

/** The period of the pace of reports. */
export const paceMinutes = 60

export const mostUrgent = 7

const pollingStation = {
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z
    .string()
    .meta({ examples: ['Dej'] })
    .describe('Empty if the stations are directly in the county.'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
}

/** A report with a flagged answer or a note, without its text and observer. */
export const UrgentReport = z.object({
  at: instant.describe('When it last changed.'),
  ...pollingStation,
  flagged: z.int().describe('Flagged answers.'),
  notes: z.int(),
})
export type UrgentReport = z.output<typeof UrgentReport>

/** A county's progress with one milestone. */
const Cell = z.object({
  milestoneId: id('milestones'),
  expected: z.int().meta({ examples: [665] }),
  done: z.int().meta({ examples: [310] }),
  late: z.int().meta({ examples: [12] }),
})

const County = z.object({
  id: id('areas'),
  name: z.string().meta({ examples: ['Cluj'] }),
  reports: z.int().meta({ examples: [402] }),
  flagged: z
    .int()
    .meta({ examples: [9] })
    .describe('How many of the reports have a flagged answer.'),
  cells: z.array(Cell),
})
export type SituationCounty = z.output<typeof County>

/** The figures of an election. */
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
      'Open polling stations; of these, with an assigned observer, with a visit, and with both. `isTarget`: only stations of the target of coverage.',
    ),
  owed: z
    .object({ expected: z.int(), done: z.int(), due: z.int(), late: z.int() })
    .meta({ examples: [{ expected: 30_000, done: 21_007, due: 310, late: 402 }] })
    .describe('Expectations: all, done, due within 30 minutes and not begun, and late.'),
  observers: z.int().describe('Observers who reported within the last hour.'),
  elsewhere: z
    .int()
    .meta({ examples: [3] })
    .describe('Observers on a shift whose last report came from another station.'),
  flagged: z.int().describe('Current flagged answers.'),
  pace: z
    .array(z.int())
    .meta({ examples: [[12, 15, 9]] })
    .describe(
      'Reports by the time of their last change, in each of sixty clock minutes, earliest first. The last minute is not over.',
    ),
  lastMinute: z.int().describe('Those of the last sixty seconds.'),
  milestones: z.array(
    z.object({ id: id('milestones'), name: z.string().meta({ examples: ['Sosire'] }) }),
  ),
  counties: z
    .array(County)
    .describe('Counties with expectations; those with the highest share late or flagged first.'),
  urgent: z
    .array(UrgentReport.extend({ pollingStationId: id('pollingStations') }))
    .describe('The newest reports with a flagged answer, then those with only a note.'),
})
export type Situation = z.output<typeof Situation>

/** How long an observer on shift sends nothing until they count as silent here. */
export const silentMinutes = 60

/** How many counties the first screen names. */
export const mostCounties = 5

/** What waits for the organisers; each count leads to its list. */
export const Now = z.object({
  silent: z.int().describe('Observers on shift who have sent nothing for an hour.'),
  due: z
    .int()
    .describe('Deadlines within 30 minutes, not begun, one for each assignment and milestone.'),
  late: z.int().describe('Deadlines missed, counted the same way.'),
  unmatched: z.int().describe('Unmatched reports.'),
  differing: z.int().describe('Differences between observers of one station that are not settled.'),
  elsewhere: z.int().describe('Observers who last reported from another station than planned.'),
  nextDueAt: instant
    .nullable()
    .meta({ examples: ['2026-11-22T08:00:00Z'] })
    .describe('When `due` or `late` next changes although no report arrives; null: not any more.'),
  hasCounties: z.boolean().describe('Whether the election has areas, which have figures.'),
  counties: z
    .array(
      z.object({
        id: id('areas'),
        code: z.string().meta({ examples: ['CJ'] }),
        name: z.string().meta({ examples: ['Cluj'] }),
        expected: z.int().describe('What its observers owe.'),
        late: z.int().describe('How much of it is late.'),
        reports: z.int(),
        flagged: z.int().describe('How many of the reports have a flagged answer.'),
      }),
    )
    .describe('Those with the highest share late or flagged, the highest first.'),
})
export type Now = z.output<typeof Now>
export type NowCounty = Now['counties'][number]

export const situation = {
  now: endpoint({
    method: 'GET',
    path: '/api/v1/now',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Answers with what waits for the organisers now',
    description: 'As far as the caller may see it.',
    reply: figures(Now),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/situation',
    access: 'read',
    importance: 'statistics',
    hasFigures: true,
    summary: 'Reads the figures of the election',
    description: 'As of the last commit. Test observers and inactive organisations are left out.',
    reply: figures(Situation),
  }),
}

/** The situation for a wall, without an account. */
export const WallSituation = Situation.extend({
  election: z.string().meta({ examples: ['Alegeri locale'] }),
  timezone,
  urgent: z.array(UrgentReport),
})
export type WallSituation = z.output<typeof WallSituation>

/** Something on the wall has changed. The event has no details. */
export const wallMoved = live({ name: 'wall.moved', payload: z.object({}) })

/** A wall link was made, withdrawn or restored. */
export const wallLinksChanged = live({ name: 'situation.links-changed', payload: z.object({}) })

/** A wall link in the organiser's list. The link itself is shown only once, when it is made. */
export const WallLink = z.object({
  id: id('wallLinks'),
  name: z.string().meta({ examples: ['Sala mare'] }),
  madeAt: instant,
  usedAt: instant.nullable().describe('When a screen last used it, to the minute.'),
})
export type WallLink = z.output<typeof WallLink>

const withLink = {
  access: 'anyone',
  importance: 'anonymous',
  problems: ['thing.not-found'],
} as const

/** The calls of a screen with a wall link, which sends the token from the link. */
export const wall = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/wall',
    ...withLink,
    hasFigures: true,
    summary: 'Reads the figures of the election of a wall link',
    description:
      'Counts only: no names and no text of observers. The token is the part of the link after the #.',
    reply: figures(WallSituation),
  }),
  map: endpoint({
    method: 'GET',
    path: '/api/v1/wall/map',
    ...withLink,
    hasFigures: true,
    summary: 'Reads the shapes of the counties and the figures that colour them',
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

/** The wall links of an election, for those who set it up. */
export const wallLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/wall-link',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Lists the wall links of the election, newest first',
    reply: z.array(WallLink),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Makes a link by which a screen shows the situation without an account',
    description: 'It shows counts of the whole election, until it is withdrawn.',
    body: z.object({ name: filledLine(100).meta({ examples: ['Sala mare'] }) }),
    reply: z.object({
      id: id('wallLinks'),
      link: z
        .string()
        .meta({
          examples: ['https://veghe.example/wall#kq3Vb0t7Zr1mYc8uJd4sXe6wLh2nGf9oTa5iPqRvBxE'],
        })
        .describe(
          'Shown only now. The secret is after the #, which browsers do not send to servers.',
        ),
    }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link/:id/withdraw',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Withdraws a wall link and ends its screens at once',
    ...oneLink,
    reply: z.object({}),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/wall-link/:id/restore',
    access: 'set-up',
    peopleOnly: true,
    summary: 'Restores a withdrawn wall link',
    ...oneLink,
    reply: z.object({}),
  }),
}
