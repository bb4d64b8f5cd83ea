import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { forms } from '#features/forms/contract.ts'
import { type Note, notes } from '#features/notes/contract.ts'
import { AllNotes } from '#features/notes/web/all-notes.tsx'
import { Photographs } from '#features/notes/web/photographs.tsx'
import type { Review } from '#features/reviews/review-contract.ts'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { answers, type CompletedAnswer } from '../contract.ts'
import { say } from '../copy.ts'
import { FilledForm } from './filled-form-view.tsx'
import { anchorOf, useFlagged } from './flagged-answers.ts'
import { FlaggedLine } from './flagged-line.tsx'
import { type FormTab, firstTab, formTabs } from './form-list.ts'
import { besideThread, type ThreadKey, threadPath, useReview } from './search.ts'
import { useVersions } from './use-versions.ts'

/**
 * A tab for each form, and a last one for the notes.
 * @param line where the flagged answers are counted
 */
export function ThreadTabs({
  line,
  review,
  station,
  ...open
}: ThreadKey & Pick<Props, 'line' | 'review' | 'station'>) {
  const published = useQuery({ ...read(forms.list, { query: {} }), staleTime: 300_000 })
  const filledIn = useQuery(read(answers.filledIn, { query: open }))
  const written = useQuery(read(notes.list, { query: open }))
  return (
    <Loaded query={published}>
      {({ formVersions }) => (
        <Loaded query={filledIn}>
          {(completed) =>
            isAwaited(written) ? (
              <Loading />
            ) : (
              <Opened
                open={open}
                line={line}
                review={review}
                station={station}
                tabs={formTabs(formVersions, completed, written.data ?? [])}
                completed={completed}
                written={written}
              />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

type Written = UseQueryResult<Note[]>
type Line = HTMLElement | null

/** Answers are shown even if notes cannot be loaded, and with all notes that can. */
const isAwaited = ({ data, failureReason }: Written) => data === undefined && failureReason === null

type Props = {
  readonly open: ThreadKey
  readonly line: Line
  readonly review: Review
  /** Its name. */
  readonly station: string
  readonly tabs: readonly FormTab[]
  readonly completed: readonly CompletedAnswer[]
  readonly written: Written
}

function Opened({ open, line, review, station, tabs, completed, written }: Props) {
  const { search } = useReview()
  const navigate = useNavigate()
  const isPrinting = usePrinting()
  // Chosen once: an answer that arrives meanwhile must not switch the tab under the reader.
  const [first] = useState(() => firstTab(tabs))
  const flagged = useFlagged(tabs)
  const ids = [...tabs.map((tab) => String(tab.id)), 'notes']
  const selected = search.tab && ids.includes(search.tab) ? search.tab : first
  const select = (tab: string) =>
    void navigate({ to: '.', search: { ...search, tab }, replace: true, resetScroll: false })

  const filledIn = tabs.filter(
    ({ id, completed: own }) => own.length > 0 || written.data?.some(({ formId }) => formId === id),
  )
  // On paper, notes on a question are below it.
  const general = written.data?.filter(({ questionId }) => questionId === null) ?? []
  const printed = filledIn.map(({ id }) => String(id))
  if (general.length > 0 || printed.length === 0) printed.push('notes')
  const items = tabs.map((tab) => ({
    id: String(tab.id),
    title: <FormTitle tab={tab} />,
    content: () => (
      <>
        {written.data === undefined && <NotesAway retry={() => void written.refetch()} />}
        <FilledForm
          open={open}
          tab={tab}
          notes={written.data}
          leads={flagged}
          reviewedUntil={(review.endedState && review.seenUntil) ?? undefined}
        />
      </>
    ),
  }))
  const notesTab = {
    id: 'notes',
    title: <NotesTitle count={written.data?.length ?? 0} />,
    content: () => (
      <Loaded query={written}>
        {(all) => (
          <AllNotes
            notes={isPrinting ? general : all}
            station={station}
            isFlagged={(id) =>
              completed.some(
                (one) => one.id === id && one.answers.some((answer) => answer.isFlagged),
              )
            }
            linkTo={(note, words) => <ToQuestion open={open} note={note} words={words} />}
          />
        )}
      </Loaded>
    ),
  }
  return (
    <>
      {line &&
        flagged.count > 0 &&
        createPortal(
          <FlaggedLine count={flagged.count} at={flagged.at} onNext={flagged.next} />,
          line,
        )}
      <Photographs notes={written.data ?? []} />
      {filledIn.map((tab) => (
        <Read key={tab.id} tab={tab} />
      ))}
      <Tabs
        label={t(say.formTabs)}
        items={[...items, notesTab]}
        selected={selected}
        printed={printed}
        onSelect={select}
      />
    </>
  )
}

/** Reads a form of a tab that is not open: nothing can be awaited once a page is printed. */
function Read({ tab }: { tab: FormTab }) {
  useVersions(tab)
  return null
}

/** Without a notice a form would seem to have no notes. */
function NotesAway({ retry }: { retry: () => void }) {
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Alert>
        <span className="flex flex-wrap items-center gap-x-3">
          {t(say.notesAway)}
          <Button size="small" onPress={retry}>
            {t(say.tryAgain)}
          </Button>
        </span>
      </Alert>
    </div>
  )
}

function FormTitle({ tab: { title, flagged, isEmpty } }: { tab: FormTab }) {
  return (
    <>
      <span className={isEmpty ? '' : 'text-ink'}>{title}</span>
      {isEmpty && <span className="sr-only">{t(say.emptyForm)}</span>}
      {flagged > 0 && (
        <span className="flex items-center gap-1 text-small font-strong text-alarm">
          <Icon name="flag" />
          <span aria-hidden="true">{flagged}</span>
          <span className="sr-only">{t(say.flaggedCount, { count: flagged })}</span>
        </span>
      )}
    </>
  )
}

function NotesTitle({ count }: { count: number }) {
  return (
    <>
      {t(say.notes)}
      {count > 0 && <span className="text-small text-muted">{count}</span>}
    </>
  )
}

function ToQuestion({ open, note, words }: { open: ThreadKey; note: Note; words: string }) {
  const { search, isUrgent } = useReview()
  return (
    <Link
      to={threadPath(isUrgent)}
      params={open}
      search={{ ...besideThread(search), tab: String(note.formId) }}
      hash={anchorOf(note.questionId ?? 0)}
      hashScrollIntoView={false}
      resetScroll={false}
      className="rounded-md font-strong text-ours underline"
    >
      {words}
    </Link>
  )
}
