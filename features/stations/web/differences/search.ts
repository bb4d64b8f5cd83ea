import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { maybe } from '#kit/web/search.ts'

const id = maybe(z.string().regex(/^[1-9]\d{0,8}$/))

/** The filters in the URL. The contract, which has the states, is loaded with the page. */
export const DifferencesSearch = z.object({
  state: maybe(z.enum(['open', 'reopened', 'settled', 'all'])),
  areaId: id,
  formId: id,
  questionId: id,
  /** Excluded questions. */
  without: maybe(z.string().regex(/^[1-9]\d{0,8}(\.[1-9]\d{0,8}){0,99}$/)),
  page: maybe(whole(1, largestInteger)),
})
export type DifferencesSearch = z.output<typeof DifferencesSearch>
