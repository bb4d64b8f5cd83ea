import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { elections } from '#features/elections/contract.ts'
import { useInstallation } from '#features/installation/web/installation.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { LastPage, Pagination } from '#kit/web/ui/table/pagination.tsx'
import { answers } from '../contract.ts'
import {
  type AnswersReply,
  mergeLatest,
  rowsOf,
  type ShownThreads,
  showLatest,
} from './arrivals.ts'
import type { Bulk } from './bulk/bulk.ts'
import { NewReports } from './new-reports.tsx'
import { NoRows } from './no-rows.tsx'
import { doReportsLeave, filtersOf, listQuery, useReview } from './search.ts'
import { Headings, ThreadRows } from './thread-rows.tsx'
import { useThread } from './use-thread.ts'

/** One page of reports, kept current without moving under the reader's eyes. */
export function ThreadList({ bulk }: { bulk: Bulk | undefined }) {
  const pane = useRef<HTMLElement>(null)
  const { search } = useReview()
  const navigate = useNavigate()
  const { query, shown, rows, show } = useShown(pane)

  const showNew = () => {
    if (shown && shown.latest.page > 1)
      void navigate({ to: '.', search: { ...search, page: undefined } })
    show()
    pane.current?.scrollTo({ top: 0 })
    pane.current?.focus()
  }

  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-busy={query.isFetching}
      className="relative flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
    >
      <div className="sticky top-0 z-10 h-9 shrink-0 border-b border-line bg-surface">
        <Headings />
        <NewReports count={shown?.waiting ?? 0} onShow={showNew} />
      </div>
      <LastPage of={query.isPlaceholderData ? undefined : query.data} />
      <Loaded query={{ ...query, data: shown }}>
        {({ latest, knownTotal, arrived }) => (
          <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
            {rows.length === 0 ? (
              <NoRows />
            ) : (
              <ThreadRows threads={rows} arrived={arrived} Tick={bulk?.Tick} />
            )}
            <div className="px-4 py-2 sm:px-6">
              <Pagination
                {...latest}
                totalItems={knownTotal}
                onChange={({ page }) => void navigate({ to: '.', search: { ...search, page } })}
              />
            </div>
          </div>
        )}
      </Loaded>
      {bulk && <bulk.Bar shown={rows} />}
    </section>
  )
}

/** The length of the current list; undefined: not known yet. */
export const useTotal = () => useThreads().query.data?.totalItems

function useThreads() {
  const { search, isUrgent } = useReview()
  const { answersRefreshMs } = useInstallation()
  const { page = 1, pageSize = 20 } = search
  const sent = {
    ...filtersOf(search),
    ...{ page, pageSize },
    ...listQuery(search, isUrgent),
  }
  const query = useQuery({
    ...read(answers.list, { query: sent }),
    staleTime: answersRefreshMs,
    // The previous page stays until the next is loaded; another list is never shown under this heading.
    placeholderData: (before, query) =>
      listOf(query?.queryKey[1]) === listOf({ query: sent }) ? before : undefined,
  })
  return { query, list: JSON.stringify(sent), isLeft: doReportsLeave(search) }
}

/** Which list was asked for, whatever the page. */
function listOf(sent: unknown): string {
  const { query } = (sent ?? {}) as { query?: object }
  return JSON.stringify({ ...query, page: undefined })
}

function useShown(pane: RefObject<HTMLElement | null>) {
  const { open } = useReview()
  const { query, list: listed, isLeft } = useThreads()
  const list = `${listed} ${useOtherElection()}`
  const { known } = useThread(open)
  const { data, isPlaceholderData, failureReason } = query
  const first = () =>
    data && !isPlaceholderData ? mergeLatest(undefined, list, data, false) : undefined
  const [shown, setShown] = useState<ShownThreads | undefined>(first)
  const isTurning = isPlaceholderData && !failureReason

  const take = useEffectEvent((latest: AnswersReply) => {
    // Already rendered: rendering again is the slowest part on a slow machine.
    if (shown?.list === list && shown.latest === latest) return
    const isRead = open !== undefined || isBeingRead(pane.current)
    setShown((before) => mergeLatest(before, list, latest, isRead, isLeft))
  })

  useEffect(() => {
    if (data && !isPlaceholderData) take(data)
  }, [data, isPlaceholderData])

  const kept = shown?.list === list || isTurning ? shown : undefined
  // First data is shown at once, in the same render.
  const now = kept ?? first()
  return {
    query,
    shown: now,
    rows: now ? rowsOf(now, isLeft, known) : [],
    show: () => setShown((before) => before && showLatest(before)),
  }
}

/** Another election that the reader comes into while the list is on screen: its rows never mix with the first one's. */
function useOtherElection(): number | undefined {
  const id = useQuery(read(elections.current, {})).data?.id
  const [first, setFirst] = useState(id)
  if (first === undefined && id !== undefined) setFirst(id)
  return id === first ? undefined : id
}

/** Whether the user is reading the list: it is scrolled, pointed at, or has the focus. */
function isBeingRead(pane: HTMLElement | null): boolean {
  if (!pane) return false
  const isPointedAt = window.matchMedia('(hover: hover)').matches && pane.matches(':hover')
  const isScrolled = pane.scrollTop > 0 || window.scrollY > 0
  return isPointedAt || isScrolled || pane.contains(document.activeElement)
}
