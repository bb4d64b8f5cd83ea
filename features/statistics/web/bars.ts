import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import type { Bar } from '#kit/web/ui/chart/bar-list.tsx'
import type { Statistic } from '../contract.ts'
import { say } from '../copy.ts'
import { percentOf } from '../domain.ts'

type StatisticBar = Bar & {
  readonly label: string
  readonly mark: string
  readonly pollingStationId: number | null
}

/** A count's rows as bars, keyed by area. Areas that share a name are distinguished by code. */
export const barsOf = (statistics: readonly Statistic[]): StatisticBar[] =>
  statistics.map(({ label, countyCode, value, of, pollingStationId }, index) => ({
    key: String(index),
    label,
    mark: countyCode,
    value: Number(value),
    of,
    pollingStationId,
  }))

type Column = { readonly title: Copy; readonly value: (row: Statistic) => string | number }

/** All columns of a count's rows: with provinces and addresses where there are any. */
export function numbersOf(statistics: readonly Statistic[]) {
  const columns: readonly Column[] = [
    ...(statistics.some(({ province }) => province !== null)
      ? [{ title: say.province, value: ({ province }: Statistic) => province ?? '' }]
      : []),
    { title: say.countyCode, value: ({ countyCode }) => countyCode },
    { title: say.name, value: ({ label }) => label },
    ...(statistics.some(({ address }) => address !== null)
      ? [{ title: say.address, value: ({ address }: Statistic) => address ?? '' }]
      : []),
    { title: say.number, value: ({ value }) => Number(value) },
    ...(statistics.some(({ of }) => of !== null)
      ? [
          { title: say.ofAnswers, value: ({ of }: Statistic) => of ?? '' },
          {
            title: say.flaggedPercent,
            value: ({ value, of }: Statistic) => percentOf(Number(value), of ?? 0) ?? '',
          },
        ]
      : []),
  ]
  return {
    headings: [t(say.place), ...columns.map(({ title }) => t(title))],
    rows: statistics.map((row, index) => [index + 1, ...columns.map(({ value }) => value(row))]),
  }
}
