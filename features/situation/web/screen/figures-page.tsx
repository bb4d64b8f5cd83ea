import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { TimeAboveDay } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Situation, UrgentReport, WallSituation } from '../../contract.ts'
import { say } from '../../copy.ts'

/** The figures, the pace of reports, and the newest urgent ones. */
export function FiguresPage({ figures }: { figures: Situation | WallSituation }) {
  const { stations, owed, flagged, observers, elsewhere, pace, lastMinute } = figures
  const { covered, met } = stations
  const ofAllStations = t(stations.isTarget ? say.ofTarget : say.ofStations, {
    count: stations.open,
  })
  return (
    <div className="grid h-full min-h-0 grid-cols-1 gap-[0.8em] md:grid-cols-[2fr_1fr]">
      <div className="flex min-h-0 flex-col gap-[0.8em]">
        <dl className="grid flex-1 grid-cols-2 gap-[0.6em] md:grid-cols-3">
          <Figure label={t(say.covered)} number={stations.covered}>
            {ofAllStations}
          </Figure>
          <Figure label={t(say.visited)} number={stations.visited}>
            {covered > 0 && <span className="block">{t(say.metOf, { met, covered })}</span>}
            {ofAllStations}
          </Figure>
          <Figure label={t(say.perMinute)} number={lastMinute}>
            {t(say.observersHeard, { count: observers })}
            <Elsewhere count={elsewhere} isOnWall={'election' in figures} />
          </Figure>
          <Figure label={t(say.done)} number={owed.done} tone="text-done">
            {t(say.ofDeadlines, { count: owed.expected })}
          </Figure>
          <Figure label={t(say.late)} number={owed.late} icon={owed.late > 0}>
            {t(say.dueSoon, { count: owed.due })}
          </Figure>
          <Figure label={t(say.flagged)} number={flagged} {...(flagged > 0 && alarm)} />
        </dl>
        <Pace pace={pace} />
      </div>
      <Urgent reports={figures.urgent} />
    </div>
  )
}

/** Observers at another station; with a link to them unless it is a wall. */
function Elsewhere({ count, isOnWall }: { count: number; isOnWall: boolean }) {
  if (count === 0) return null
  const text = t(say.elsewhere, { count })
  const className = 'block font-strong'
  if (isOnWall) return <span className={className}>{text}</span>
  return (
    <Link
      to="/deployment"
      search={{ elsewhere: true }}
      className={`rounded-md hover:underline ${className}`}
    >
      {text}
    </Link>
  )
}

const alarm = { tone: 'text-alarm', icon: true } as const

type FigureProps = {
  readonly label: string
  readonly number: number
  readonly tone?: string
  /** Shows an icon, so that the meaning does not depend on colour alone. */
  readonly icon?: boolean
  readonly children?: ReactNode
}

/** Numbers in a row are aligned, whatever the height of their labels. */
const Figure = ({ label, number, tone = 'text-ink', icon = false, children }: FigureProps) => (
  <div className="row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0 rounded-md border border-line bg-surface px-[0.7em] py-[0.4em]">
    <dt className="self-end leading-tight text-muted">{label}</dt>
    <dd className="contents">
      <span
        style={{ fontSize: sizeOf(number, icon) }}
        className={`flex items-center gap-[0.15em] leading-tight font-strong tabular-nums ${tone}`}
      >
        {icon && <Icon name="warning" className="size-[0.5em]" />}
        {number.toLocaleString(locale)}
      </span>
      <span className="block text-muted tabular-nums">{children ?? '\u00a0'}</span>
    </dd>
  </div>
)

/** The largest font size in which all digits fit. */
function sizeOf(number: number, hasIcon: boolean): string {
  const places = number.toLocaleString(locale).length + (hasIcon ? 1.4 : 0)
  return `${Math.min(2.9, 17 / places)}em`
}

/** One bar for each minute. */
function Pace({ pace }: { pace: readonly number[] }) {
  const most = Math.max(...pace, 0)
  const total = pace.reduce((sum, one) => sum + one, 0)
  return (
    <figure className="flex min-h-0 flex-col rounded-md border border-line bg-surface px-[0.7em] py-[0.4em]">
      <figcaption className="flex flex-wrap justify-between gap-x-[1em] text-muted">
        <span>{t(say.pace)}</span>
        <span className="tabular-nums">{t(say.paceIs, { most, count: total })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${pace.length * 3} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-[0.3em] h-[4em] min-h-[1em] w-full fill-current text-ours"
      >
        {pace.map((reports, minute) => {
          const height = most === 0 ? 0 : (98 * reports) / most
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the minute.
              key={minute}
              x={minute * 3}
              y={100 - Math.max(height, 1)}
              width={2}
              height={Math.max(height, 1)}
            />
          )
        })}
      </svg>
    </figure>
  )
}

/** Without a link to the station on a wall, which has no account to open it. */
type Shown = UrgentReport & { readonly pollingStationId?: number }

function Urgent({ reports }: { reports: readonly Shown[] }) {
  return (
    <section
      aria-label={t(say.urgent)}
      className="flex min-h-0 flex-col overflow-hidden rounded-md border border-line bg-surface px-[0.7em] py-[0.4em]"
    >
      <h2 className="text-muted">{t(say.urgent)}</h2>
      {reports.length === 0 && <p className="py-[0.5em] font-strong">{t(say.nothingUrgent)}</p>}
      <ul className="grid">
        {reports.map((report) => (
          <li
            key={`${report.at.getTime()} ${placeOf(report)} ${report.flagged} ${report.notes}`}
            className="grid grid-cols-[auto_1fr] gap-x-[0.6em] border-t border-line py-[0.25em]"
          >
            <span className="text-muted tabular-nums">
              <TimeAboveDay at={report.at} />
            </span>
            <span className="grid min-w-0">
              <Place report={report} />
              <What report={report} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Place({ report }: { report: Shown }) {
  const { pollingStationId } = report
  if (pollingStationId === undefined) return <span className="truncate">{placeOf(report)}</span>
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(pollingStationId) }}
      className="truncate rounded-md hover:text-ours hover:underline"
    >
      {placeOf(report)}
    </Link>
  )
}

const placeOf = ({ county, municipality, pollingStationNumber: number }: UrgentReport) =>
  [municipality || county, t(say.station, { number })].join(', ')

const What = ({ report: { flagged, notes } }: { report: UrgentReport }) => (
  <span className="flex gap-[0.6em]">
    {flagged > 0 && (
      <span className="flex items-center gap-[0.25em] font-strong text-alarm">
        <Icon name="flag" className="size-[0.8em]" />
        {t(say.flaggedCount, { count: flagged })}
      </span>
    )}
    {notes > 0 && (
      <span className="flex items-center gap-[0.25em] text-muted">
        <Icon name="note" className="size-[0.8em]" />
        {t(say.noteCount, { count: notes })}
      </span>
    )}
  </span>
)
