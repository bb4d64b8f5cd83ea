import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { stateWords } from '../../columns.ts'
import { say } from '../../copy.ts'
import type { Difference } from '../../differences-contract.ts'
import { anchorOf } from '../anchor.ts'

/** Two lines in the height of a row. */
const Lines = ({
  first,
  second,
  title,
}: {
  first: ReactNode
  second: ReactNode
  title?: string
}) => (
  <span className="grid leading-5" title={title}>
    <span className="truncate">{first}</span>
    <span className="truncate text-small leading-4 text-muted">{second}</span>
  </span>
)

export const keyOf = ({ pollingStationId, questionId }: Difference) =>
  `${pollingStationId}/${questionId}`

export const nameOf = ({ county, municipality, pollingStationNumber, questionCode }: Difference) =>
  `${municipality || county} ${pollingStationNumber}, ${questionCode}`

export const differenceColumns = (): readonly Column<Difference>[] => [
  {
    id: 'station',
    title: t(say.station),
    width: '12rem',
    cell: (row) => <Lines first={<ToStation row={row} />} second={placeOf(row)} />,
  },
  {
    id: 'question',
    title: t(say.question),
    cell: ({ questionCode, text, formCode, formDescription }) => (
      <Lines
        title={text}
        first={
          <>
            <span className="font-strong">{questionCode}</span> {text}
          </>
        }
        second={[formCode, formDescription].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    id: 'observers',
    title: t(say.whoDiffers),
    width: '18rem',
    cell: ({ observers }) => (
      <span className="block truncate" title={allNames(observers)}>
        {namesOf(observers)}
      </span>
    ),
  },
  {
    id: 'state',
    title: t(say.state),
    width: '9rem',
    cell: (row) => <StateMark state={row.state} />,
  },
  {
    id: 'changed',
    title: t(say.lastChange),
    width: '9rem',
    cell: ({ changedAt }) => <Ago at={changedAt} />,
  },
]

/** A link to the question on the station's page. */
const ToStation = ({ row }: { row: Difference }) => (
  <Link
    to="/stations/$id"
    params={{ id: String(row.pollingStationId) }}
    hash={anchorOf({ id: row.questionId })}
    aria-label={nameOf(row)}
    className="rounded-md font-strong text-ink hover:text-ours hover:underline max-sm:py-1"
  >
    {`${row.municipality || row.county} ${row.pollingStationNumber}`}
  </Link>
)

const placeOf = ({ county, municipality }: Difference) => (municipality ? county : '')

const allNames = (observers: Difference['observers']) =>
  observers.map(({ observerName }) => observerName).join(', ')

/** The first two names, and the number of the others. */
function namesOf(observers: Difference['observers']): string {
  const [first, second, ...others] = observers
  const names = [first, second].flatMap((one) => one?.observerName ?? []).join(', ')
  return others.length > 0 ? t(say.andMore, { names, count: others.length }) : names
}

const marks = {
  open: { tone: 'attention', icon: 'warning' },
  reopened: { tone: 'attention', icon: 'restore' },
  settled: { tone: 'done', icon: 'check' },
} as const

const StateMark = ({ state }: Pick<Difference, 'state'>) => (
  <Badge {...marks[state]}>{t(say[stateWords[state]])}</Badge>
)

/** The narrow layout of a row. */
export const DifferenceCard = ({ row }: { row: Difference }) => (
  <RowCard title={<ToStation row={row} />} actions={<StateMark state={row.state} />}>
    <span>{placeOf(row)}</span>
    <span className="basis-full text-ink">
      <span className="font-strong">{row.questionCode}</span> {row.text}
    </span>
    <span>{namesOf(row.observers)}</span>
    <Ago at={row.changedAt} />
  </RowCard>
)
