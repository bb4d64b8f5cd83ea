import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { locale, t } from '#kit/web/language.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import type { Sort } from '#kit/web/ui/table/sort.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
import type { MapArea } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { MapSearch } from '../search.ts'

type Props = {
  readonly label: string
  /** The heading of the areas. */
  readonly title: string
  readonly areas: readonly MapArea[]
  /** The map's view of a chosen area. */
  readonly toOf: (id: number) => MapSearch
}

/** The map's figures by county or by municipality. */
export function AreaTable({ label, title, areas, toOf }: Props) {
  const [sort, setSort] = useState<Sort>()
  const columns = useMemo(
    (): readonly Column<MapArea>[] => [
      {
        id: 'name',
        title,
        sortKey: 'name',
        cell: (area) => <Name area={area} toOf={toOf} />,
      },
      ...figureColumns,
    ],
    [title, toOf],
  )
  return (
    <Table
      isLong
      label={label}
      columns={columns}
      rows={sorted(areas, sort)}
      keyOf={({ id }) => String(id)}
      nameOf={({ name }) => name}
      sorting={{ sort, onSort: setSort }}
      card={(area) => (
        <RowCard title={<Name area={area} toOf={toOf} />} actions={null}>
          <span>
            {t(say.coveredStations)}: {coveredOf(area)}
          </span>
          <span>
            {t(say.visitedStations)}: {visitedOf(area)}
          </span>
          <span>
            {t(say.late)}: {area.late.toLocaleString(locale)}
          </span>
          <span>
            {t(say.reports)}: {area.reports.toLocaleString(locale)}
          </span>
          <span>
            {t(say.flagged)}: {area.flagged.toLocaleString(locale)}
          </span>
        </RowCard>
      )}
      empty={null}
      className="min-h-0 flex-1 overflow-auto"
    />
  )
}

const visitedOf = ({ visited, stations }: MapArea) => t(say.ofAll, { part: visited, stations })
const coveredOf = ({ covered, stations }: MapArea) => t(say.ofAll, { part: covered, stations })

const number = (
  id: 'late' | 'reports' | 'flagged',
  title: string,
  width = '7.5rem',
): Column<MapArea> => ({
  id,
  title,
  width,
  align: 'end',
  sortKey: id,
  cell: (area) => area[id].toLocaleString(locale),
})

const figureColumns: readonly Column<MapArea>[] = [
  {
    id: 'covered',
    title: t(say.coveredShort),
    width: '7.5rem',
    align: 'end',
    sortKey: 'covered',
    cell: coveredOf,
  },
  number('late', t(say.late)),
  {
    id: 'visited',
    title: t(say.visitedShort),
    width: '7.5rem',
    align: 'end',
    sortKey: 'visited',
    cell: visitedOf,
  },
  number('reports', t(say.reports)),
  number('flagged', t(say.flaggedShort), '8.5rem'),
]

/** An area leads to its stations. */
function Name({ area: { id, name }, toOf }: { area: MapArea } & Pick<Props, 'toOf'>) {
  const search = useSearch({ from: '/signed-in/map' })
  return (
    <Link
      to="/map"
      search={{ ...search, ...toOf(id) }}
      className="rounded-md font-strong text-ink hover:text-ours hover:underline"
    >
      {name}
    </Link>
  )
}

const names = new Intl.Collator(locale, { numeric: true })
const shareOf = (part: number, all: number) => (all === 0 ? 0 : part / all)

/** Numbers are first asked for from the top. */
function sorted(areas: readonly MapArea[], sort: Sort | undefined): readonly MapArea[] {
  if (!sort) return areas
  const compare: Readonly<Record<string, (one: MapArea, other: MapArea) => number>> = {
    name: (one, other) => names.compare(one.name, other.name),
    covered: (one, other) =>
      shareOf(one.covered, one.stations) - shareOf(other.covered, other.stations),
    late: (one, other) => one.late - other.late,
    visited: (one, other) =>
      shareOf(one.visited, one.stations) - shareOf(other.visited, other.stations),
    reports: (one, other) => one.reports - other.reports,
    flagged: (one, other) => one.flagged - other.flagged,
  }
  const by = compare[sort.by] ?? (() => 0)
  return areas.toSorted((one, other) =>
    sort.direction === 'ascending' ? by(one, other) : by(other, one),
  )
}
