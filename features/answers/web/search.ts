import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { moment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** What the filter form asks for. */
export const AnswerFilters = z.object({
  county: filledLine(256).optional(),
  pollingStationNumber: whole(0, 999_999_999).optional(),
  observerPhoneNumber: filledLine(50).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export type AnswerFilters = z.output<typeof AnswerFilters>

/** What stands in the address, so that it survives a reload and can be passed on. */
export const AnswerSearch = z.object({
  county: maybe(AnswerFilters.shape.county),
  pollingStationNumber: maybe(AnswerFilters.shape.pollingStationNumber),
  observerPhoneNumber: maybe(AnswerFilters.shape.observerPhoneNumber),
  from: maybe(AnswerFilters.shape.from),
  to: maybe(AnswerFilters.shape.to),
  urgente: maybe(
    z.coerce
      .string()
      .pipe(z.literal('true'))
      .transform(() => true as const),
  ),
  page: maybe(whole(1, largestInteger)),
  pageSize: maybe(whole(1, 1000)),
  /** The open tab of the report: a form's id, or its notes. */
  tab: maybe(z.string().regex(/^(\d+|notes)$/)),
})
export type AnswerSearch = z.output<typeof AnswerSearch>

export type ThreadKey = { readonly observerId: string; readonly pollingStationId: string }

/** What the address says: which list, narrowed how, and which report is open beside it. */
export function useReview() {
  const search = useSearch({ from: '/signed-in/review' })
  const isUnderUrgents = useLocation({ select: ({ pathname }) => pathname.startsWith('/urgents/') })
  const { observerId, pollingStationId } = useParams({ strict: false })
  const open = observerId && pollingStationId ? { observerId, pollingStationId } : undefined
  return { search, isUrgent: isUnderUrgents || search.urgente === true, open }
}

/** The filters alone, those that are in use. */
export function filtersOf({
  county,
  pollingStationNumber,
  observerPhoneNumber,
  from,
  to,
}: AnswerFilters) {
  const all = { county, pollingStationNumber, observerPhoneNumber, from, to }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as AnswerFilters
}

/** What stays in the address when a report is opened: its own path says which list it is of. */
export const besideThread = ({ urgente: _, tab: __, ...rest }: AnswerSearch) => rest

/** The address of a report in its list. */
export const threadPath = (isUrgent: boolean) =>
  isUrgent
    ? '/urgents/details/$observerId/$pollingStationId'
    : '/answers/details/$observerId/$pollingStationId'
