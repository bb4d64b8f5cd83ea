import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

const id = maybe(z.string().regex(/^\d{1,9}$/))

/** The filters of the plan in the URL. The contract is loaded with the page. */
export const PlanSearch = z.object({
  areaId: id,
  stationId: id,
  observerId: id,
  ngoId: id,
  /** The open tab: by default the assignments. */
  list: maybe(z.enum(['areas', 'uncovered', 'unassigned'])),
  conflict: maybe(z.literal('two-places')),
  name: maybe(filledLine(200)),
  page: maybe(whole(1, largestInteger)),
  /** The pages of uncovered stations and of unassigned observers. */
  uncoveredPage: maybe(whole(1, largestInteger)),
  unassignedPage: maybe(whole(1, largestInteger)),
})
export type PlanSearch = z.output<typeof PlanSearch>

/** The search parameters of an import of the plan. */
export const ImportSearch = z.object({
  /** An import that runs as a task. */
  task: maybe(z.string().regex(/^\d{1,9}$/)),
})
