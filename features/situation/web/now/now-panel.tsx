import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { answerOf } from '#features/answers/contract.ts'
import { say as reportSay } from '#features/answers/copy.ts'
import { say as placesSay } from '#features/places/copy.ts'
import { NoStations } from '#features/places/web/no-stations.tsx'
import { locale, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import { type Now, type NowCounty, silentMinutes, situation } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type Unseen, useUnseen } from './use-unseen.ts'

/** The longest time until *Now* is read again, and the shortest. */
const [mostMs, leastMs] = [60_000, 1000]

/** In how long the next deadline comes near or passes, by the server's clock, which has to agree. */
const untilNext = (now: Now | undefined): number => {
  const next = now?.nextDueAt?.getTime() ?? Number.POSITIVE_INFINITY
  return Math.max(leastMs, Math.min(mostMs, next - serverNow() + 200))
}

/** What waits, the counties that are worst off, and the flagged reports that the reader has not opened. */
export function NowPanel() {
  const query = useQuery({
    ...read(situation.now, {}),
    refetchInterval: ({ state }) => untilNext(state.data),
  })
  const unseen = useUnseen()
  return (
    <Loaded query={query}>
      {(now) =>
        !now.hasCounties ? (
          <NoStations>
            <Link to="/polling-stations" className={buttonClass('primary')}>
              {t(placesSay.title)}
            </Link>
          </NoStations>
        ) : (
          <div className="@container grid gap-6">
            <Waiting now={now} unseen={unseen?.totalItems} />
            <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 @3xl:grid-cols-2">
              <Counties counties={now.counties} />
              {unseen && <Newest unseen={unseen} />}
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

const tones = {
  alarm: 'bg-alarm-soft text-alarm',
  attention: 'bg-attention-soft text-ink',
  plain: 'bg-surface text-ink',
} as const

type Tile = {
  readonly label: string
  readonly icon: IconName
  readonly count: number | undefined
  readonly target: Pick<LinkProps, 'to' | 'search'>
  /** Red is for flagged answers alone; yellow for what an organiser should act on first. */
  readonly tone?: keyof typeof tones
}

/** Each count leads to the list of what it counts. */
const tilesOf = (now: Now, unseen: number | undefined): readonly Tile[] => [
  {
    label: t(say.unseen),
    icon: 'flag',
    count: unseen,
    target: { to: '/answers', search: { urgente: true, unseen: true } },
    tone: 'alarm',
  },
  {
    label: t(say.silent),
    icon: 'bell',
    count: now.silent,
    target: { to: '/deployment', search: { silent: silentMinutes } },
    tone: 'attention',
  },
  {
    label: t(say.lateNow),
    icon: 'warning',
    count: now.late,
    target: { to: '/deployment', search: { state: 'late' } },
    tone: 'attention',
  },
  {
    label: t(say.dueNow),
    icon: 'clock',
    count: now.due,
    target: { to: '/deployment', search: { state: 'due' } },
  },
  {
    label: t(say.unmatched),
    icon: 'place',
    count: now.unmatched,
    target: { to: '/unmatched' },
  },
  {
    label: t(say.differing),
    icon: 'copy',
    count: now.differing,
    target: { to: '/stations/differences' },
  },
  {
    label: t(say.elsewhereNow),
    icon: 'person',
    count: now.elsewhere,
    target: { to: '/deployment', search: { elsewhere: true } },
  },
]

const Waiting = ({ now, unseen }: { now: Now; unseen: number | undefined }) => (
  <ul
    aria-label={t(say.waiting)}
    className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2"
  >
    {tilesOf(now, unseen).map(({ label, icon, count, target, tone = 'plain' }) => (
      <li key={label}>
        <Link
          {...target}
          className={`flex h-full flex-col justify-between gap-1 rounded-md border border-line px-3 py-2 hover:border-edge hover:bg-sunken ${!count ? 'bg-surface text-muted' : tones[tone]}`}
        >
          <span className="flex items-center gap-2 text-title leading-none font-strong tabular-nums">
            <Icon name={icon} className="size-5" />
            {count?.toLocaleString(locale) ?? '…'}
          </span>
          <span className={`text-small ${count ? 'text-ink' : ''}`}>{label}</span>
        </Link>
      </li>
    ))}
  </ul>
)

function Counties({ counties }: { counties: readonly NowCounty[] }) {
  if (counties.length === 0) return null
  return (
    <section>
      <h2 className="mb-1 font-strong">{t(say.worstCounties)}</h2>
      <table className="w-full tabular-nums">
        <thead className="text-start text-small text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-normal">
              {t(say.county)}
            </th>
            <th scope="col" className="py-1 text-end font-normal">
              {t(say.lateOf)}
            </th>
            <th scope="col" className="py-1 text-end font-normal">
              {t(say.flaggedOf)}
            </th>
          </tr>
        </thead>
        <tbody>
          {counties.map((county) => (
            <County key={county.id} county={county} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const County = ({ county }: { county: NowCounty }) => (
  <tr className="h-9 border-t border-line">
    <th
      scope="row"
      className="max-w-24 truncate py-1 sm:max-w-40 text-start font-normal"
      title={county.name}
    >
      {county.name}
    </th>
    <td className="text-end">
      <Share part={county.late} whole={county.expected} label={`${county.name}, ${t(say.lateOf)}`}>
        {{ to: '/deployment', search: { countyId: String(county.id), state: 'late' } }}
      </Share>
    </td>
    <td className="text-end">
      <Share
        part={county.flagged}
        whole={county.reports}
        label={`${county.name}, ${t(say.flaggedOf)}`}
        isAlarm
      >
        {{ to: '/answers', search: { urgente: true, county: county.code } }}
      </Share>
    </td>
  </tr>
)

type ShareProps = {
  readonly part: number
  readonly whole: number
  readonly label: string
  readonly isAlarm?: boolean
  /** The list of them. */
  readonly children: Pick<LinkProps, 'to' | 'search'>
}

function Share({ part, whole, label, isAlarm = false, children: target }: ShareProps) {
  if (part === 0) return <span className="px-2 text-muted">–</span>
  const share = (part / whole).toLocaleString(locale, { style: 'percent' })
  const shown = t(say.partOf, { part, whole })
  return (
    <Link
      {...target}
      aria-label={`${label}: ${share}, ${shown}`}
      className={`inline-flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken hover:underline max-sm:min-h-11 ${isAlarm ? 'text-alarm' : ''}`}
    >
      <span className="font-strong">{share}</span>
      <span className="text-small text-muted sm:min-w-16">{shown}</span>
    </Link>
  )
}

function Newest({ unseen: { threads: newest, totalItems } }: { unseen: Unseen }) {
  return (
    <section>
      <h2 className="mb-1 font-strong">{t(say.newestUnseen)}</h2>
      {newest.length === 0 && (
        <p className="flex items-center gap-2 text-done">
          <Icon name="check" />
          {t(say.allSeen)}
        </p>
      )}
      <ul>
        {newest.map((report) => (
          <Report key={`${report.observerId}-${report.pollingStationId}`} report={report} />
        ))}
      </ul>
      {totalItems > newest.length && (
        <Link
          to="/answers"
          search={{ urgente: true, unseen: true }}
          className="inline-flex min-h-9 items-center rounded-md text-ours hover:underline max-sm:min-h-11"
        >
          {t(say.allUnseen, { count: totalItems })}
        </Link>
      )}
    </section>
  )
}

/** A row leads to its report, and the sign at its end to the station. */
function Report({ report }: { report: Unseen['threads'][number] }) {
  const { observerId, pollingStationId, pollingStationName, lastModified, firstFlagged } = report
  return (
    <li className="flex items-start border-t border-line">
      <Link
        to="/urgents/details/$observerId/$pollingStationId"
        params={{ observerId: String(observerId), pollingStationId: String(pollingStationId) }}
        search={{ unseen: true }}
        className="grid min-h-9 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-md py-1 hover:bg-sunken max-sm:py-2"
      >
        <NumberedName text={pollingStationName} />
        <span className="text-end text-small text-muted">
          <Ago at={lastModified} />
        </span>
        {firstFlagged && (
          <span className="col-span-2 flex min-w-0 gap-2 text-small">
            <span className="truncate text-muted">
              {firstFlagged.questionCode}: {firstFlagged.text}
            </span>
            <span className="max-w-2/3 shrink-0 truncate font-strong text-alarm">
              {answerOf(firstFlagged)}
            </span>
          </span>
        )}
      </Link>
      <Link
        to="/stations/$id"
        params={{ id: String(pollingStationId) }}
        title={`${t(reportSay.toStation)}: ${pollingStationName}`}
        aria-label={`${t(reportSay.toStation)}: ${pollingStationName}`}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ours max-sm:size-11"
      >
        <Icon name="place" />
      </Link>
    </li>
  )
}
