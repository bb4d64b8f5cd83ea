import * as z from 'zod'
import { maybe } from '#kit/web/search.ts'

const id = maybe(z.string().regex(/^\d{1,9}$/))

/** The filters of coverage and participation. */
export const CoverageSearch = z.object({ areaId: id, ngoId: id, milestoneId: id })
export type CoverageSearch = z.output<typeof CoverageSearch>
