import { Link } from '@tanstack/react-router'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { HistoryLine } from '../contract.ts'

const linkClass = 'text-ours underline-offset-2 hover:underline'

/** The subject of a line, as a link where it has a screen of its own. */
export function RecordLink({ line }: { line: HistoryLine }) {
  const { subject, subjectId, subjectName: name, visit, phone } = line
  if (!name) return null
  if (visit)
    return (
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{
          observerId: String(visit.observerId),
          pollingStationId: String(visit.pollingStationId),
        }}
        className={linkClass}
      >
        <NumberedName text={name} />
      </Link>
    )
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
  if (subject === 'polling_stations')
    return (
      <Link to="/stations/$id" params={{ id: String(subjectId) }} className={linkClass}>
        <NumberedName text={name} />
      </Link>
    )
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
