import * as z from 'zod'
import { maybe } from '#kit/web/search.ts'

/** How a station is doing, in the order of the digits that say so. */
export const stationStates = ['uncovered', 'awaited', 'visited', 'late', 'flagged'] as const
export type StationState = (typeof stationStates)[number]

/** What the map is coloured by, the county or the station it shows, and whether a phone shows the table instead. */
export const MapSearch = z.object({
  figure: maybe(z.string()),
  county: maybe(z.string().regex(/^\d{1,9}$/)),
  station: maybe(z.string().regex(/^\d{1,9}$/)),
  /** Of the stations of the county, those in a municipality. */
  municipality: maybe(z.string().regex(/^\d{1,9}$/)),
  /** Of them those that are doing so. */
  state: maybe(z.enum(stationStates)),
  view: maybe(z.literal('table')),
  /** The table of a county: its municipalities rather than its stations. */
  list: maybe(z.literal('municipalities')),
})
export type MapSearch = z.output<typeof MapSearch>

/** Without what belongs to one county. */
export const wholeMap: MapSearch = {
  county: undefined,
  municipality: undefined,
  station: undefined,
  state: undefined,
  list: undefined,
}
