import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type Ref, Suspense, useState } from 'react'
import { Discussion, ToDiscussion } from '#features/comments/web/discussion.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { StationPlace } from '#features/places/web/station/station-place.tsx'
import { ReviewBar } from '#features/reviews/web/bar/review-bar.tsx'
import { May } from '#features/session/web/may.tsx'
import { StationInfo } from '#features/visits/web/station-info.tsx'
import { ToTelephone } from '#features/visits/web/to-telephone.tsx'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { Ago } from '#kit/web/time.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import { answerOf, answers, type OpenThread } from '../contract.ts'
import { say } from '../copy.ts'
import { useReading } from './readers/use-reading.ts'
import { besideThread, type ThreadKey, useReview } from './search.ts'
import { ThreadTabs } from './thread-tabs.tsx'
import { useThread } from './use-thread.ts'

const ReadersOfReport = deferred(
  async () => (await import('./readers/readers.tsx')).ReadersOfReport,
)
const ReportIncidents = deferred(
  async () => (await import('#features/incidents/web/report-incidents.tsx')).ReportIncidents,
)

/** What shows the review of a report. */
const shows = [answers.thread, answers.list]

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
      // What is scrolled to stays clear of the sticky line.
      className="flex h-full flex-col outline-none **:scroll-mt-36 lg:overflow-y-auto lg:**:scroll-mt-24"
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
  const { query, isUnknown, known: thread } = useThread(open)
  const [line, setLine] = useState<HTMLElement | null>(null)
  useReading(thread)
  if (isUnknown)
    return (
      <EmptyState icon="note" title={t(say.noThread)}>
        {t(say.noThreadWhy)}
      </EmptyState>
    )
  return (
    <Loaded query={query}>
      {(known) => (
        <>
          <StickyLine thread={known} flagged={setLine} />
          <header className="grid gap-3 px-4 py-3 sm:px-6">
            <Where thread={known} />
            <StationInfo {...open} />
          </header>
          <ThreadTabs
            {...open}
            line={line}
            review={known.review}
            station={known.pollingStationName}
          />
          <div className="border-t border-line px-4 py-3 sm:px-6">
            <Discussion on={subjectOf(known)} />
          </div>
        </>
      )}
    </Loaded>
  )
}

const subjectOf = ({ observerId, pollingStationId }: OpenThread) => ({
  observerId,
  pollingStationId,
})

/** What an incident takes over from a report: its title is the first flagged answer. */
function incidentOf(thread: OpenThread) {
  const { pollingStationId: id, pollingStationName: name, firstFlagged } = thread
  const title = firstFlagged ? `${firstFlagged.text} ${answerOf(firstFlagged)}` : ''
  return { report: subjectOf(thread), title, station: { id, name } }
}

/**
 * Stays in sight: who reported what from where, how to call them, and the review.
 * @param flagged is given the place for the count of flagged answers
 */
function StickyLine({ thread, flagged }: { thread: OpenThread; flagged: Ref<HTMLElement> }) {
  const { pollingStationName, observerName, observerPhoneNumber, answered } = thread
  return (
    <div className="sticky top-0 z-10 shrink-0 border-b border-line bg-surface px-4 py-1 sm:px-6 print:static">
      <div className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 lg:flex">
        <PageTitle of={`${observerName}, ${pollingStationName}`} />
        <h2 className="min-w-0 font-strong">
          <Link
            to="/stations/$id"
            params={{ id: String(thread.pollingStationId) }}
            className="flex min-h-6 min-w-0 items-center rounded-md underline-offset-4 hover:underline focus-visible:underline"
          >
            <NumberedName text={pollingStationName} />
          </Link>
        </h2>
        <span className="flex min-w-0 items-center gap-1 max-lg:row-start-2 lg:flex-1">
          <Icon name="person" className="shrink-0 text-muted" />
          <span className="truncate" title={observerName}>
            {observerName}
          </span>
        </span>
        <Phone
          phone={observerPhoneNumber}
          className="flex min-h-6 items-center gap-1 justify-self-end whitespace-nowrap text-ours underline max-lg:col-start-2 max-lg:row-start-1"
        >
          <Icon name="phone" />
          {observerPhoneNumber}
        </Phone>
        <span className="flex items-center justify-end gap-2 whitespace-nowrap max-lg:col-start-2 max-lg:row-start-2">
          <span ref={flagged} className="contents" />
          <span className="text-small text-muted">{t(say.answersCount, { count: answered })}</span>
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ReviewBar of={thread} touches={shows} />
        <ToDiscussion />
        <Suspense>
          <ReportIncidents from={incidentOf(thread)} />
        </Suspense>
      </div>
      <Suspense>
        <ReadersOfReport of={thread} />
      </Suspense>
    </div>
  )
}

function Where({ thread }: { thread: OpenThread }) {
  return (
    <div>
      <StationPlace of={thread.station} />
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="text-muted">
          {t(say.lastChange)}: <Ago at={thread.lastModified} />
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
        <ToTelephone observerId={thread.observerId} station={thread.pollingStationId} />
      </p>
    </div>
  )
}

/** Escape returns from the report to its row. */
function toList(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  document.querySelector<HTMLElement>('li > a[aria-current="page"]')?.focus()
}
