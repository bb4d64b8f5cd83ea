import * as z from 'zod'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** What narrows the list of counties. */
export const CountySearch = z.object({ filter: maybe(filledLine(256)) })
export type CountySearch = z.output<typeof CountySearch>

/** What narrows the stations of a county: in which of its municipalities they lie, how their numbers begin. */
export const StationSearch = z.object({
  municipality: maybe(z.string().regex(/^\d{1,9}$/)),
  station: maybe(z.string().regex(/^\d{1,9}$/)),
})
export type StationSearch = z.output<typeof StationSearch>

export const ImportSearch = z.object({
  /** Without it: the counties. */
  what: maybe(z.literal('stations')),
  /** An import that goes on by itself. */
  task: maybe(z.string().regex(/^\d{1,9}$/)),
})
export type ImportSearch = z.output<typeof ImportSearch>
