import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { kinds, reasons } from '#features/unplaced/web/unplaced-columns.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'

/** The unmatched reports that name this station; empty if there are none. */
export function StationUnplaced({ stationId }: { stationId: Id<'pollingStations'> }) {
  const params = { pollingStationId: stationId }
  const { data = [] } = useQuery(read(stations.unplaced, { params }))
  if (data.length === 0) return null
  return (
    <Card
      title={t(say.unplaced)}
      actions={
        <Link to="/unmatched" className="text-ours underline">
          {t(say.toUnplaced)}
        </Link>
      }
    >
      <ul className="grid gap-1">
        {data.map(({ id, kind, reason, observerId, observerName, receivedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span className="font-strong">{t(kinds[kind])}</span>
            <span>{t(reasons[reason])}</span>
            <ObserverLink id={observerId} name={observerName} />
            <span className="text-muted">
              <Ago at={receivedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
