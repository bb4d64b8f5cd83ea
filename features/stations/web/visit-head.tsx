import { Link } from '@tanstack/react-router'
import { Phone } from '#features/observers/web/phone.tsx'
import { ReviewReason } from '#features/reviews/web/bar/review-reason.tsx'
import { ReviewMark } from '#features/reviews/web/review-mark.tsx'
import { StationInfo } from '#features/visits/web/station-info.tsx'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { StationVisit } from '../contract.ts'
import { say } from '../copy.ts'

/** The observer of a visit, and the station info. */
export function VisitHead({ visit }: { visit: StationVisit }) {
  const { observerId, observerName, observerPhoneNumber, ngo, isTest, lastModified } = visit
  // An observer may have reported from several merged stations.
  const name = visit.named ? `${observerName}, ${visit.named}` : observerName
  const open = { observerId: String(observerId), pollingStationId: String(visit.pollingStationId) }
  return (
    <div className="grid gap-1 text-start">
      <p className="flex flex-wrap items-center gap-x-2 font-strong">
        <Link
          to="/observatori/profil/$state/id/$observerId"
          params={{ state: 'view', observerId: String(observerId) }}
          className="rounded-md text-ours underline max-sm:py-2"
        >
          {observerName}
        </Link>
        <span className="text-small text-muted">{ngo}</span>
        {isTest && <Badge>{t(say.testObserver)}</Badge>}
        <ReviewMark of={visit.review} />
      </p>
      <ReviewReason of={visit.review} />
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <Phone phone={observerPhoneNumber} />
        <Link
          to="/answers/details/$observerId/$pollingStationId"
          params={open}
          className="rounded-md text-ours underline max-sm:py-2"
        >
          {t(say.report)}
        </Link>
      </p>
      {visit.named && <p className="text-small">{t(say.named, { station: visit.named })}</p>}
      <p className="text-small text-muted">
        {t(say.lastChange)}: <Ago at={lastModified} />
      </p>
      <div className="text-small">
        <StationInfo {...open} label={t(say.infoOf, { name })} />
      </div>
    </div>
  )
}
