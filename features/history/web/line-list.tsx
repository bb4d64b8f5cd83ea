import { useContext, useId, useState } from 'react'
import { useWords } from '#features/unplaced/web/use-questions.ts'
import { t } from '#kit/web/language.ts'
import { Moment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { HistoryLine } from '../contract.ts'
import { roles, say } from '../copy.ts'
import { Differences, versionsOf } from './difference.tsx'
import { RecordLink } from './record-link.tsx'
import { InWords } from './words.ts'

const columns =
  'grid gap-x-4 px-4 sm:px-6 sm:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[10rem_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)]'

/** Lines of history, newest first; each unfolds to its changes. */
export function LineList({ lines, isLoading }: { lines: HistoryLine[]; isLoading: boolean }) {
  return (
    <div className={isLoading ? 'opacity-60' : ''}>
      <div
        aria-hidden="true"
        className={`${columns} border-b border-line py-2 text-small font-strong text-muted max-lg:hidden`}
      >
        <span className="ps-6">{t(say.when)}</span>
        <span>{t(say.who)}</span>
        <span>{t(say.act)}</span>
        <span>{t(say.subject)}</span>
      </div>
      <ul aria-label={t(say.history)} aria-busy={isLoading}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </div>
  )
}

function Line({ line }: { line: HistoryLine }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const act = useContext(InWords).acts[line.act]
  return (
    <li className="border-b border-line last:border-b-0">
      <div className={`${columns} items-center py-2`}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={t(say.unfold, { act: act ? t(act) : line.act, who: whoOf(line) })}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-6 items-center gap-2 rounded-md text-start text-muted hover:text-ink max-sm:min-h-11"
        >
          <Icon name={isOpen ? 'down' : 'next'} />
          <Moment at={line.at} />
        </button>
        <span className="min-w-0 truncate">
          <span className="font-strong">{whoOf(line)}</span>{' '}
          <span className="text-small text-muted">{roleOf(line)}</span>
        </span>
        <span className="min-w-0 truncate max-lg:sm:col-start-2">{act ? t(act) : line.act}</span>
        <span className="min-w-0 truncate max-lg:sm:col-start-2">
          <RecordLink line={line} />
        </span>
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <Details line={line} />}
      </div>
    </li>
  )
}

function Details({ line }: { line: HistoryLine }) {
  const questionOf = useWords(versionsOf(line))
  const kind = useContext(InWords).subjects[line.subject]
  return (
    <div className="grid grid-cols-1 gap-3 bg-sunken px-4 py-3 sm:px-6 lg:ps-12">
      <Differences line={line} questionOf={questionOf} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span>
          {kind ? t(kind) : line.subject}
          {line.subjectId !== null && ` ${line.subjectId}`}
        </span>
        <span>{t(say.lineNumber, { id: String(line.id) })}</span>
        {line.position === null ? (
          <Badge icon="clock">{t(say.unsealed)}</Badge>
        ) : (
          <Badge tone="done" icon="check">
            {t(say.sealedAs, { position: line.position })}
          </Badge>
        )}
      </p>
    </div>
  )
}

const whoOf = ({ actorName }: HistoryLine) => actorName || t(say.unnamed)

const roleOf = ({ actorRole }: HistoryLine) => {
  const role = roles[actorRole]
  return role ? t(role) : actorRole
}
