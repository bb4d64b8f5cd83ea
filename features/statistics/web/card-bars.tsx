import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { Statistic } from '../contract.ts'
import { say } from '../copy.ts'
import { barsOf } from './bars.ts'
import type { StatisticCard } from './cards.ts'
import { useVerified } from './use-verified.ts'

const look = 'truncate rounded-sm text-ours hover:underline'

/** The rows of a card: a county leads to the reports counted there, a station to its page. */
export function CardBars({
  card: { title, tone, leadsTo },
  statistics,
}: {
  readonly card: StatisticCard
  readonly statistics: readonly Statistic[]
}) {
  const verified = useVerified()
  const urgent = leadsTo === 'urgent reports' ? { urgente: true as const } : {}
  const items = barsOf(statistics).map(({ label, mark, pollingStationId, ...bar }) => ({
    ...bar,
    mark,
    label: leadsTo ? (
      <Link
        to="/answers"
        search={{ county: mark, ...urgent, ...verified }}
        title={t(say.reportsOf, { county: label })}
        className={look}
      >
        {label}
      </Link>
    ) : pollingStationId === null ? (
      <NumberedName text={label} />
    ) : (
      <Link to="/stations/$id" params={{ id: String(pollingStationId) }} className={look}>
        <NumberedName text={label} />
      </Link>
    ),
  }))
  return <BarList caption={t(title)} items={items} tone={tone} isNumbered />
}
