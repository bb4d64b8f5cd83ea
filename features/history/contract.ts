import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line } from '#kit/contract/value/text.ts'

/** How many lines of a list are counted; `to` reaches further back. */
export const mostCounted = 10_000

/** The filters of history. */
export const HistoryFilter = z.object({
  actor: personal(
    line(200)
      .optional()
      .meta({ examples: ['ana'] })
      .describe('Part of an account, or of an observer’s name or phone.'),
  ),
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
    .describe(
      'What was done to this station and reported from it; with `observerId`, what is about their reports from it.',
    ),
  from: moment.optional().describe('No earlier; without a zone, on the election’s own clock.'),
  to: moment.optional().describe('No later; a minute without seconds includes its last second.'),
})
export type HistoryFilter = z.output<typeof HistoryFilter>

export const HistoryQuery = PageQuery.extend(HistoryFilter.shape)
export type HistoryQuery = z.output<typeof HistoryQuery>

/** An act: its actor and subject, and the values before and after. */
export const HistoryLine = z.object({
  id: z.int(),
  at: instant,
  actorRole: z
    .string()
    .meta({ examples: ['organiser'] })
    .describe('`stranger` for a failed sign-in, `server` for what the server does by itself.'),
  actorId: z.int().nullable(),
  actorName: z.string().meta({ examples: ['ana'] }),
  act: z.string().meta({ examples: ['observers.edited'] }),
  subject: z.string().meta({ examples: ['observers'] }),
  subjectId: z.int().nullable(),
  subjectName: z
    .string()
    .nullable()
    .meta({ examples: ['Ioana Pop'] })
    .describe('Its current name; null where it is deleted, or the act has no single subject.'),
  visit: z
    .object({ observerId: id('observers'), pollingStationId: id('pollingStations') })
    .nullable()
    .describe('For acts about a report: its observer and its station.'),
  phone: z
    .string()
    .nullable()
    .meta({ examples: ['0722 000 001'] })
    .describe('For acts about an observer: their phone. Their profile is found by the subject id.'),
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

const EndOfChain = z.object({ position: z.int(), hash })

/** How many links one call returns. */
export const mostLinks = 5000

/** A tampered one may have any length. */
const digest = z.string().nullable()
const written = z.string().nullable()

/**
 * A line as stored in its table, column by column. On the server and in the browser, the verifier computes
 * the sealed bytes from it, and never queries the database that it verifies.
 */
export const RawLine = z
  .tuple([
    z.int(),
    z.int().nullable(),
    written.describe('In UTC, with milliseconds.'),
    z.string(),
    z.int().nullable(),
    z.string(),
    z.string(),
    z.string(),
    z.int().nullable(),
    written,
    written,
    written,
    digest,
    digest,
  ])
  .readonly()
  .meta({
    examples: [
      [
        ...[1, null, '2026-11-22T09:00:00.000Z', 'organiser', 1, 'ana', 'session.begun'],
        ...['organiser', 1, null, null, '0c5f7a4e-6d1b-4c58-9a35-2f8e1d7b9c40', null, null],
      ],
    ],
  })
  .describe(
    'id, election_id, at, actor_role, actor_id, actor_name, act, subject, subject_id, before and after as text, salt, name_digest, content_digest.',
  )
export type RawLine = z.output<typeof RawLine>

/** A seal, and the line that it seals; either may be missing. */
export const ChainLink = z.object({
  historyId: z.int(),
  position: z.int().nullable(),
  hash: digest,
  line: RawLine.nullable(),
})
export type ChainLink = z.output<typeof ChainLink>

/** What can be wrong with a link. */
export const linkFaults = ['altered', 'removed', 'inserted', 'reordered', 'erased'] as const

/** The first link that does not fit. */
export const BrokenLink = z.object({
  position: z.int().describe('Its place in the chain, counted from 1.'),
  historyId: z.int().nullable().describe('The line; null where both line and seal are gone.'),
  fault: z.enum(linkFaults).meta({ examples: ['altered'] }),
})
export type BrokenLink = z.output<typeof BrokenLink>

const faults = z.array(z.string().meta({ examples: ['link 12 is broken: line 14 was altered'] }))

/** The findings of a full proof, in words: the first of each kind. */
export const ProofFindings = z.object({
  chain: faults,
  structure: faults.describe('What acts in the database and is of no migration.'),
  rows: faults.describe('Rows that are not what history says, in the order of stations.'),
  counts: faults,
  skipped: faults.describe('What was not looked at, and why.'),
})
export type ProofFindings = z.output<typeof ProofFindings>

/** One run of the full proof. */
export const ProofRun = z.object({
  askedBy: z
    .string()
    .nullable()
    .meta({ examples: ['ana'] })
    .describe('Null: it was time, by night.'),
  state: z.enum(['running', 'done']).meta({ examples: ['done'] }),
  beganAt: instant,
  at: instant.describe('When it ended, or was last heard of.'),
  stage: z.enum(['chain', 'reports', 'counts']).meta({ examples: ['reports'] }),
  done: z.int(),
  total: z.int().describe('0 where it is not known.'),
  position: z.int().nullable().describe('Up to which link of the chain.'),
  compared: z.int().nullable().describe('With how many rows history was compared.'),
  faults: z.int().nullable(),
  findings: ProofFindings.nullable(),
})
export type ProofRun = z.output<typeof ProofRun>

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
      refused: z
        .object({ since: instant, remembered: EndOfChain, found: EndOfChain.nullable() })
        .nullable()
        .describe(
          'Why nothing is sealed any more: the chain does not hold a head that was there before.',
        ),
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
  links: endpoint({
    method: 'GET',
    path: '/api/v1/history/links',
    access: 'set-up',
    summary: 'Hands out links of the chain: lines as they lie in their table, and their seals',
    description: `The client recomputes the seals and compares them (docs/history.md has the exact bytes), as the page does in the browser. Begins after the line \`after\`; at most ${mostLinks} at a time, until \`isEnd\`.`,
    query: z.object({ after: whole(0, largestId).default(0) }),
    reply: z.object({
      links: z.array(ChainLink),
      isEnd: z.boolean(),
      erasedUnsaid: z
        .int()
        .nullable()
        .describe(
          'At the end: a line of the first election from which more was erased than the acts of erasure say.',
        ),
    }),
  }),
  proofs: endpoint({
    method: 'GET',
    path: '/api/v1/history/proof',
    access: 'set-up',
    summary: 'Says when everything was last proved that history can prove, and what came of it',
    description:
      'Each night, and on request: the chain, what acts in the database, what every report said against what is stored, and all counts.',
    reply: z.object({
      running: ProofRun.nullable(),
      last: ProofRun.nullable(),
      failedAt: instant.nullable().describe('When one since the last did not come to its end.'),
    }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/v1/history/proof',
    access: 'set-up',
    summary: 'Begins to prove everything that history can prove, unless it is being done',
    reply: z.object({ isBegun: z.boolean() }),
  }),
  stopProving: endpoint({
    method: 'DELETE',
    path: '/api/v1/history/proof',
    access: 'set-up',
    summary: 'Stops what is being proved, if anything is',
    reply: z.object({ isStopped: z.boolean() }),
  }),
}
