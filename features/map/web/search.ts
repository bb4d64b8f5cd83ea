import * as z from 'zod'
import { maybe } from '#kit/web/search.ts'

/** What the map is coloured by, the county or the station it shows, and whether a phone shows the table instead. */
export const MapSearch = z.object({
  figure: maybe(z.string()),
  county: maybe(z.string().regex(/^\d{1,9}$/)),
  station: maybe(z.string().regex(/^\d{1,9}$/)),
  view: maybe(z.literal('table')),
})
export type MapSearch = z.output<typeof MapSearch>
