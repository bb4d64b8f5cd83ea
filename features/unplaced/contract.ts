import * as z from 'zod'
import { StationAddress } from '#features/places/address-contract.ts'
import { UnplacedKind, UnplacedReason } from '#features/visits/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** An unplaced item exactly as it was sent, with its outcome. */
export const Unplaced = z.object({
  id: id('unplaced'),
  kind: UnplacedKind,
  reason: UnplacedReason,
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhoneNumber: z.string().meta({ examples: ['0722 000 001'] }),
  sent: z
    .record(z.string(), z.unknown())
    .meta({
      examples: [
        {
          countyCode: 'CJ',
          pollingStationNumber: 9999,
          questionId: 12,
          options: [{ optionId: 34 }],
        },
      ],
    })
    .describe('As the phone sent it, with the field names of its call.'),
  formVersion: z
    .int()
    .nullable()
    .describe('Of an answer: the form version that the phone showed, if known.'),
  receivedAt: instant,
  saidAt: instant.describe('When it was last sent: a retry counts, too.'),
  alike: z.int().describe('How many items in the list name the same station, including this one.'),
  placedAt: instant.nullable(),
  dismissedAt: instant.nullable(),
  supersededAt: instant
    .nullable()
    .describe('When it was placed without anything of it being used: `superseded` says why.'),
  superseded: z
    .array(
      z.object({
        what: z
          .string()
          .meta({ examples: ['observerArrivalTime'] })
          .describe('The fact of station info by its wire name; `answer` for an answer.'),
        saidAt: instant,
      }),
    )
    .describe(
      'The parts that were not used, because the observer has reported them again since, and when.',
    ),
  settledBy: z.string().nullable().describe('The account that placed or dismissed it.'),
  isUndoable: z
    .boolean()
    .describe(
      'Whether the caller can undo its placing. Placings from before version 0.2 cannot be undone, nor reports that name a county that the caller does not see.',
    ),
  pollingStationId: id('pollingStations').nullable().describe('The station where it was placed.'),
  pollingStationName: z.string().nullable(),
})
export type Unplaced = z.output<typeof Unplaced>

export const UnplacedQuery = PageQuery.extend({
  state: z.enum(['open', 'placed', 'superseded', 'dismissed']).default('open'),
})
export type UnplacedQuery = z.output<typeof UnplacedQuery>

/** The place of a report; an absent field stays as the phone sent it. */
export const Placing = z
  .object({
    pollingStationId: id('pollingStations').optional(),
    station: StationAddress.optional().describe('The same, as phones name a station.'),
    optionId: id('options')
      .optional()
      .describe('Replaces options that do not exist, or several options of a single choice.'),
    alike: flag
      .default(false)
      .describe(
        'Also places all reports that name the same unknown station. If the report came after the election was archived, also all others that did, each at the station it names.',
      ),
  })
  .refine(({ pollingStationId, station }) => !pollingStationId || !station, {
    path: ['station'],
    message: 'Is named twice',
  })
  .refine(({ alike, optionId }) => !alike || !optionId, {
    path: ['optionId'],
    message: 'Belongs to one report alone',
  })
  .meta({ examples: [{ pollingStationId: 12 }] })
export type Placing = z.output<typeof Placing>

/** A part that undoing keeps, because its observer has reported it there since. */
const Kept = z.object({
  unplacedId: id('unplaced'),
  what: z
    .string()
    .meta({ examples: ['answer'] })
    .describe('As in `superseded`; `note` for a note.'),
  saidAt: instant.describe('When it was reported again.'),
})
export type Kept = z.output<typeof Kept>

const one = { access: 'review', params: z.object({ id: id('unplaced') }) } as const

export const unplaced = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/unplaced',
    access: 'read',
    summary: 'Lists unmatched reports, newest first',
    description:
      'They name a station or an option that does not exist, or came after the election was archived, and are shown exactly as they were sent. `state` also lists placed, dismissed and superseded ones.',
    query: UnplacedQuery,
    reply: page(Unplaced),
  }),
  place: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/place',
    summary: 'Places a report as if its observer had sent it there',
    description:
      'It counts from when it was last sent: later answers and facts of the observer are kept. A report without any part in use is superseded instead of placed, and says by what. With `alike`, at most 500 are placed in one call, each in its own transaction; `left` says how many are still open, because they do not fit or were too many.',
    body: Placing,
    reply: z.object({
      placed: z.int(),
      left: z.int(),
      superseded: z.int().optional().describe('How many were superseded; absent when none was.'),
      placingId: id('placings').describe('The act, for undoing all of it.'),
    }),
    problems: ['thing.not-found', 'unplaced.settled', 'unplaced.has-no-place'],
  }),
  unplace: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/unplace',
    summary: 'Undoes the placing of a report',
    description:
      'The report is open again, and its changes at the station are undone. Parts that its observer has reported there since stay, and `kept` names them. A visit that it created and that holds nothing else is deleted.',
    reply: z.object({ kept: z.array(Kept) }),
    problems: ['thing.not-found', 'unplaced.not-placed', 'unplaced.stays-placed'],
  }),
  undoPlacing: endpoint({
    access: 'review',
    method: 'POST',
    path: '/api/v1/unplaced/placings/:id/undo',
    summary: 'Undoes all placings of one act',
    description:
      'Each separately, as `unplace` does. Reports that were superseded in this act are open again, too. Reports that were dismissed or placed again since are left alone.',
    params: z.object({ id: id('placings') }),
    reply: z.object({
      undone: z.int(),
      kept: z.array(Kept),
      left: z
        .int()
        .describe('How many stay placed, because they name a county that the caller does not see.'),
    }),
    problems: ['unplaced.not-placed'],
  }),
  dismiss: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/dismiss',
    summary: 'Dismisses an unmatched report',
    reply: z.object({}),
    problems: ['thing.not-found', 'unplaced.settled'],
  }),
  restore: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/restore',
    summary: 'Reopens a dismissed or superseded report',
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
