import { StationLink } from '#features/assignments/web/station-link.tsx'
import type { Expected } from '#features/milestones/contract.ts'
import { ExpectedItems } from '#features/milestones/web/deployment/expected-items.tsx'
import { PlannedList } from '#features/milestones/web/deployment/planned-list.tsx'
import { useExpectedActs } from '#features/milestones/web/deployment/use-expected-acts.tsx'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { say } from '../copy.ts'
import { useOwed } from './use-contact.ts'

/** The observer's shifts and the progress of each milestone, with actions. */
export function ContactPlan({ id }: { id: Id<'observers'> }) {
  const mayChange = useMay('observers') === true
  const { acts, windows } = useExpectedActs({})
  return (
    <Card title={t(say.plan)}>
      <Loaded query={useOwed(id)}>
        {({ data, totalItems }) =>
          data.length === 0 ? (
            <p className="text-muted">{t(say.noPlan)}</p>
          ) : (
            <PlannedList
              rows={data}
              total={totalItems}
              nameOf={stationOf}
              head={(row) => (
                <span className="font-strong">
                  <StationLink {...row} />
                </span>
              )}
              actions={(row) =>
                mayChange && (
                  <RowActions name={stationOf(row)}>
                    <ExpectedItems row={row} acts={acts} />
                  </RowActions>
                )
              }
            />
          )
        }
      </Loaded>
      {windows}
    </Card>
  )
}

const stationOf = ({ municipality, county, pollingStationNumber }: Expected) =>
  `${municipality || county} ${pollingStationNumber}`
