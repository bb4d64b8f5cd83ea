import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { milestones } from '#features/milestones/contract.ts'
import { ExpectedActions } from '#features/milestones/web/deployment/expected-actions.tsx'
import { PlannedList } from '#features/milestones/web/deployment/planned-list.tsx'
import { useRereading } from '#features/milestones/web/deployment/use-deployment.ts'
import { useExpectedActs } from '#features/milestones/web/deployment/use-expected-acts.tsx'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'

/** One page: no station has more shifts. */
const mostShown = 50

/** The shifts at the station, with progress and phone numbers. */
export function StationPlan({ id: pollingStationId }: { id: Id<'pollingStations'> }) {
  const query = { pollingStationId, page: 1, pageSize: mostShown }
  const planned = useQuery(read(milestones.expected, { query }))
  const rows = planned.data?.data ?? []
  useRereading(rows.flatMap((row) => row.milestones.map(({ dueAt }) => dueAt)))
  const may = { change: useMay('observers') === true, write: useMay('message') === true }
  const { acts, windows } = useExpectedActs({})
  return (
    <Card
      title={t(say.plan)}
      actions={
        <Link
          to="/deployment/plan"
          search={{ stationId: String(pollingStationId) }}
          className="text-ours underline print:hidden"
        >
          {t(say.toPlan)}
        </Link>
      }
    >
      <Loaded query={planned}>
        {({ data, totalItems }) =>
          data.length === 0 ? (
            <p className="text-muted">{t(say.noPlan)}</p>
          ) : (
            <PlannedList
              rows={data}
              total={totalItems}
              nameOf={({ observerName }) => observerName}
              head={(row) => (
                <>
                  <ObserverLink id={row.observerId} name={row.observerName} />
                  <Phone phone={row.observerPhone} />
                  <span className="text-muted">{row.ngo}</span>
                  {row.lastSeen && (
                    <span className="text-muted">
                      {t(say.lastSeen)} <Ago at={row.lastSeen} />
                    </span>
                  )}
                </>
              )}
              actions={(row) => <ExpectedActions row={row} may={may} acts={acts} />}
            />
          )
        }
      </Loaded>
      {windows}
    </Card>
  )
}
