import * as z from 'zod'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { maybe } from '#kit/web/search.ts'

const id = maybe(z.string().regex(/^\d{1,9}$/))

/** The filter of all figures. */
export const FiguresSearch = z.object({ reviewState: maybe(VerifiedOnly.shape.reviewState) })

/** The filters of coverage and participation. */
export const CoverageSearch = FiguresSearch.extend({ areaId: id, ngoId: id, milestoneId: id })
export type CoverageSearch = z.output<typeof CoverageSearch>
