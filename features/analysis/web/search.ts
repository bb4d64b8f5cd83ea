import { useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { id } from '#kit/contract/value/id.ts'
import { maybe } from '#kit/web/search.ts'
import { AnalysisFilter, Dimension } from '../contract.ts'

const filters = AnalysisFilter.shape

/** Which form is open, and which reports count. */
export const AnalysisSearch = z.object({
  form: maybe(id('forms')),
  county: maybe(filters.county),
  ngoId: maybe(filters.ngoId),
  reviewState: maybe(filters.reviewState),
  withOptionId: maybe(filters.withOptionId),
  /** Of a question: by what it is broken down, and for which of its options. */
  by: maybe(Dimension),
  optionId: maybe(filters.withOptionId),
})
export type AnalysisSearch = z.output<typeof AnalysisSearch>

/** The state in the URL. Read here, because the first script does without the words of the filters. */
export const useAnalysisSearch = (): AnalysisSearch =>
  AnalysisSearch.parse(useSearch({ strict: false }))

/** What of it says which reports count. */
export const filterOf = ({
  county,
  ngoId,
  reviewState,
  withOptionId,
}: AnalysisSearch): AnalysisFilter =>
  Object.fromEntries(
    Object.entries({ county, ngoId, reviewState, withOptionId }).filter(
      ([, value]) => value !== undefined,
    ),
  )
