import * as z from 'zod'
import { StationAddress } from '#features/places/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { withAliases } from '#kit/contract/value/alias.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'

/** A moment a phone sends; an empty text means that it was not set (wire.md 2.4). */
const maybeMoment = z
  .union([z.literal(''), moment])
  .nullish()
  .overwrite((said) => said || null)

const maybeCount = whole(0, largestInteger).nullish()
const maybeFlag = flag.nullish()

/** Facts of a station that generation C's phones send, kept under the names they have there. */
export const StationFacts = z.object({
  numberOfVotersOnTheList: maybeCount,
  numberOfCommissionMembers: maybeCount,
  numberOfFemaleMembers: maybeCount,
  minPresentMembers: maybeCount,
  chairmanPresence: maybeFlag,
  singlePollingStationOrCommission: maybeFlag,
  adequatePollingStationSize: maybeFlag,
})
export type StationFacts = z.output<typeof StationFacts>

/** A station as station info names it: two phones of 2020 send its number under another name. */
const ReportedAddress = StationAddress.extend({
  pollingStationNumber: withAliases(
    StationAddress.shape.pollingStationNumber.describe('`idPollingStation` says the same.'),
    'idPollingStation',
  ),
})

/**
 * What an observer reports of a station on arriving and leaving; each fact is valid until it is reported
 * again.
 */
export const StationInfoDraft = ReportedAddress.extend({
  observerArrivalTime: maybeMoment,
  observerLeaveTime: maybeMoment,
  urbanArea: maybeFlag,
  isPollingStationPresidentFemale: maybeFlag,
  ...StationFacts.shape,
})
export type StationInfoDraft = z.output<typeof StationInfoDraft>

export const Leaving = ReportedAddress.extend({ observerLeaveTime: moment })
export type Leaving = z.output<typeof Leaving>

const maybe = <S extends z.ZodType>(schema: S) => schema.nullable()

/** Station info as staff read it: both generations' fields, null where nothing was said. */
export const StationInfo = z.object({
  lastModified: instant,
  observerArrivalTime: maybe(instant),
  observerLeaveTime: maybe(instant),
  urbanArea: maybe(z.boolean()),
  isPollingStationPresidentFemale: maybe(z.boolean()),
  numberOfVotersOnTheList: maybe(z.int()),
  numberOfCommissionMembers: maybe(z.int()),
  numberOfFemaleMembers: maybe(z.int()),
  minPresentMembers: maybe(z.int()),
  chairmanPresence: maybe(z.boolean()),
  singlePollingStationOrCommission: maybe(z.boolean()),
  adequatePollingStationSize: maybe(z.boolean()),
})
export type StationInfo = z.output<typeof StationInfo>

/** Station info was stored: this observer's facts about this station have changed. */
export const stationInfoReceived = live({
  name: 'visits.reported',
  payload: z.object({ observerId: z.int(), pollingStationId: z.int(), countyId: z.int() }),
})

const stationId = id('pollingStations')

export const visits = {
  report: endpoint({
    method: 'POST',
    path: '/api/v1/polling-station',
    access: 'observer',
    summary: 'Stores what an observer says of a station on arriving',
    description:
      'Each fact replaces what was said of it before; what is not mentioned stays, what is empty is taken back. Station info for a station that does not exist is kept, and staff can read it.',
    body: StationInfoDraft,
    reply: z.object({}),
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/api/v1/polling-station',
    access: 'observer',
    summary: 'Stores when an observer left a station',
    body: Leaving,
    reply: z.object({}),
  }),
  info: endpoint({
    method: 'GET',
    path: '/api/v1/answers/pollingStationInfo',
    access: 'read',
    summary: 'Answers with what an observer said of a station',
    description:
      '204 when the observer said nothing. `pollingStationNumber` carries the station’s *id*, as in the first client; `pollingStationId` says the same.',
    query: z
      .object({
        observerId: id('observers'),
        pollingStationNumber: stationId.optional(),
        pollingStationId: stationId.optional(),
      })
      .refine((asked) => asked.pollingStationNumber ?? asked.pollingStationId, {
        path: ['pollingStationNumber'],
        message: 'Must be a polling station’s id',
      }),
    reply: StationInfo.nullable(),
  }),
}

/** Something a phone sent that cannot be placed yet: what it is, and why. */
export const UnplacedKind = z.enum(['answer', 'note', 'station-info'])
export const UnplacedReason = z.enum([
  'no-such-station',
  'no-such-option',
  'several-single-choices',
  'election-archived',
])
export type UnplacedReason = z.output<typeof UnplacedReason>

/** Something could not be placed, or what became of it has changed. */
export const unplacedChanged = live({ name: 'unplaced.changed', payload: z.object({}) })
