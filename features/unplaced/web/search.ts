import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { maybe } from '#kit/web/search.ts'

/** The list's search parameters; open ones are the default. */
export const UnplacedSearch = z.object({
  state: maybe(z.enum(['placed', 'superseded', 'dismissed'])),
  page: maybe(whole(1, largestInteger)),
})
export type UnplacedSearch = z.output<typeof UnplacedSearch>
