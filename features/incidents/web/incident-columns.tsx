import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import { say as words } from '../copy.ts'
import type { Incident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { Due, SeverityMark, StateMark } from './incident-marks.tsx'
import { categoryOf } from './use-incidents.ts'

export const incidentColumns = (): readonly Column<Incident>[] => [
  { id: 'number', title: t(say.number), width: '4rem', align: 'end', cell: ({ number }) => number },
  {
    id: 'severity',
    title: t(words.severity),
    width: '7rem',
    cell: ({ severity }) => <SeverityMark of={severity} />,
  },
  { id: 'title', title: t(words.title), cell: (one) => <Title of={one} /> },
  {
    id: 'category',
    title: t(words.category),
    width: '13rem',
    isMinor: true,
    cell: (one) => <span className="block truncate">{categoryOf(one)}</span>,
  },
  {
    id: 'place',
    title: t(say.place),
    width: '12rem',
    cell: ({ place }) => <NumberedName text={place} />,
  },
  {
    id: 'state',
    title: t(words.state),
    width: '11rem',
    cell: ({ state }) => <StateMark of={state} />,
  },
  {
    id: 'owner',
    title: t(words.owner),
    width: '8rem',
    isMinor: true,
    cell: ({ owner }) => owner ?? <span className="text-muted">{t(say.unassigned)}</span>,
  },
  { id: 'due', title: t(words.dueAt), width: '12rem', cell: (one) => <Due of={one} /> },
]

/** The link covers its whole row, so that the row can be clicked anywhere. */
const Title = ({ of: { id, title } }: { of: Incident }) => (
  <Link
    to="/incidents/$id"
    params={{ id: String(id) }}
    className="font-strong text-ink after:absolute after:inset-0 hover:text-ours hover:underline"
  >
    {title}
  </Link>
)

/** The row on a phone. */
export const IncidentCard = ({ of: incident }: { of: Incident }) => (
  <div className="relative grid grid-cols-1 gap-1 py-1">
    <p className="flex items-start justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        {incident.number}. <Title of={incident} />
      </span>
      <span className="shrink-0">
        <SeverityMark of={incident.severity} />
      </span>
    </p>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
      <StateMark of={incident.state} />
      <span>{incident.place || t(say.noPlace)}</span>
      <span>{incident.owner ?? t(say.unassigned)}</span>
      <Due of={incident} />
    </p>
  </div>
)
