import { Link } from '@tanstack/react-router'
import { StationLink } from '#features/assignments/web/station-link.tsx'
import { ReviewReason } from '#features/reviews/web/bar/review-reason.tsx'
import { ReviewMark } from '#features/reviews/web/review-mark.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import type { VisitedStation } from '../contract.ts'
import { say } from '../copy.ts'
import { NewestOf } from './newest-of.tsx'
import { useContact } from './use-contact.ts'

/** The stations that the observer reported from, with links to the reports. */
export const ContactVisits = ({ id }: { id: Id<'observers'> }) => (
  <Card title={t(say.stations)}>
    <Loaded query={useContact(id)}>
      {({ visits, visitCount }) =>
        visits.length === 0 ? (
          <p className="text-muted">{t(say.noReports)}</p>
        ) : (
          <>
            <ul className="-my-2 divide-y divide-line">
              {visits.map((visit) => (
                <Visit key={visit.pollingStationId} observerId={id} visit={visit} />
              ))}
            </ul>
            <NewestOf shown={visits.length} total={visitCount} />
          </>
        )
      }
    </Loaded>
  </Card>
)

function Visit({ observerId, visit }: { observerId: number; visit: VisitedStation }) {
  const { pollingStationId, municipality, county, pollingStationNumber } = visit
  const { answered, flagged, notes, lastModified } = visit
  const station = `${municipality || county} ${pollingStationNumber}`
  const counts = [
    answered > 0 && t(say.answered, { count: answered }),
    notes > 0 && t(say.noted, { count: notes }),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="font-strong">
        <StationLink {...visit} />
      </span>
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{ observerId: String(observerId), pollingStationId: String(pollingStationId) }}
        aria-label={t(say.reportOf, { station })}
        className="rounded-md text-ours underline max-sm:py-2"
      >
        {t(say.open)}
      </Link>
      <span className="text-small text-muted">{counts.filter(Boolean).join(' · ')}</span>
      {flagged > 0 && (
        <Badge tone="alarm" icon="flag">
          {t(say.flagged, { count: flagged })}
        </Badge>
      )}
      <ReviewMark of={visit.review} />
      <ReviewReason of={visit.review} />
      <span className="ms-auto text-small text-muted">
        <Ago at={lastModified} />
      </span>
    </li>
  )
}
