import type { Bar } from '#kit/web/ui/bar-list.tsx'
import type { Statistic } from '../contract.ts'

/** A count's rows as bars. A row is its place: two areas may bear one name. */
export const barsOf = (statistics: readonly Statistic[]): (Bar & { readonly label: string })[] =>
  statistics.map(({ label, value }, index) => ({ key: String(index), label, value: Number(value) }))
