import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { partOf } from '#kit/contract/field.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { stationFields } from './fields.ts'
import { doubtCodes } from './whereabouts-domain.ts'

const coordinates = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullable()
  .meta({ examples: [{ latitude: 46.7712, longitude: 23.6236 }] })

/** A station as an organiser types it in. */
export const StationValues = z.object({
  areaId: id('areas').describe('Its municipality, or its county if that has none.'),
  number: whole(0, 999_999_999).meta({ examples: [12] }),
  ...partOf(stationFields, 'typed'),
  coordinates: coordinates.default(null),
})
export type StationValues = z.output<typeof StationValues>

/** The changes of a station; absent fields stay. */
export const StationChange = z
  .object({
    ...StationValues.shape,
    ...partOf(stationFields, 'changed'),
    coordinates,
  })
  .partial()
  .extend(baseRevision)
export type StationChange = z.output<typeof StationChange>

/** Another polling station, by its name. */
const NamedStation = z.object({
  id: id('pollingStations'),
  name: z.string().meta({ examples: ['Alba Aiud 12'] }),
})

export const mergedInto = NamedStation.nullable().describe(
  'The station that its reports are read and counted as of.',
)

/** One station, for its page and for editing. */
export const OneStation = z.object({
  id: id('pollingStations'),
  areaId: id('areas'),
  municipality: z
    .string()
    .meta({ examples: ['Cluj-Napoca'] })
    .describe('Empty where the county is not divided.'),
  countyId: id('areas'),
  county: z.string().meta({ examples: ['Cluj'] }),
  countyCode: z.string().meta({ examples: ['CJ'] }),
  number: z.int(),
  ...partOf(stationFields, 'shown'),
  coordinates,
  closedAt: instant
    .nullable()
    .describe('Since when it is closed: it accepts reports, but no observer is expected there.'),
  mergedInto,
  merged: z.array(NamedStation).describe('The stations merged into it.'),
  ...revisionFields,
})
export type OneStation = z.output<typeof OneStation>

/** Which station another one is merged into, and the revisions that were on screen. */
export const Merging = z.object({
  into: id('pollingStations').describe('The station that represents both from then on.'),
  ...baseRevision,
  intoRevision: baseRevision.revision.describe('The same, of the station it is merged into.'),
})
export type Merging = z.output<typeof Merging>

/** A likely mistake in the coordinates of a station. */
export const StationDoubt = z.object({
  code: z.enum(doubtCodes),
  county: z
    .string()
    .optional()
    .meta({ examples: ['Alba'] })
    .describe('In which county it is instead.'),
  meant: coordinates.unwrap().optional().describe('Where it is then likely meant to be.'),
})

const oneStation = z.object({ id: id('pollingStations') })

/** One polling station at a time; part of `places`. */
export const stationEndpoints = {
  station: endpoint({
    method: 'GET',
    path: '/api/v1/stations/:id',
    access: 'read',
    summary: 'Answers with one polling station',
    params: oneStation,
    reply: OneStation,
    problems: ['thing.not-found'],
  }),
  stationDoubt: endpoint({
    method: 'GET',
    path: '/api/v1/stations/:id/doubt',
    access: 'read',
    summary: 'Checks the coordinates of a polling station for likely mistakes',
    description:
      'They are compared with the outline of its county, and with the other stations there. Null: nothing is known to be wrong.',
    params: oneStation,
    reply: z.object({ doubt: StationDoubt.nullable() }),
    problems: ['thing.not-found'],
  }),
  addStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations',
    access: 'set-up',
    summary: 'Adds a polling station; answers with its id',
    body: StationValues,
    reply: id('pollingStations'),
    problems: ['thing.not-found', 'station.number-taken'],
  }),
  editStation: endpoint({
    method: 'PUT',
    path: '/api/v1/stations/:id',
    access: 'set-up',
    summary: 'Corrects a polling station, or moves it to another municipality or county',
    description:
      'Absent fields stay. Its reports move with it, and are counted at its new place. Later reports under its former number or place are unmatched.',
    params: oneStation,
    body: StationChange,
    reply: z.object({ revision: z.int() }),
    problems: [
      ...(['thing.not-found', 'thing.changed-meanwhile', 'station.number-taken'] as const),
      ...(['station.merged', 'station.stands-for-others'] as const),
    ],
  }),
  closeStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations/:id/close',
    access: 'set-up',
    summary: 'Closes a polling station, which then need not be covered',
    description: 'It still takes reports. Closing it again changes nothing.',
    params: oneStation,
    reply: z.object({}),
    problems: ['thing.not-found', 'station.merged'],
  }),
  reopenStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations/:id/reopen',
    access: 'set-up',
    summary: 'Reopens a polling station that was closed',
    params: oneStation,
    reply: z.object({}),
    problems: ['thing.not-found', 'station.merged'],
  }),
  removeStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations/:id/delete',
    access: 'set-up',
    summary: 'Deletes a polling station without reports',
    description: 'Its county brings it back (`restoreStations`), as it was.',
    params: oneStation,
    reply: z.object({ countyId: id('areas') }),
    problems: [
      ...(['thing.not-found', 'station.has-data', 'place.has-incidents'] as const),
      ...(['station.merged', 'station.stands-for-others'] as const),
    ],
  }),
  mergeStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations/:id/merge',
    access: 'set-up',
    summary: 'Merges a polling station into another one of its county, which then represents both',
    description:
      'Reports are not changed: they are read and counted as of the other. Phones that name the merged one go on. Merging it again changes nothing; parting undoes it.',
    params: oneStation,
    body: Merging,
    reply: z.object({}),
    problems: [
      ...(['thing.not-found', 'thing.changed-meanwhile'] as const),
      ...(['station.merged', 'station.stands-for-others', 'station.other-county'] as const),
    ],
  }),
  partStation: endpoint({
    method: 'POST',
    path: '/api/v1/stations/:id/part',
    access: 'set-up',
    summary: 'Splits a merged polling station from its merge target',
    description: 'Its reports are its own again. Parting it again changes nothing.',
    params: oneStation,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
