import type { ReactNode } from 'react'
import { Shift } from '#features/assignments/web/shift.tsx'
import { StationLink } from '#features/assignments/web/station-link.tsx'
import type { LastCall } from '#features/calls/contract.ts'
import { CallOutcome } from '#features/calls/web/call-outcome.tsx'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { t } from '#kit/web/language.ts'
import { Ago, useNow } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import type { Expected, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type Actable, ExpectedActions } from './expected-actions.tsx'
import { stationOf } from './expected-items.tsx'
import { nameIn } from './planned-list.tsx'
import { StateMark } from './state-mark.tsx'

export type Shown = Actable & { readonly milestones: readonly Milestone[] }

const markOf = ({ milestones }: Expected, { id }: Milestone) =>
  milestones.find(({ milestoneId }) => milestoneId === id)

/** Two lines in the height of a row. */
const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid leading-5">
    <span className="truncate">{first}</span>
    <span className="truncate text-small leading-4 text-muted">{second}</span>
  </span>
)

export const expectedColumns = (shown: Shown): readonly Column<Expected>[] => [
  {
    id: 'name',
    title: t(say.observer),
    width: '10rem',
    cell: (row) => (
      <Lines
        first={<ObserverLink id={row.observerId} name={row.observerName} />}
        second={<Phone phone={row.observerPhone} />}
      />
    ),
  },
  {
    id: 'station',
    title: t(say.station),
    width: '12rem',
    cell: (row) => <Lines first={<StationLink {...row} />} second={<Shift {...row} />} />,
  },
  {
    id: 'late',
    title: t(say.lateMilestones),
    width: '11rem',
    cell: (row) => <LateMilestones of={row} all={shown.milestones} />,
  },
  {
    id: 'lastSeen',
    title: t(say.lastSeen),
    width: '11rem',
    cell: (row) => <LastSeen of={row} />,
  },
  {
    id: 'lastCall',
    title: t(say.lastCall),
    width: '10rem',
    cell: ({ lastCall }) => lastCall && <Called of={lastCall} />,
  },
  ...shown.milestones.map(
    (one): Column<Expected> => ({
      id: `milestone-${one.id}`,
      title: one.name,
      width: '8rem',
      cell: (row) => <StateMark of={markOf(row, one)} />,
    }),
  ),
  actionsColumn('11rem', (row) => <ExpectedActions row={row} {...shown} />),
]

/** How many milestones are late, and the first of them. */
function LateMilestones({ of, all }: { of: Expected; all: readonly Milestone[] }) {
  const late = of.milestones.filter(({ state }) => state === 'late')
  const [first] = late
  if (!first) return <span className="text-muted">–</span>
  return (
    <Lines
      first={
        <Badge tone="attention" icon="warning">
          {t(say.milestoneCount, { count: late.length })}
        </Badge>
      }
      second={
        <>
          {nameIn(all, first.milestoneId)}, <Ago at={first.dueAt} />
        </>
      }
    />
  )
}

/** The last sign. Red only if the shift has begun and nothing has come since. */
function LastSeen({ of: { from, until, lastSeen, elsewhere } }: { of: Expected }) {
  const now = useNow()
  const isOn = from.getTime() <= now && now < until.getTime()
  if (isOn && (!lastSeen || lastSeen < from))
    return (
      <Lines
        first={
          <span className="font-strong text-alarm">
            <Icon name="warning" className="me-1 inline size-3.5 align-[-2px]" />
            {t(say.nothingSent)}
          </span>
        }
        second={
          <>
            {t(say.shiftBegan)} <Ago at={from} />
          </>
        }
      />
    )
  if (!lastSeen) return <span className="text-muted">{t(say.nothingSent)}</span>
  if (!elsewhere) return <Ago at={lastSeen} />
  const station = stationOf(elsewhere)
  return (
    <Lines
      first={<Ago at={lastSeen} />}
      second={<span className="font-strong text-ink">{t(say.fromElsewhere, { station })}</span>}
    />
  )
}

/** How the last call ended, when, and who made it. */
const Called = ({ of }: { of: LastCall }) => (
  <Lines
    first={<CallOutcome of={of} />}
    second={
      <>
        <Ago at={of.calledAt} />, {of.calledBy}
      </>
    }
  />
)

/** The narrow layout of a row. */
export function ExpectedCard({ row, ...shown }: Shown & { row: Expected }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 wrap-anywhere">
          <ObserverLink id={row.observerId} name={row.observerName} />
          <p className="flex flex-wrap gap-x-3 text-small text-muted">
            <StationLink {...row} />
            <Shift {...row} />
          </p>
        </div>
        <ExpectedActions row={row} {...shown} />
      </div>
      <div className="grid grid-cols-2 gap-x-3">
        <LateMilestones of={row} all={shown.milestones} />
        <div className="grid content-start">
          <span className="text-small text-muted">{t(say.lastSeen)}</span>
          <LastSeen of={row} />
        </div>
        {row.lastCall && (
          <div className="col-span-2 flex gap-x-2 text-small">
            <span className="text-muted">{t(say.lastCall)}</span>
            <span>
              <CallOutcome of={row.lastCall} />, <Ago at={row.lastCall.calledAt} />
            </span>
          </div>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {shown.milestones.map((one) => (
          <CardMark key={one.id} milestone={one} of={markOf(row, one)} />
        ))}
      </ul>
    </div>
  )
}

/** A milestone in a card, unless it is not due yet. */
function CardMark({ milestone, of }: { milestone: Milestone; of: ReturnType<typeof markOf> }) {
  if (!of || of.state === 'not-yet') return null
  return (
    <li className="flex items-center gap-1">
      <span className="text-muted">{milestone.name}</span>
      <StateMark of={of} />
    </li>
  )
}
