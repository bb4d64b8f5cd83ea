import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { moment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** What the filter form asks for. */
export const HistoryFilters = z.object({
  actor: filledLine(200).optional(),
  act: filledLine(100).optional(),
  subject: filledLine(100).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export type HistoryFilters = z.output<typeof HistoryFilters>

const key = maybe(whole(1, largestInteger))

/** What stands in the address: the filters, and the one record that a link led here from. */
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

/** How many of the form's filters the address holds. */
export const countFilters = (search: HistorySearch): number =>
  Object.keys(HistoryFilters.shape).filter(
    (name) => search[name as keyof HistoryFilters] !== undefined,
  ).length

/** What the address says, and how to go to another one. */
export function useHistorySearch() {
  const search = useSearch({ from: '/signed-in/settings/history' })
  const navigate = useNavigate()
  const go = (next: HistorySearch) => navigate({ to: '/settings/history', search: next })
  return { search, go }
}
