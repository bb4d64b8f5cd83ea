import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { HistoryLine } from '../contract.ts'
import { say } from '../copy.ts'

const linkClass = 'text-ours underline-offset-2 hover:underline'

/** The subject of a line, as a link where it has a screen of its own. */
export function RecordLink({ line }: { line: HistoryLine }) {
  const { subject, subjectId, subjectName: name, visit, phone } = line
  if (!name) return null
  if (visit) return <Report name={name} visit={visit} />
  if (phone)
    return (
      <Link
        to="/observatori/profil/$state/id/$observerId"
        params={{ state: 'view', observerId: String(subjectId) }}
        className={linkClass}
      >
        {name}
      </Link>
    )
  if (subject === 'forms')
    return (
      <Link to="/formulare/$formId" params={{ formId: String(subjectId) }} className={linkClass}>
        {name}
      </Link>
    )
  if (subject === 'polling_stations') return <Station id={String(subjectId)} name={name} />
  if (subject === 'notifications')
    return (
      <Link
        to="/notifications/history/$id"
        params={{ id: String(subjectId) }}
        className={linkClass}
      >
        {name}
      </Link>
    )
  return name
}

const Station = ({ id, name }: { id: string; name: string }) => (
  <Link to="/stations/$id" params={{ id }} className={`min-w-0 ${linkClass}`}>
    <NumberedName text={name} />
  </Link>
)

/** Names the station of what an observer sent, beside a link to the report. */
function Report({ name, visit }: { name: string; visit: NonNullable<HistoryLine['visit']> }) {
  const [observerId, pollingStationId] = [String(visit.observerId), String(visit.pollingStationId)]
  return (
    <span className="flex min-w-0 gap-3">
      <Station id={pollingStationId} name={name} />
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{ observerId, pollingStationId }}
        aria-label={t(say.reportFrom, { station: name })}
        className={`shrink-0 ${linkClass}`}
      >
        {t(say.report)}
      </Link>
    </span>
  )
}
