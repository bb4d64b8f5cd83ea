import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** A station by its place and number, as a link to its page. */
export function StationLink({
  pollingStationId,
  county,
  municipality,
  pollingStationNumber: number,
}: {
  pollingStationId: number
  county: string
  municipality: string
  pollingStationNumber: number
}) {
  const place = [county, municipality].filter(Boolean).join(', ')
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(pollingStationId) }}
      title={`${place}, ${t(say.stationOf, { number })}`}
      className="rounded-md text-ink hover:text-ours hover:underline"
    >
      {`${municipality || county} ${number}`}
      {municipality && <span className="ms-1 text-small text-muted">{county}</span>}
    </Link>
  )
}
