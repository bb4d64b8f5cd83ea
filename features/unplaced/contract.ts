import * as z from 'zod'
import { StationAddress } from '#features/places/contract.ts'
import { UnplacedKind, UnplacedReason } from '#features/visits/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** An unplaced item, word for word, and what became of it. */
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
    .describe('As the phone sent it: the names are those of its call.'),
  formVersion: z
    .int()
    .nullable()
    .describe('Of an answer, the version of its form that the phone showed, where that is known.'),
  receivedAt: instant,
  saidAt: instant.describe('When it was last said: a phone that sends again says it again.'),
  alike: z.int().describe('How many in the list name the same station, this one included.'),
  placedAt: instant.nullable(),
  dismissedAt: instant.nullable(),
  supersededAt: instant
    .nullable()
    .describe('It was given a place, and nothing of it was taken: `superseded` says why.'),
  superseded: z
    .array(
      z.object({
        what: z
          .string()
          .meta({ examples: ['observerArrivalTime'] })
          .describe('The fact of the station by its name on the wire; `answer` for an answer.'),
        saidAt: instant,
      }),
    )
    .describe('What was not taken there, because its observer has said it since, and when.'),
  settledBy: z.string().nullable().describe('The account that did any of these.'),
  isUndoable: z
    .boolean()
    .describe(
      'Whether the caller can undo that it was placed: not what was placed before version 0.2, nor what names a county that they do not see.',
    ),
  pollingStationId: id('pollingStations').nullable().describe('The place that it was given.'),
  pollingStationName: z.string().nullable(),
})
export type Unplaced = z.output<typeof Unplaced>

export const UnplacedQuery = PageQuery.extend({
  state: z.enum(['open', 'placed', 'superseded', 'dismissed']).default('open'),
})
export type UnplacedQuery = z.output<typeof UnplacedQuery>

/** The place a report lacked; what is left out stays as the phone sent it. */
export const Placing = z
  .object({
    pollingStationId: id('pollingStations').optional(),
    station: StationAddress.optional().describe('The same, as phones name a station.'),
    optionId: id('options')
      .optional()
      .describe(
        'In place of the options that do not exist, or of several where one may be chosen.',
      ),
    alike: flag
      .default(false)
      .describe(
        'Along with all that name the same station, which does not exist; or, of what came after the election was archived, along with all of that, each where it was sent.',
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

/** What undoing leaves where it is, because its observer has said it there since. */
const Kept = z.object({
  unplacedId: id('unplaced'),
  what: z
    .string()
    .meta({ examples: ['answer'] })
    .describe('As in `superseded`; `note` for a note.'),
  saidAt: instant.describe('When that was said.'),
})
export type Kept = z.output<typeof Kept>

const one = { access: 'review', params: z.object({ id: id('unplaced') }) } as const

export const unplaced = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/unplaced',
    access: 'read',
    summary: 'Lists what phones sent and what has no place yet, newest first',
    description:
      'Word for word, because it names a station or an option that does not exist. What was placed, dismissed or superseded by what its observer said since is listed by `state`.',
    query: UnplacedQuery,
    reply: page(Unplaced),
  }),
  place: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/place',
    summary: 'Gives a report the place it lacked, as if its observer had sent it there',
    description:
      'It counts from the moment it was last said: what the observer said since stands, answer by answer and fact by fact. A report of which nothing is taken is not placed but superseded, and says by what. With `alike`, at most 500 are placed in one call, each by itself; `left` says how many are still open, because they do not fit or were too many.',
    body: Placing,
    reply: z.object({
      placed: z.int(),
      left: z.int(),
      superseded: z
        .int()
        .optional()
        .describe('Of how many nothing was taken; absent when of none.'),
      placingId: id('placings').describe('The act, by which all of it can be undone.'),
    }),
    problems: ['thing.not-found', 'unplaced.settled', 'unplaced.has-no-place'],
  }),
  unplace: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/unplace',
    summary: 'Undoes that a report was given a place',
    description:
      'It is open again, as it was, and what it changed where it was placed is undone. What its observer has said there since stays, and `kept` names it. A visit that it created, and that holds nothing else, is deleted.',
    reply: z.object({ kept: z.array(Kept) }),
    problems: ['thing.not-found', 'unplaced.not-placed', 'unplaced.stays-placed'],
  }),
  undoPlacing: endpoint({
    access: 'review',
    method: 'POST',
    path: '/api/v1/unplaced/placings/:id/undo',
    summary: 'Undoes all that one act placed',
    description:
      'Each by itself, as `unplace` does; what the act gave a place and was superseded there is open again, too. What has been dealt with otherwise since, or was placed again by another act, is left alone.',
    params: z.object({ id: id('placings') }),
    reply: z.object({
      undone: z.int(),
      kept: z.array(Kept),
      left: z.int().describe('How many name a county that the caller does not see, and stay.'),
    }),
    problems: ['unplaced.not-placed'],
  }),
  dismiss: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/dismiss',
    summary: 'Sets a report aside that has no place',
    reply: z.object({}),
    problems: ['thing.not-found', 'unplaced.settled'],
  }),
  restore: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/unplaced/:id/restore',
    summary: 'Brings a report that was dismissed or superseded back among the open ones',
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
