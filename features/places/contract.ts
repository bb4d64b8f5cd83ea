import * as z from 'zod'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { partOf } from '#kit/contract/field.ts'
import { live } from '#kit/contract/live.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { withWrappers } from '#kit/contract/value/alias.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'
import { StationPlace } from './address-contract.ts'
import { stationFields } from './fields.ts'
import { importEndpoints } from './import-contract.ts'
import { mergedInto, stationEndpoints } from './station-contract.ts'

/** The outermost areas of generation C's phones. */
export const Province = z.object({
  id: z.int(),
  code: z.string().meta({ examples: ['TR'] }),
  name: z.string().meta({ examples: ['Transilvania'] }),
  order: z.int(),
})
export type Province = z.output<typeof Province>

/** A group of polling stations; the field's word for an area of the county level. */
export const County = z.object({
  id: z.int(),
  code: z.string().meta({ examples: ['CJ'] }),
  provinceCode: z.string().meta({ examples: ['TR'] }),
  name: z.string().meta({ examples: ['Cluj'] }),
  numberOfPollingStations: z.int().meta({ examples: [665] }),
  limit: z
    .int()
    .meta({ examples: [665] })
    .describe('The highest station number.'),
  diaspora: z.boolean(),
  order: z.int(),
})
export type County = z.output<typeof County>

export const Municipality = z.object({
  id: z.int(),
  countyCode: z.string().meta({ examples: ['CJ'] }),
  code: z.string().meta({ examples: ['CJ-N'] }),
  name: z.string().meta({ examples: ['Cluj-Napoca'] }),
  numberOfPollingStations: z.int().meta({ examples: [291] }),
  order: z.int(),
})
export type Municipality = z.output<typeof Municipality>

/** A polling station as the page of its county lists it. */
export const Station = z.object({
  id: z.int(),
  ...StationPlace.omit({ county: true }).shape,
  municipalityId: z.int().nullable(),
  ...partOf(stationFields, 'shown'),
  closedAt: instant.nullable().describe('Since when it is closed.'),
  mergedInto,
})
export type Station = z.output<typeof Station>

const inCounty = { countyId: id('areas'), county: z.string().meta({ examples: ['Cluj'] }) }

/** A municipality found by a search, and where it is. */
export const FoundMunicipality = Municipality.pick({ code: true, name: true }).extend({
  id: id('areas'),
  ...inCounty,
})
export type FoundMunicipality = z.output<typeof FoundMunicipality>

/** A station found by a search. */
export const FoundStation = Station.pick({
  number: true,
  name: true,
  address: true,
  municipality: true,
}).extend({
  id: id('pollingStations'),
  municipalityId: id('areas').nullable(),
  ...inCounty,
})
export type FoundStation = z.output<typeof FoundStation>

/** A county as an organiser types it in. */
export const CountyDraft = z.object({
  name: filledLine(256).meta({ examples: ['Cluj'] }),
  code: filledLine(256).meta({ examples: ['CJ'] }),
  numberOfPollingStations: whole(0, 100_000)
    .optional()
    .meta({ examples: [665] })
    .describe(
      'Stations 1 to this number exist. In a county of municipalities it is theirs to say.',
    ),
  diaspora: flag.default(false),
  provinceCode: line(256)
    .nullish()
    .describe('The area above, if there are any; by default the first.'),
})
export type CountyDraft = z.output<typeof CountyDraft>

/** The changes of a county; absent fields stay. */
export const CountyChange = CountyDraft.omit({ provinceCode: true })
  .extend({ diaspora: flag, ...baseRevision })
  .partial()
export type CountyChange = z.output<typeof CountyChange>

/** A county as its page shows it, for editing. */
export const OneCounty = County.extend({
  ...revisionFields,
  isCounted: z
    .boolean()
    .describe(
      'Whether its count can be changed: its stations are numbered 1 to it, in no area below.',
    ),
  hasAreas: z.boolean().describe('Whether its stations lie in areas below it.'),
})
export type OneCounty = z.output<typeof OneCounty>

const named = z.object({ id: id('areas') })

/** Counties in their new order; the first system's clients wrap them. */
const countyOrder = withWrappers(z.array(named).max(10_000), 'counties.countries', 'counties')

/** One county; wrapped by the same clients. */
const oneCounty = withWrappers(z.object({ id: id('areas') }), 'county.country', 'county')

/** Places have changed. */
export const placesChanged = live({ name: 'places.changed', payload: z.object({}) })

const ofCode = z.object({ code: line(256).meta({ examples: ['CJ'] }) })

