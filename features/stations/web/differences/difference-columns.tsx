import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { answerText, stateWords } from '../../columns.ts'
import { say } from '../../copy.ts'
import type { Difference, DifferingAnswer } from '../../differences-contract.ts'
import { anchorOf } from '../anchor.ts'

/** Two lines that fit the height of a row. */
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
    id: 'answers',
    title: t(say.differingAnswers),
    cell: (row) => <Answers of={row} />,
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

const isFlagged = ({ options }: DifferingAnswer) => options.some((option) => option.isFlagged)

/** Two answers that differ, a flagged one first, and the number of the others. */
function Answers({ of: { observers } }: { of: Difference }) {
  const ordered = observers.toSorted(
    (one, other) => Number(isFlagged(other)) - Number(isFlagged(one)),
  )
  const [first] = ordered
  if (!first) return null
  const second = ordered.find((one) => answerText(one) !== answerText(first))
  const more = observers.length - (second ? 2 : 1)
  return (
    <span className="grid basis-full text-ink [&>span]:leading-[18px]">
      <Answer of={first} />
      {second && <Answer of={second} more={more} />}
    </span>
  )
}

function Answer({ of, more = 0 }: { of: DifferingAnswer; more?: number }) {
  const text = answerText(of)
  return (
    <span className="flex min-w-0 items-baseline gap-1.5" title={`${of.observerName}: ${text}`}>
      <span className="max-w-1/2 shrink-0 truncate text-muted">{of.observerName}:</span>
      <span
        className={`flex min-w-0 items-baseline gap-1 ${isFlagged(of) ? 'font-strong text-alarm' : ''}`}
      >
        {isFlagged(of) && (
          <>
            <Icon name="flag" className="size-3.5 shrink-0 self-center" />
            <span className="sr-only">{t(say.flagged)}:</span>
          </>
        )}
        <span className="truncate">{text}</span>
      </span>
      {more > 0 && (
        <span className="shrink-0 text-small text-muted">{t(say.andMore, { count: more })}</span>
      )}
    </span>
  )
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
    <Answers of={row} />
    <Ago at={row.changedAt} />
  </RowCard>
)
