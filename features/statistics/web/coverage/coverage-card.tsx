import { Link } from '@tanstack/react-router'
import type { PlannedArea } from '#features/assignments/contract.ts'
import { locale, t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { say } from '../../copy.ts'
import { AreaName } from './area-name.tsx'
import { Share } from './shares.tsx'
import { useCoverage } from './use-coverage.ts'
import { useSorted } from './use-sorted.ts'

/** Covered and visited stations by area. */
export function CoverageCard() {
  const coverage = useCoverage()
  return (
    <Card title={t(say.coverage)} about={t(say.coverageAbout)} className="overflow-clip">
      <Loaded query={coverage}>
        {({ areas, target }) => (
          <>
            {target !== null && <p>{t(say.ofTarget, { count: target })}</p>}
            <Areas areas={areas} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Areas({ areas }: { areas: readonly PlannedArea[] }) {
  const { sorted, sorting } = useSorted(areas, values)
  return (
    <Table
      label={t(say.coverage)}
      columns={columns}
      rows={sorted}
      sorting={sorting}
      keyOf={({ areaId }) => String(areaId)}
      nameOf={({ name }) => name}
      card={(area) => (
        <RowCard title={<Name area={area} />} actions={null}>
          <span>
            {t(say.covered)}: {t(say.shownOf, { shown: area.covered, total: area.stations })}
          </span>
          <span>
            {t(say.met)}: {t(say.shownOf, { shown: area.met, total: area.covered })}
          </span>
          <span>
            {t(say.visited)}: {t(say.shownOf, { shown: area.visited, total: area.stations })}
          </span>
        </RowCard>
      )}
      empty={
        <EmptyState icon="place" title={t(say.noStations)}>
          <Link to="/polling-stations" className={buttonClass('plain')}>
            {t(say.toPlaces)}
          </Link>
        </EmptyState>
      }
      className="-mx-4 -mb-4 max-h-[50dvh] overflow-auto [--edge:16px]"
    />
  )
}

const Name = ({ area: { areaId, name, isDivided } }: { area: PlannedArea }) => (
  <AreaName id={areaId} name={name} isDivided={isDivided} />
)

const shareOf = (part: number, all: number) => (all === 0 ? 0 : part / all)

const values: Readonly<Record<string, (area: PlannedArea) => string | number>> = {
  name: ({ name }) => name,
  stations: ({ stations }) => stations,
  covered: ({ covered, stations }) => shareOf(covered, stations),
  met: ({ met, covered }) => shareOf(met, covered),
  visited: ({ visited, stations }) => shareOf(visited, stations),
  uncovered: ({ covered, stations }) => stations - covered,
}

const columns: readonly Column<PlannedArea>[] = [
  {
    id: 'name',
    title: t(say.area),
    width: '14rem',
    sortKey: 'name',
    cell: (area) => <Name area={area} />,
  },
  {
    id: 'stations',
    title: t(say.stations),
    width: '7rem',
    align: 'end',
    sortKey: 'stations',
    cell: ({ stations }) => stations.toLocaleString(locale),
  },
  {
    id: 'covered',
    title: t(say.covered),
    sortKey: 'covered',
    cell: ({ covered, stations }) => <Share count={covered} of={stations} colour="bg-ours-fill" />,
  },
  {
    id: 'met',
    title: t(say.met),
    sortKey: 'met',
    cell: ({ met, covered }) => <Share count={met} of={covered} colour="bg-done" />,
  },
  {
    id: 'visited',
    title: t(say.visited),
    sortKey: 'visited',
    cell: ({ visited, stations }) => <Share count={visited} of={stations} colour="bg-done" />,
  },
  {
    id: 'uncovered',
    title: t(say.uncovered),
    width: '10.5rem',
    align: 'end',
    sortKey: 'uncovered',
    cell: ({ covered, stations }) => (stations - covered).toLocaleString(locale),
  },
]
