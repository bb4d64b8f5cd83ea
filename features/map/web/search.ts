import * as z from 'zod'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { maybe } from '#kit/web/search.ts'

/** The states of a station, in the order of their digits. */
export const stationStates = ['uncovered', 'awaited', 'visited', 'late', 'flagged'] as const
export type StationState = (typeof stationStates)[number]

/** The coloured figure, the county or station shown, and whether a phone shows the table instead of the map. */
export const MapSearch = z.object({
  figure: maybe(z.string()),
  reviewState: maybe(VerifiedOnly.shape.reviewState),
  county: maybe(z.string().regex(/^\d{1,9}$/)),
  station: maybe(z.string().regex(/^\d{1,9}$/)),
  /** Filters the county's stations by municipality. */
  municipality: maybe(z.string().regex(/^\d{1,9}$/)),
  /** Filters these stations by state. */
  state: maybe(z.enum(stationStates)),
  view: maybe(z.literal('table')),
  /** The county's table lists municipalities instead of stations. */
  list: maybe(z.literal('municipalities')),
})
export type MapSearch = z.output<typeof MapSearch>

/** Clears the parameters that belong to one county. */
export const wholeMap: MapSearch = {
  county: undefined,
  municipality: undefined,
  station: undefined,
  state: undefined,
  list: undefined,
}
