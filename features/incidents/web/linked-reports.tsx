import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { LinkedReport, OpenIncident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { TakeOut } from './take-out.tsx'

/** The reports that an incident is about, as links. */
export const LinkedReports = ({ of: { id, linked } }: { of: OpenIncident }) => (
  <Card title={t(say.reports)}>
    {linked.length === 0 ? (
      <p className="text-muted">{t(say.noReports)}</p>
    ) : (
      <ul className="divide-y divide-line">
        {linked.map((report) => (
          <Line key={`${report.observerId}-${report.pollingStationId}`} id={id} report={report} />
        ))}
      </ul>
    )}
  </Card>
)

function Line({ id, report }: { id: OpenIncident['id']; report: LinkedReport }) {
  const { observerId, pollingStationId, observerName, pollingStationName, flagged } = report
  const name = `${pollingStationName}, ${observerName}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{ observerId: String(observerId), pollingStationId: String(pollingStationId) }}
        className="min-w-0 font-strong text-ours underline-offset-2 wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      {flagged > 0 && (
        <Badge tone="attention" icon="flag">
          {t(say.flagged, { count: flagged })}
        </Badge>
      )}
      <span className="text-small text-muted">
        <Ago at={report.lastModified} />
      </span>
      <TakeOut
        linked={{ report: { observerId, pollingStationId } }}
        from={id}
        label={t(say.unlink, { name })}
        messages={{ out: t(say.unlinked), back: t(say.linkedAgain) }}
      />
    </li>
  )
}
