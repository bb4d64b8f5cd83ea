import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** The fields of the filter form. */
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
 * The list's search parameters. The route tree is loaded before the screen, so it does not import the
 * contract.
 */
export const ObserverSearch = z.object({
  name: maybe(ObserverFilters.shape.name),
  phone: maybe(ObserverFilters.shape.phone),
  /** A column of the list; whether it exists is checked when it is used. */
  sort: maybe(filledLine(50)),
  order: maybe(z.enum(['asc', 'desc'])),
  page: maybe(whole(1, largestInteger)),
  /** Only observers who share a phone number. */
  sharing: maybe(isTrue),
  /** Only those who may not be able to sign in. */
  cannotSignIn: maybe(isTrue),
  /** The trash. */
  deleted: maybe(isTrue),
})
export type ObserverSearch = z.output<typeof ObserverSearch>

/** The search parameters of an import. */
export const ImportSearch = z.object({
  /** An import that runs as a task. */
  task: maybe(z.coerce.string().regex(/^\d+$/)),
})
