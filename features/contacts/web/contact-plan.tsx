import { Shift } from '#features/assignments/web/shift.tsx'
import { StationLink } from '#features/assignments/web/station-link.tsx'
import type { Expected, Milestone } from '#features/milestones/contract.ts'
import { ExpectedItems } from '#features/milestones/web/deployment/expected-items.tsx'
import { StateMark } from '#features/milestones/web/deployment/state-mark.tsx'
import { useMilestones } from '#features/milestones/web/deployment/use-deployment.ts'
import {
  type ExpectedActs,
  useExpectedActs,
} from '#features/milestones/web/deployment/use-expected-acts.tsx'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { say } from '../copy.ts'
import { nameIn } from './glance.tsx'
import { useOwed } from './use-contact.ts'

/** Where the observer is to be and when, how far each milestone is, and what can be done about it. */
export function ContactPlan({ id }: { id: Id<'observers'> }) {
  const owed = useOwed(id)
  const milestones = useMilestones().data ?? []
  const mayChange = useMay('observers') === true
  const { acts, windows } = useExpectedActs({})
  return (
    <Card title={t(say.plan)}>
      <Loaded query={owed}>
        {({ data, totalItems }) =>
          data.length === 0 ? (
            <p className="text-muted">{t(say.noPlan)}</p>
          ) : (
            <>
              <ul className="-my-2 divide-y divide-line">
                {data.map((row) => (
                  <Planned
                    key={row.assignmentId}
                    row={row}
                    milestones={milestones}
                    acts={mayChange ? acts : undefined}
                  />
                ))}
              </ul>
              {totalItems > data.length && (
                <p className="text-small text-muted">
                  {t(say.notAllPlanned, { shown: data.length, total: totalItems })}
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {windows}
    </Card>
  )
}

const stationOf = ({ municipality, county, pollingStationNumber }: Expected) =>
  `${municipality || county} ${pollingStationNumber}`

function Planned({
  row,
  milestones,
  acts,
}: {
  row: Expected
  milestones: readonly Milestone[]
  acts: ExpectedActs | undefined
}) {
  return (
    <li className="grid gap-1 py-2">
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap gap-x-4">
          <span className="font-strong">
            <StationLink {...row} />
          </span>
          <span className="text-muted">
            <Shift {...row} />
          </span>
        </p>
        {acts && (
          <RowActions name={stationOf(row)}>
            <ExpectedItems row={row} acts={acts} />
          </RowActions>
        )}
      </div>
      {row.milestones.length === 0 ? (
        <p className="text-small text-muted">{t(say.nothingOwed)}</p>
      ) : (
        <ul
          aria-label={t(say.owedOf, { station: stationOf(row) })}
          className="flex flex-wrap gap-x-6 gap-y-1 text-small"
        >
          {row.milestones.map((one) => (
            <Owed key={one.milestoneId} of={one} name={nameIn(milestones, one.milestoneId)} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Owed({ of, name }: { of: Expected['milestones'][number]; name: string }) {
  const moment = useMoment()
  const isOpen = of.state !== 'done' && of.state !== 'excused'
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span>{name}</span>
      <StateMark of={of} />
      {isOpen && <span className="text-muted">{t(say.dueAt, { time: moment(of.dueAt) })}</span>}
      {of.excuse && <span className="text-muted">{of.excuse}</span>}
    </li>
  )
}
