import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { flag } from '#kit/contract/value/flag.ts'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { moment } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

/** The fields of the filter form. */
export const AnswerFilters = z.object({
  county: filledLine(256).optional(),
  pollingStationNumber: whole(0, 999_999_999).optional(),
  observerPhoneNumber: filledLine(50).optional(),
  from: moment.optional(),
  to: moment.optional(),
  withNotes: flag.optional(),
  withPhotographs: flag.optional(),
})
export type AnswerFilters = z.output<typeof AnswerFilters>

/** The URL's search parameters, which survive a reload and can be passed on. */
export const AnswerSearch = z.object({
  county: maybe(AnswerFilters.shape.county),
  pollingStationNumber: maybe(AnswerFilters.shape.pollingStationNumber),
  observerPhoneNumber: maybe(AnswerFilters.shape.observerPhoneNumber),
  from: maybe(AnswerFilters.shape.from),
  to: maybe(AnswerFilters.shape.to),
  withNotes: maybe(flag),
  withPhotographs: maybe(flag),
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
export function filtersOf({
  county,
  pollingStationNumber,
  observerPhoneNumber,
  from,
  to,
  withNotes,
  withPhotographs,
}: AnswerFilters) {
  const written = { withNotes, withPhotographs }
  const all = { county, pollingStationNumber, observerPhoneNumber, from, to, ...written }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as AnswerFilters
}

const which = ({ urgente, unseen }: AnswerSearch, isUnderUrgents: boolean) => {
  if (!isUnderUrgents && urgente !== true) return 'all' as const
  return unseen ? ('unseen' as const) : ('urgent' as const)
}

/** Which of the lists of reports an address shows, with the filters it keeps in the others; elsewhere none. */
export function reportsShown(pathname: string, search: Readonly<Record<string, unknown>>) {
  if (!/^\/(answers|urgents)/.test(pathname)) return { shown: undefined, filters: {} }
  const known = AnswerSearch.parse(search)
  const { page: _, unseen: __, ...filters } = besideThread(known)
  return { shown: which(known, pathname.startsWith('/urgents/')), filters }
}

/** The parameters that stay in the URL when a report is opened: its own path says which list it belongs to. */
export const besideThread = ({ urgente: _, tab: __, ...rest }: AnswerSearch) => rest

/** The path of a report in its list. */
export const threadPath = (isUrgent: boolean) =>
  isUrgent
    ? '/urgents/details/$observerId/$pollingStationId'
    : '/answers/details/$observerId/$pollingStationId'
