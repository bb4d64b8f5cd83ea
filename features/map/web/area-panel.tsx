import { Link } from '@tanstack/react-router'
import { locale, t } from '#kit/web/language.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import type { MapArea } from '../contract.ts'
import { say } from '../copy.ts'

/** The figures of a county or municipality beside the map. */
export function AreaPanel({
  area,
  isCounty,
  isChosen,
  onClose,
}: {
  area: MapArea
  isCounty: boolean
  isChosen: boolean
  onClose: () => void
}) {
  const { id, name, stations, covered, met, visited, late, reports, flagged } = area
  const facts = [
    [say.coveredStations, t(say.ofAll, { part: covered, stations })],
    [say.met, t(say.ofAll, { part: met, stations: covered })],
    [say.late, late.toLocaleString(locale)],
    [say.visitedStations, t(say.ofAll, { part: visited, stations })],
    [say.reports, reports.toLocaleString(locale)],
    [say.flagged, flagged.toLocaleString(locale)],
  ] as const
  return (
    <section
      aria-label={name}
      className={`absolute start-2 top-2 w-60 max-w-[calc(100%-4rem)] rounded-md border border-line bg-surface p-3 text-small ${isChosen ? '' : 'pointer-events-none'}`}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base font-strong wrap-anywhere">{name}</h2>
        {isChosen && (
          <IconButton
            icon="cross"
            label={t(isCounty ? say.wholeMap : say.wholeCounty)}
            onPress={onClose}
            className="-m-1.5"
          />
        )}
      </div>
      <dl>
        {facts.map(([title, value]) => (
          <div key={value + t(title)} className="flex justify-between gap-2">
            <dt className="text-muted">{t(title)}</dt>
            <dd className="text-end font-strong">{value}</dd>
          </div>
        ))}
      </dl>
      {isChosen && isCounty && (
        <Link
          to="/polling-stations/$id"
          params={{ id: String(id) }}
          className="mt-1 inline-block py-1 text-ours underline"
        >
          {t(say.openCounty)}
        </Link>
      )}
    </section>
  )
}
