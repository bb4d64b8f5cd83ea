import { useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { moment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe, useNarrow } from '#kit/web/search.ts'

/** The fields of the filter form. */
export const HistoryFilters = z.object({
  actor: filledLine(200).optional(),
  act: filledLine(100).optional(),
  subject: filledLine(100).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export type HistoryFilters = z.output<typeof HistoryFilters>

const key = maybe(whole(1, largestInteger))

/** The URL's search parameters: the filters, and the one record the list was opened from. */
export const HistorySearch = z.object({
  actor: maybe(HistoryFilters.shape.actor),
  act: maybe(HistoryFilters.shape.act),
  subject: maybe(HistoryFilters.shape.subject),
  from: maybe(HistoryFilters.shape.from),
  to: maybe(HistoryFilters.shape.to),
  subjectId: key,
  observerId: key,
  pollingStationId: key,
  page: key,
})
export type HistorySearch = z.output<typeof HistorySearch>

/** The state in the URL, and how to change it. */
export function useHistorySearch() {
  const search = useSearch({ from: '/signed-in/history' })
  return { search, narrow: useNarrow<HistorySearch>() }
}
