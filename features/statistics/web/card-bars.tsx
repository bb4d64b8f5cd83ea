import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import type { Statistic } from '../contract.ts'
import { say } from '../copy.ts'
import { barsOf } from './bars.ts'
import type { StatisticCard } from './cards.ts'

/** The rows of a card; a county's row links to the reports counted there. */
export function CardBars({
  card: { title, tone, leadsTo },
  statistics,
}: {
  readonly card: StatisticCard
  readonly statistics: readonly Statistic[]
}) {
  const urgent = leadsTo === 'urgent reports' ? { urgente: true as const } : {}
  const items = barsOf(statistics).map(({ label, mark, ...bar }) => ({
    ...bar,
    mark,
    label: leadsTo ? (
      <Link
        to="/answers"
        search={{ county: mark, ...urgent }}
        title={t(say.reportsOf, { county: label })}
        className="truncate rounded-sm text-ours hover:underline"
      >
        {label}
      </Link>
    ) : (
      <NumberedName text={label} />
    ),
  }))
  return <BarList caption={t(title)} items={items} tone={tone} isNumbered />
}
