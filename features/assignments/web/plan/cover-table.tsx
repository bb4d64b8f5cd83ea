import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Named, useAreaPath } from '#features/places/web/use-area-path.ts'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
import { assignments, type PlannedArea } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type FilledArea, FillIn } from './fill-in.tsx'
import { PanelHead } from './panel-head.tsx'
import { partOf, usePlanSearch } from './plan-search.ts'
import { StationCover } from './station-cover.tsx'

/** The coverage of each area; in an innermost area, its stations. */
export function CoverTable() {
  const { search } = usePlanSearch()
  const part = partOf(search)
  const { areaId } = part
  const areas = useQuery(read(assignments.areas, { query: part }))
  const path = useAreaPath(search.areaId)
  const here = path.at(-1)
  return (
    <>
      {areaId && (
        <PanelHead actions={<WayOut path={path} />}>
          <h2 className="text-large font-strong">{here?.name}</h2>
        </PanelHead>
      )}
      <Loaded query={areas}>
        {({ areas: rows }) =>
          rows.length === 0 && areaId && here ? (
            <StationCover {...part} areaId={areaId} countyId={path[0]?.id ?? areaId} />
          ) : (
            <Areas rows={rows} />
          )
        }
      </Loaded>
    </>
  )
}

/** The areas above, and the way to fill in this one. */
function WayOut({ path }: { path: readonly Named[] }) {
  const mayFill = useMay('observers') === true
  const [filling, setFilling] = useState<FilledArea>()
  const { ngoId } = usePlanSearch().search
  const here = path.at(-1)
  const className = 'flex h-9 items-center text-ours hover:underline max-sm:h-11'
  return (
    <>
      <Link to="/deployment/plan" search={{ list: 'areas', ngoId }} className={className}>
        {t(say.allAreas)}
      </Link>
      {path.slice(0, -1).map(({ id, name }) => (
        <Link
          key={id}
          to="/deployment/plan"
          search={{ list: 'areas', areaId: String(id), ngoId }}
          className={className}
        >
          {name}
        </Link>
      ))}
      {mayFill && here && (
        <Button
          size="small"
          aria-label={t(say.fillInOf, { name: here.name })}
          onPress={() => setFilling({ areaId: here.id, name: here.name })}
        >
          {t(say.fillIn)}
        </Button>
      )}
      {filling && <FillIn area={filling} onClose={() => setFilling(undefined)} />}
    </>
  )
}

function Areas({ rows }: { rows: readonly PlannedArea[] }) {
  const mayFill = useMay('observers') === true
  const [filling, setFilling] = useState<PlannedArea>()
  return (
    <>
      <Table
        label={t(say.areas)}
        columns={columnsOf(mayFill ? setFilling : undefined)}
        rows={rows}
        keyOf={({ areaId }) => String(areaId)}
        nameOf={({ name }) => name}
        card={(area) => <AreaCard area={area} onFill={mayFill ? setFilling : undefined} />}
        empty={<EmptyState icon="place" title={t(say.noMatch)} />}
        className="overflow-auto [--edge:16px]"
      />
      {filling && <FillIn area={filling} onClose={() => setFilling(undefined)} />}
    </>
  )
}

type Fill = ((area: PlannedArea) => void) | undefined

const columnsOf = (onFill: Fill): readonly Column<PlannedArea>[] => [
  {
    id: 'name',
    title: t(say.area),
    width: '14rem',
    cell: (area) => <AreaLink area={area} />,
  },
  { id: 'covered', title: t(say.covered), cell: (area) => <Cover area={area} /> },
  ...(onFill
    ? [actionsColumn('12rem', (area: PlannedArea) => <Fill area={area} onFill={onFill} />)]
    : []),
]

function AreaLink({ area: { areaId, name } }: { area: PlannedArea }) {
  const { ngoId } = usePlanSearch().search
  return (
    <Link
      to="/deployment/plan"
      search={{ list: 'areas', areaId: String(areaId), ngoId }}
      className="rounded-md font-strong text-ink hover:text-ours hover:underline"
    >
      {name}
    </Link>
  )
}

function Fill({ area, onFill }: { area: PlannedArea; onFill: NonNullable<Fill> }) {
  if (area.covered >= area.stations) return null
  return (
    <Button
      size="small"
      aria-label={t(say.fillInOf, { name: area.name })}
      onPress={() => onFill(area)}
    >
      {t(say.fillIn)}
    </Button>
  )
}

const AreaCard = ({ area, onFill }: { area: PlannedArea; onFill: Fill }) => (
  <div className="grid gap-1">
    <div className="flex items-center justify-between gap-3">
      <AreaLink area={area} />
      {onFill && <Fill area={area} onFill={onFill} />}
    </div>
    <Cover area={area} />
  </div>
)

/** The share of covered stations, as a bar and in words. */
export function Cover({ area: { stations, covered } }: { area: PlannedArea }) {
  const share = stations === 0 ? 0 : covered / stations
  const without = stations - covered
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="h-2 max-w-64 min-w-16 flex-1 rounded-md bg-quiet">
        <span
          style={{ width: `${share * 100}%` }}
          className="block h-full rounded-md bg-ours-fill"
        />
      </span>
      <span className="w-28 text-end tabular-nums">{t(say.coveredOf, { covered, stations })}</span>
      <span className="w-32 text-small text-muted max-sm:hidden">
        {without > 0 && t(say.without, { count: without })}
      </span>
    </span>
  )
}
