import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense } from 'react'
import { ReviewMark } from '#features/reviews/web/review-mark.tsx'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import { answerOf, type FirstFlagged, type ListedThread } from '../contract.ts'
import { say } from '../copy.ts'
import { keyOf } from './arrivals.ts'
import type { Bulk } from './bulk/bulk.ts'
import { besideThread, threadPath, useReview } from './search.ts'

const ReadersOfRow = deferred(async () => (await import('./readers/readers.tsx')).ReadersOfRow)

type Props = {
  readonly threads: readonly ListedThread[]
  readonly arrived: ReadonlySet<string>
  /** Selects a row, while several are selected. */
  readonly Tick: Bulk['Tick'] | undefined
}

const columns =
  'grid items-center gap-x-3 px-4 sm:px-6 grid-cols-[2.5rem_minmax(0,1fr)_5.75rem] sm:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,4fr)_2.5rem_6.5rem]'

export function ThreadRows({ threads, arrived, Tick }: Props) {
  return (
    <ul aria-label={t(say.reports)} onKeyDown={walk}>
      {threads.map((thread) => (
        <li
          key={keyOf(thread)}
          data-key={keyOf(thread)}
          className={`relative border-b border-line ${Tick ? 'ms-8' : ''}`}
        >
          {Tick && <Tick thread={thread} />}
          <Row thread={thread} isNew={arrived.has(keyOf(thread))} />
          <ToStation thread={thread} />
          <Suspense>
            <ReadersOfRow of={thread} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}

/** Column headings for sighted readers; each row spells it out. */
export function Headings() {
  return (
    <div aria-hidden="true" className={`${columns} h-full text-small text-muted`}>
      <Icon name="flag" />
      <span>{t(say.station)}</span>
      <span className="max-sm:hidden">{t(say.observer)}</span>
      <Icon name="note" className="justify-self-end max-sm:hidden" />
      <span className="text-end">{t(say.changed)}</span>
    </div>
  )
}

function Row({ thread, isNew }: { thread: ListedThread; isNew: boolean }) {
  const { search, isUrgent, open } = useReview()
  const { pollingStationName, observerName, notes, lastModified, review } = thread
  const { firstFlagged, newestNote } = thread
  // A question may have several flagged options: one steps through questions.
  const flagged = firstFlagged ? firstFlagged.others + 1 : thread.flagged
  const isOpen =
    open !== undefined && keyOf(thread) === `${open.observerId}-${open.pollingStationId}`
  const params = {
    observerId: String(thread.observerId),
    pollingStationId: String(thread.pollingStationId),
  }
  return (
    <Link
      to={threadPath(isUrgent)}
      params={params}
      search={besideThread(search)}
      {...(isOpen && { 'aria-current': 'page' })}
      data-row=""
      className={`${columns} relative min-h-9 py-1 outline-offset-[-2px] hover:bg-sunken max-sm:py-2 ${isOpen ? 'bg-ours-soft shadow-[inset_4px_0_0_var(--color-ours)]' : ''} ${isNew ? 'animate-arrive' : ''}`}
    >
      <Count number={flagged} label={t(say.flaggedCount, { count: flagged })} isAlarm />
      <span className="flex min-w-0 pe-8">
        <NumberedName text={pollingStationName} />
      </span>
      <span className="flex min-w-0 items-center gap-2 text-muted max-sm:col-start-2 max-sm:row-start-2">
        <span className="truncate" title={observerName}>
          {observerName}
        </span>
        {thread.failed > 0 && (
          <span title={t(say.failed)} className="flex text-alarm">
            <Icon name="warning" />
            <span className="sr-only">{t(say.failed)}</span>
          </span>
        )}
        <ReviewMark of={review} isSmall />
      </span>
      <span className="justify-self-end max-sm:col-start-3 max-sm:row-start-2">
        <Count number={notes} label={t(say.notesCount, { count: notes })} />
      </span>
      <span className="text-end text-small text-muted max-sm:col-start-3 max-sm:row-start-1">
        <Ago at={lastModified} />
      </span>
      {firstFlagged && <WhatIsFlagged first={firstFlagged} />}
      {newestNote && (
        <span
          className="col-start-2 -col-end-1 line-clamp-2 text-small wrap-anywhere"
          title={newestNote}
        >
          {newestNote}
        </span>
      )}
    </Link>
  )
}

/** Beside the station's name, which is part of the link to the report. */
function ToStation({ thread }: { thread: ListedThread }) {
  const { pollingStationId, pollingStationName, firstFlagged, newestNote } = thread
  const height = firstFlagged || newestNote ? 'h-7' : 'h-9'
  return (
    <span
      className={`${columns} pointer-events-none absolute inset-x-0 top-0 ${height} max-sm:h-11`}
    >
      <Link
        to="/stations/$id"
        params={{ id: String(pollingStationId) }}
        title={`${t(say.toStation)}: ${pollingStationName}`}
        aria-label={t(say.toStation)}
        className="pointer-events-auto col-start-2 grid size-8 place-items-center justify-self-end rounded-md text-muted hover:bg-raised hover:text-ours max-sm:size-11"
      >
        <Icon name="place" />
      </Link>
    </span>
  )
}

/** The first flagged answer. A long question is truncated first, then the free text. */
function WhatIsFlagged({ first }: { first: FirstFlagged }) {
  const { questionCode, text, others } = first
  const question = `${questionCode}: ${text}`
  const answer = answerOf(first)
  return (
    <span className="col-start-2 -col-end-1 flex min-w-0 gap-2 text-small max-sm:row-start-3">
      <span className="truncate text-muted" title={question}>
        {question}
      </span>
      <span className="max-w-2/3 shrink-0 truncate font-strong text-alarm" title={answer}>
        {answer}
      </span>
      {others > 0 && (
        <span className="shrink-0 text-muted" title={t(say.othersFlagged, { count: others })}>
          <span aria-hidden="true">+ {others}</span>
          <span className="sr-only">{t(say.othersFlagged, { count: others })}</span>
        </span>
      )}
    </span>
  )
}

/** A number with its icon; nothing when it is zero. */
function Count({ number, label, isAlarm }: { number: number; label: string; isAlarm?: boolean }) {
  if (number === 0) return <span />
  return (
    <span
      title={label}
      className={`flex items-center gap-1 text-small ${isAlarm ? 'font-strong text-alarm' : 'text-muted'}`}
    >
      <Icon name={isAlarm ? 'flag' : 'note'} />
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys move through the list without opening anything; Enter opens. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')]
  const here = links.indexOf(document.activeElement as HTMLElement)
  const next = links[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
