import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { ReviewFilter } from '#features/reviews/review-contract.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { moment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { eachMaybe, maybe } from '#kit/web/search.ts'

/** The fields of the filter form. */
export const AnswerFilters = z
  .object({
    county: filledLine(256),
    pollingStationNumber: whole(0, 999_999_999),
    observerPhoneNumber: filledLine(50),
    observerName: filledLine(200),
    areaId: id('areas'),
    from: moment,
    to: moment,
    withNotes: flag,
    withPhotographs: flag,
    failed: flag,
    fileMissing: flag,
    ngoId: id('ngos'),
    optionId: id('options'),
    optionValue: filledLine(50),
    answeredHour: moment,
    withOptionId: id('options'),
    ...ReviewFilter.shape,
  })
  .partial()
export type AnswerFilters = z.output<typeof AnswerFilters>

/** The URL's search parameters, which survive a reload and can be passed on. */
export const AnswerSearch = z.object({
  ...eachMaybe(AnswerFilters.shape),
  urgente: maybe(
    z.coerce
      .string()
      .pipe(z.literal('true'))
      .transform(() => true as const),
  ),
  /** Only what the reader has not opened since it changed. */
  unseen: maybe(flag),
  page: maybe(whole(1, largestInteger)),
  pageSize: maybe(whole(1, 1000)),
  /** The open tab of the report: a form's id, or its notes. */
  tab: maybe(z.string().regex(/^(\d+|notes)$/)),
})
export type AnswerSearch = z.output<typeof AnswerSearch>

/** Whether reports leave the list by what its reader does: one that is read, or is given another state. */
export const doReportsLeave = ({
  unseen,
  reviewState,
  assigned,
  assignee,
}: AnswerSearch): boolean =>
  unseen === true || [reviewState, assigned, assignee].some((value) => value !== undefined)

export type ThreadKey = { readonly observerId: string; readonly pollingStationId: string }

/** The state in the URL: which list, with which filters, and which report is open beside it. */
export function useReview() {
  const search = useSearch({ from: '/signed-in/review' })
  const isUnderUrgents = useLocation({ select: ({ pathname }) => pathname.startsWith('/urgents/') })
  const { observerId, pollingStationId } = useParams({ strict: false })
  const open = observerId && pollingStationId ? { observerId, pollingStationId } : undefined
  return { search, isUrgent: isUnderUrgents || search.urgente === true, open }
}

/** The active filters alone. */
export const filtersOf = (search: AnswerFilters) =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => name in AnswerFilters.shape && value !== undefined,
    ),
  ) as AnswerFilters

/** Which of the lists of reports, as the server is asked for it. */
export const listQuery = ({ unseen }: AnswerSearch, isUrgent: boolean) => ({
  ...(isUrgent && { urgent: true }),
  ...(unseen && { unseen: true }),
})

const which = ({ urgente, unseen, withNotes }: AnswerSearch, isUnderUrgents: boolean) => {
  if (!isUnderUrgents && urgente !== true) return withNotes ? ('notes' as const) : ('all' as const)
  return unseen ? ('unseen' as const) : ('urgent' as const)
}

/** Which of the lists of reports an address shows, with the filters that the others keep; elsewhere none. */
export function reportsShown(pathname: string, search: Readonly<Record<string, unknown>>) {
  if (!/^\/(answers|urgents)/.test(pathname)) return { shown: undefined, filters: {} }
  const known = AnswerSearch.parse(search)
  const { page: _, unseen: __, withNotes: ___, ...filters } = besideThread(known)
  return { shown: which(known, pathname.startsWith('/urgents/')), filters }
}

/** The parameters that stay in the URL when a report is opened: its own path says which list it belongs to. */
export const besideThread = ({ urgente: _, tab: __, ...rest }: AnswerSearch) => rest

/** The path of a report in its list. */
export const threadPath = (isUrgent: boolean) =>
  isUrgent
    ? '/urgents/details/$observerId/$pollingStationId'
    : '/answers/details/$observerId/$pollingStationId'
