import * as z from 'zod'
import { StationAddress } from '#features/places/address-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { withAliases } from '#kit/contract/value/alias.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'

/** A time from a phone; an empty text means not set (wire.md 2.4). */
const maybeMoment = z
  .union([z.literal(''), moment])
  .nullish()
  .overwrite((text) => text || null)

const maybeCount = whole(0, largestInteger).nullish()
const maybeFlag = flag.nullish()

/** Facts of a station under the field names of generation C's phones. */
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

/** The address in station info: two phones of 2020 send the number under another name. */
const ReportedAddress = StationAddress.extend({
  pollingStationNumber: withAliases(
    StationAddress.shape.pollingStationNumber.describe('The same as `idPollingStation`.'),
    'idPollingStation',
  ),
})

/** An observer's report on arrival or departure. Each fact is valid until it is reported again. */
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

/** Station info for staff, with both generations' fields; null: not reported. */
export const StationInfo = z.object({
  lastModified: instant,
  clerk: maybe(z.string().meta({ examples: ['ana'] }))
    .default(null)
    .describe('The account that wrote it down then, by telephone; null: the phone sent it.'),
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

/** An observer's facts about a station have changed. */
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
    summary: 'Stores an observer’s station info on arrival',
    description:
      'Each fact replaces its earlier value. An absent fact stays, an empty one is cleared. Station info for an unknown station is kept for staff to place.',
    body: StationInfoDraft,
    reply: z.object({}),
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/api/v1/polling-station',
    access: 'observer',
    summary: 'Stores an observer’s departure from a station',
    body: Leaving,
    reply: z.object({}),
  }),
  info: endpoint({
    method: 'GET',
    path: '/api/v1/answers/pollingStationInfo',
    access: 'read',
    summary: 'Reads an observer’s station info',
    description:
      '204 when the observer sent none. `pollingStationNumber` is the station’s *id*, as in the first client; `pollingStationId` is the same.',
    query: z
      .object({
        observerId: id('observers'),
        pollingStationNumber: stationId.optional(),
        pollingStationId: stationId.optional(),
      })
      .refine((query) => query.pollingStationNumber ?? query.pollingStationId, {
        path: ['pollingStationNumber'],
        message: 'Must be a polling station’s id',
      }),
    reply: StationInfo.nullable(),
  }),
}

export const UnplacedKind = z.enum(['answer', 'note', 'station-info'])
export const UnplacedReason = z.enum([
  'no-such-station',
  'no-such-option',
  'several-single-choices',
  'election-archived',
])
export type UnplacedReason = z.output<typeof UnplacedReason>

/** An unplaced item was added, or its outcome has changed. */
export const unplacedChanged = live({ name: 'unplaced.changed', payload: z.object({}) })