export const places = {
  provinces: endpoint({
    method: 'GET',
    path: '/api/v1/province',
    access: 'signed-in',
    summary: 'Lists the provinces, the outermost areas',
    reply: z.array(Province),
  }),
  countiesOfProvince: endpoint({
    method: 'GET',
    path: '/api/v1/province/:code/counties',
    access: 'signed-in',
    summary: 'Lists the counties of a province',
    description: 'An unknown code answers an empty list.',
    params: ofCode,
    reply: z.array(County),
  }),
  municipalitiesOfCounty: endpoint({
    method: 'GET',
    path: '/api/v1/county/:code/municipalities',
    access: 'signed-in',
    summary: 'Lists the municipalities of a county',
    description: 'An unknown code answers an empty list.',
    params: ofCode,
    reply: z.array(Municipality),
  }),
  counties: endpoint({
    method: 'GET',
    path: '/api/v1/county',
    access: 'signed-in',
    summary: 'Lists the counties, with how many polling stations each has',
    reply: z.array(County),
  }),
  countyLimits: endpoint({
    method: 'GET',
    path: '/api/v1/polling-station',
    access: 'signed-in',
    summary: 'Lists the counties under the name that the notification screen asks for',
    description: 'The same list as `GET /api/v1/county`.',
    reply: z.array(County),
  }),
  exportCounties: endpoint({
    method: 'GET',
    path: '/api/v1/county/export',
    access: 'export',
    summary: 'Answers with the counties and their polling stations, as a workbook of two sheets',
    description: 'As CSV, with the counties alone. Either can be imported again.',
    query: Download,
    reply: downloaded,
  }),
  exportStations: endpoint({
    method: 'GET',
    path: '/api/v1/polling-station/export',
    access: 'export',
    summary: 'Answers with the polling stations and their addresses, as a workbook or as CSV',
    description: 'The file can be imported again.',
    query: Download,
    reply: downloaded,
  }),
  ...importEndpoints,
  county: endpoint({
    method: 'GET',
    path: '/api/v1/county/:id',
    access: 'read',
    summary: 'Answers with one county',
    params: named,
    reply: OneCounty,
    problems: ['thing.not-found'],
  }),
  path: endpoint({
    method: 'GET',
    path: '/api/v1/area/:id/path',
    access: 'read',
    summary: 'Names an area of any level and the areas that contain it, from its county inwards',
    description: 'An area above the counties is named alone.',
    params: named,
    reply: z.array(z.object({ id: id('areas'), name: z.string().meta({ examples: ['Cluj'] }) })),
    problems: ['thing.not-found'],
  }),
  stations: endpoint({
    method: 'GET',
    path: '/api/v1/county/:id/stations',
    access: 'read',
    summary: 'Lists the polling stations of a county, by area and number',
    params: named,
    reply: z.array(Station),
    problems: ['thing.not-found'],
  }),
  ...stationEndpoints,
  search: endpoint({
    method: 'GET',
    path: '/api/v1/polling-station/search',
    access: 'read',
    summary: 'Finds municipalities and polling stations by typed text',
    description:
      'Every word is the station’s number, or part of its name, address, municipality or county, or a code; capitals and accents do not matter. The best eight of each.',
    // The search box also takes names and phones of observers.
    query: z.object({ text: personal(filledLine(200).meta({ examples: ['CJ 12'] })) }),
    reply: z.object({
      municipalities: z.array(FoundMunicipality),
      stations: z.array(FoundStation),
    }),
  }),
  addCounty: endpoint({
    method: 'POST',
    path: '/api/v1/county',
    access: 'set-up',
    summary: 'Adds a county and its polling stations; answers with its id',
    body: CountyDraft,
    reply: z.int(),
    problems: ['county.code-taken'],
  }),
  editCounty: endpoint({
    method: 'PUT',
    path: '/api/v1/county/:id',
    access: 'set-up',
    summary: 'Changes a county, or the number of its polling stations',
    description:
      'Absent fields stay. A higher number adds stations; a lower one removes the last ones and returns their ids, for restoring them. The number cannot be changed if stations are not numbered from 1 to their count, or are in areas below the county.',
    params: named,
    body: CountyChange,
    reply: z.object({ takenOut: z.array(id('pollingStations')) }),
    problems: [
      'thing.not-found',
      'thing.changed-meanwhile',
      'county.numbers-differ',
      'county.code-taken',
      'county.stations-have-data',
      'place.has-incidents',
      'county.counts-its-areas',
    ],
  }),
  orderCounties: endpoint({
    method: 'POST',
    path: '/api/v1/county/update-order',
    access: 'set-up',
    summary: 'Puts the counties in order',
    description:
      'Those left out keep theirs, behind. The reply is the whole list, in its new order.',
    body: countyOrder,
    reply: z.array(County),
  }),
  moveCountyToFirst: endpoint({
    method: 'POST',
    path: '/api/v1/county/move-to-first',
    access: 'set-up',
    summary: 'Moves a county to the top of the list; answers with the list in its new order',
    body: oneCounty,
    reply: z.array(County),
    problems: ['thing.not-found'],
  }),
  removeCounty: endpoint({
    method: 'POST',
    path: '/api/v1/county/delete',
    access: 'set-up',
    confirmed: true,
    summary: 'Deletes a county without reports',
    body: oneCounty,
    reply: z.object({}),
    problems: ['thing.not-found', 'county.has-data', 'place.has-incidents'],
  }),
  restoreStations: endpoint({
    method: 'POST',
    path: '/api/v1/county/:id/stations/restore',
    access: 'set-up',
    summary: 'Brings stations back that a lower number took out of a county',
    description: 'As they were, under the ids they had; answers with how many.',
    params: named,
    body: z.object({ stationIds: z.array(id('pollingStations')).min(1).max(100_000) }),
    reply: z.int(),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  listDeletedStations: endpoint({
    method: 'GET',
    path: '/api/v1/county/:id/stations/deleted',
    access: 'set-up',
    summary: 'Lists the deleted stations of a county: at most 200, the latest first',
    params: named,
    reply: z
      .array(z.object({ id: id('pollingStations'), number: z.int(), name: z.string() }))
      .meta({ examples: [[{ id: 12, number: 1, name: 'Școala Gimnazială' }]] }),
  }),
  listDeletedCounties: endpoint({
    method: 'GET',
    path: '/api/v1/county/deleted',
    access: 'set-up',
    summary: 'Lists the deleted counties, the latest first',
    reply: z
      .array(z.object({ id: id('areas'), name: z.string(), code: z.string() }))
      .meta({ examples: [[{ id: 12, name: 'Alba', code: 'AB' }]] }),
  }),
  restoreCounty: endpoint({
    method: 'POST',
    path: '/api/v1/county/restore',
    access: 'set-up',
    summary: 'Brings a deleted county back with its areas and stations, as it was',
    body: named,
    reply: z.object({}),
    problems: ['thing.not-found', 'county.code-taken'],
  }),
}
