import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, largestInteger, whole } from '#kit/contract/id.ts'
import { instant, moment } from '#kit/contract/instant.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { line } from '#kit/contract/text.ts'

/** How many lines of a list are counted; further back one gets by `to`. */
export const mostCounted = 10_000

/** What history can be narrowed by. */
export const HistoryFilter = z.object({
  actor: line(200)
    .optional()
    .meta({ examples: ['ana'] })
    .describe('Part of an account, or of an observer’s name or phone.'),
  act: line(100)
    .optional()
    .meta({ examples: ['observers.edited'] }),
  subject: line(100)
    .optional()
    .meta({ examples: ['observers'] }),
  subjectId: whole(1, largestInteger).optional(),
  observerId: id('observers')
    .optional()
    .describe('What this observer did, and what was done to them.'),
  pollingStationId: id('pollingStations')
    .optional()
    .describe('With `observerId`: what is about their reports from this station.'),
  from: moment.optional().describe('No earlier; without a zone, on the election’s own clock.'),
  to: moment.optional().describe('No later.'),
})
export type HistoryFilter = z.output<typeof HistoryFilter>

export const HistoryQuery = PageQuery.extend(HistoryFilter.shape)
export type HistoryQuery = z.output<typeof HistoryQuery>

/** Who did what to what, and what was before and after. */
export const HistoryLine = z.object({
  id: z.int(),
  at: instant,
  actorRole: z
    .string()
    .meta({ examples: ['organiser'] })
    .describe('`stranger` where somebody could not sign in, `server` for what nobody asked for.'),
  actorId: z.int().nullable(),
  actorName: z.string().meta({ examples: ['ana'] }),
  act: z.string().meta({ examples: ['observers.edited'] }),
  subject: z.string().meta({ examples: ['observers'] }),
  subjectId: z.int().nullable(),
  subjectName: z
    .string()
    .nullable()
    .meta({ examples: ['Ioana Pop'] })
    .describe('As it is called today; null where it is gone, or there is no one thing.'),
  visit: z
    .object({ observerId: id('observers'), pollingStationId: id('pollingStations') })
    .nullable()
    .describe('Of what was reported from a station: by whom, and from which.'),
  phone: z
    .string()
    .nullable()
    .meta({ examples: ['0722 000 001'] })
    .describe('Of an observer, under which their profile stands.'),
  before: z.unknown().meta({ examples: [{ name: 'Ioana Pop' }] }),
  after: z.unknown().meta({ examples: [{ name: 'Ioana Popescu' }] }),
  position: z.int().nullable().describe('Its place in the chain; null until it is sealed.'),
})
export type HistoryLine = z.output<typeof HistoryLine>

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

/** Where the chain ends. */
export const ChainHead = z.object({ position: z.int(), hash, sealedAt: instant })
export type ChainHead = z.output<typeof ChainHead>

/** What can be wrong with a link. */
export const linkFaults = ['altered', 'removed', 'inserted', 'reordered', 'erased'] as const

/** The first link that does not fit. */
export const BrokenLink = z.object({
  position: z.int().describe('Its place in the chain, counted from 1.'),
  historyId: z.int().nullable().describe('The line; null where both line and seal are gone.'),
  fault: z.enum(linkFaults).meta({ examples: ['altered'] }),
})
export type BrokenLink = z.output<typeof BrokenLink>

const largestId = 999_999_999_999_999

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/history',
    access: 'history',
    summary: 'Lists who did what to what in the current election, the newest first',
    description: `An organiser reads all of it; an organisation’s administrator what its own people and observers did, and what was done to them. At most ${mostCounted} lines are counted and can be paged through: to read further back, say \`to\`.`,
    query: HistoryQuery,
    reply: page(HistoryLine),
  }),
  head: endpoint({
    method: 'GET',
    path: '/api/v1/history/head',
    access: 'history',
    summary: 'Says where the chain ends that seals history',
    description: 'Null fields of a chain that has no link yet; `waiting` counts at most 10000.',
    reply: z.object({
      head: ChainHead.nullable(),
      waiting: z.int().describe('Lines that are not sealed yet.'),
    }),
  }),
  headFile: endpoint({
    method: 'GET',
    path: '/api/v1/history/head/file',
    access: 'history',
    summary: 'Downloads where the chain ends, to be kept elsewhere and compared later',
    reply: { streams: 'file', mediaType: 'application/json' },
    problems: ['thing.not-found'],
  }),
  prove: endpoint({
    method: 'GET',
    path: '/api/v1/history/proof',
    access: 'set-up',
    summary: 'Makes some links of the chain again, and says whether they fit',
    description:
      'Begins after the link that `historyId`, `position` and `hash` name, or at the first; goes through at most 20000. Called again with what it answers, until `isEnd` or `broken`, it goes through the whole chain.',
    query: z.object({
      historyId: whole(0, largestId).default(0),
      position: whole(0, largestId).default(0),
      hash: hash.optional(),
    }),
    reply: z.object({
      historyId: z.int(),
      position: z.int().describe('How many links fit, from the first.'),
      hash,
      broken: BrokenLink.nullable(),
      isEnd: z.boolean(),
    }),
  }),
}
