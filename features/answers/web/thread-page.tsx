import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect } from 'react'
import { Phone } from '#features/observers/web/phone.tsx'
import { StationPlace } from '#features/places/web/station/station-place.tsx'
import { May } from '#features/session/web/may.tsx'
import { StationInfo } from '#features/visits/web/station-info.tsx'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { call, read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { answers, type OpenThread } from '../contract.ts'
import { say } from '../copy.ts'
import { besideThread, type ThreadKey, useReview } from './search.ts'
import { ThreadTabs } from './thread-tabs.tsx'

export function ThreadPage() {
  const { open, isUrgent, search } = useReview()
  if (!open) return null
  const back = { ...besideThread(search), ...(isUrgent && { urgente: true as const }) }
  return (
    <section
      key={`${open.observerId}-${open.pollingStationId}`}
      data-arrival=""
      tabIndex={-1}
      aria-label={t(say.report)}
      onKeyDown={toList}
      className="flex h-full flex-col outline-none lg:overflow-y-auto"
    >
      {/* The list's own heading is out of sight on a phone. */}
      <h1 className="sr-only lg:hidden">{t(isUrgent ? say.urgentAnswers : say.allAnswers)}</h1>
      <Link
        to="/answers"
        search={back}
        className="m-2 inline-flex h-11 items-center gap-2 self-start rounded-md px-2 font-strong text-ours lg:hidden print:hidden"
      >
        <Icon name="previous" />
        {t(say.back)}
      </Link>
      <Thread {...open} />
    </section>
  )
}

function Thread(open: ThreadKey) {
  const thread = useQuery(read(answers.thread, { query: open }))
  useSeen(thread.data)
  const isUnknown = thread.error && thread.error.status < 500
  if (isUnknown && !thread.data)
    return (
      <EmptyState icon="note" title={t(say.noThread)}>
        {t(say.noThreadWhy)}
      </EmptyState>
    )
  return (
    <Loaded query={thread}>
      {(known) => (
        <>
          <header className="grid gap-3 px-4 pt-2 pb-4 sm:px-6 lg:pt-4">
            <Who thread={known} />
            <StationInfo {...open} />
          </header>
          <ThreadTabs {...open} />
        </>
      )}
    </Loaded>
  )
}

/** Notes that the reader has seen a report as it is now. A failure costs no more than a count that stays. */
function useSeen(thread: OpenThread | undefined): void {
  const { observerId, pollingStationId, lastModified } = thread ?? {}
  const seen = lastModified?.toISOString()
  useEffect(() => {
    if (!observerId || !pollingStationId || !seen) return
    const body = { observerId, pollingStationId, lastModified: seen }
    call(answers.markSeen, { body }).catch(() => undefined)
  }, [observerId, pollingStationId, seen])
}

function Who({ thread }: { thread: OpenThread }) {
  const { pollingStationName, observerName, observerPhoneNumber, lastModified } = thread
  return (
    <div>
      <PageTitle of={`${observerName}, ${pollingStationName}`} />
      <h2 className="text-large font-strong">
        <Link
          to="/stations/$id"
          params={{ id: String(thread.pollingStationId) }}
          className="rounded-md underline-offset-4 hover:underline focus-visible:underline"
        >
          {pollingStationName}
        </Link>
      </h2>
      <StationPlace of={thread.station} />
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="flex items-center gap-1">
          <Icon name="person" className="text-muted" />
          {observerName}
        </span>
        <Phone
          phone={observerPhoneNumber}
          className="flex min-h-6 items-center gap-1 text-ours underline"
        >
          <Icon name="phone" />
          {observerPhoneNumber}
        </Phone>
        <span className="text-muted">
          {t(say.lastChange)}: <Ago at={lastModified} />
        </span>
        <May to="history">
          <Link
            to="/history"
            search={{ observerId: thread.observerId, pollingStationId: thread.pollingStationId }}
            className="flex min-h-6 items-center gap-1 text-ours underline print:hidden"
          >
            <Icon name="clock" />
            {t(say.history)}
          </Link>
        </May>
      </p>
    </div>
  )
}

/** Escape returns from the report to its row. */
function toList(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  document.querySelector<HTMLElement>('li > a[aria-current="page"]')?.focus()
}
