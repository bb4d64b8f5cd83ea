import { useState } from 'react'
import { locale } from '#kit/web/language.ts'
import type { Sort } from '#kit/web/ui/table/sort.ts'

const names = new Intl.Collator(locale, { numeric: true })

/** Sorts rows by the value of the chosen column; without one, in the server's order. */
export function useSorted<Row>(
  rows: readonly Row[],
  readBy: Readonly<Record<string, (row: Row) => string | number>>,
) {
  const [sort, setSort] = useState<Sort>()
  const of = sort && readBy[sort.by]
  const sign = sort?.direction === 'descending' ? -1 : 1
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : names.compare(String(one), String(other))
  const sorted = of ? rows.toSorted((one, other) => sign * compare(of(one), of(other))) : rows
  return { sorted, sorting: { sort, onSort: setSort } }
}
