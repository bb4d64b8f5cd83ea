import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** What the filter form asks for. */
export const ObserverFilters = z.object({
  name: filledLine(200).optional(),
  phone: filledLine(50).optional(),
})
export type ObserverFilters = z.output<typeof ObserverFilters>

const isTrue = z.coerce
  .string()
  .pipe(z.literal('true'))
  .transform(() => true as const)

/**
 * What stands in the list's address. The site map reads it before the screen is there, so it knows
 * nothing of the contract.
 */
export const ObserverSearch = z.object({
  name: maybe(ObserverFilters.shape.name),
  phone: maybe(ObserverFilters.shape.phone),
  /** A column of the list; whether there is such a one is seen when it is asked for. */
  sort: maybe(filledLine(50)),
  order: maybe(z.enum(['asc', 'desc'])),
  page: maybe(whole(1, largestInteger)),
  /** Only those who have one number with somebody else. */
  sharing: maybe(isTrue),
  /** The trash. */
  deleted: maybe(isTrue),
})
export type ObserverSearch = z.output<typeof ObserverSearch>

/** What stands in the address of an import. */
export const ImportSearch = z.object({
  /** One that was left to be done. */
  task: maybe(z.coerce.string().regex(/^\d+$/)),
})
