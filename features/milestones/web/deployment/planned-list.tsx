import type { ReactNode } from 'react'
import { Shift } from '#features/assignments/web/shift.tsx'
import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import type { Expected, Milestone } from '../../contract.ts'
import { say } from '../../copy.ts'
import { StateMark } from './state-mark.tsx'
import { useMilestones } from './use-deployment.ts'

type Props = {
  readonly rows: readonly Expected[]
  /** How many there are in all. */
  readonly total: number
  /** The name of a row: its station or its observer. */
  readonly nameOf: (row: Expected) => string
  readonly head: (row: Expected) => ReactNode
  readonly actions: (row: Expected) => ReactNode
}

/** A list of assignments with times and the progress of each milestone. */
export function PlannedList({ rows, total, nameOf, head, actions }: Props) {
  const milestones = useMilestones().data ?? []
  return (
    <>
      <ul className="-my-2 divide-y divide-line">
        {rows.map((row) => (
          <li key={row.assignmentId} className="grid gap-1 py-2">
            <div className="flex items-start justify-between gap-2">
              <p className="flex min-w-0 flex-wrap items-baseline gap-x-4">
                {head(row)}
                <span className="text-muted">
                  <Shift {...row} />
                </span>
              </p>
              {actions(row)}
            </div>
            <OwedList row={row} name={nameOf(row)} milestones={milestones} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="text-small text-muted">
          {t(say.notAllPlanned, { shown: rows.length, total })}
        </p>
      )}
    </>
  )
}

type OwedProps = {
  readonly row: Expected
  readonly name: string
  readonly milestones: readonly Milestone[]
}

function OwedList({ row, name, milestones }: OwedProps) {
  if (row.milestones.length === 0)
    return <p className="text-small text-muted">{t(say.owesNothing)}</p>
  return (
    <ul aria-label={t(say.owedOf, { name })} className="flex flex-wrap gap-x-6 gap-y-1 text-small">
      {row.milestones.map((one) => (
        <Owed key={one.milestoneId} of={one} name={nameIn(milestones, one.milestoneId)} />
      ))}
    </ul>
  )
}

export const nameIn = (milestones: readonly Milestone[], id: number) =>
  milestones.find((one) => one.id === id)?.name ?? ''

function Owed({ of, name }: { of: Expected['milestones'][number]; name: string }) {
  const moment = useMoment()
  const isOpen = of.state !== 'done' && of.state !== 'excused'
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span>{name}</span>
      <StateMark of={of} />
      {isOpen && <span className="text-muted">{t(say.until, { time: moment(of.dueAt) })}</span>}
      {of.excuse && <span className="text-muted">{of.excuse}</span>}
    </li>
  )
}
