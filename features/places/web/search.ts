import * as z from 'zod'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** The filter of the list of counties. */
export const CountySearch = z.object({ filter: maybe(filledLine(256)) })
export type CountySearch = z.output<typeof CountySearch>

/** The filters of a county's stations: by municipality, and by the beginning of their numbers. */
export const StationSearch = z.object({
  municipality: maybe(z.string().regex(/^\d{1,9}$/)),
  station: maybe(z.string().regex(/^\d{1,9}$/)),
})
export type StationSearch = z.output<typeof StationSearch>

export const ImportSearch = z.object({
  /** Absent: the counties. */
  what: maybe(z.enum(['stations', 'areas'])),
  /** An import that runs as a task. */
  task: maybe(z.string().regex(/^\d{1,9}$/)),
})
export type ImportSearch = z.output<typeof ImportSearch>
