import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import { useVerified } from '#features/statistics/web/use-verified.ts'
import { VerifiedOnly } from '#features/statistics/web/verified-only.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useNarrow as useSearchChange } from '#kit/web/search.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import { type MapArea, map } from '../contract.ts'
import { say } from '../copy.ts'
import { figureOf, figures, lateMs } from './figures.ts'
import { MapSide } from './map-side.tsx'
import { type MapSearch, wholeMap } from './search.ts'
import { ShapesDialog } from './shapes-dialog.tsx'
import { AreaTable } from './tables/area-table.tsx'
import { MunicipalityTable } from './tables/municipality-table.tsx'
import { StationTable } from './tables/station-table.tsx'

/** Where the evening goes well and where it does not, on a map and in its table. */
export function MapPage() {
  const search = useSearch({ from: '/signed-in/map' })
  const change = useSearchChange<MapSearch>()
  const query = useVerified()
  const areas = useQuery({ ...read(map.areas, { query }), refetchInterval: lateMs })
  const figure = figureOf(search.figure)
  const isNarrow = useNarrow()
  return (
    <Page
      isFilled
      asOf={<FiguresAsOf />}
      title={t(say.map)}
      back={<Link to="/statistics">{t(say.toStatistics)}</Link>}
      count={areas.data && countOf(areas.data.areas)}
      actions={<Actions countyId={areaNamed(areas.data?.areas, search)?.id} />}
      filters={
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label={t(say.colouredBy)}
            items={figures.map(({ id, title }) => ({ id, text: t(title) }))}
            value={figure.id}
            onChange={(id) => change({ figure: id === figures[0].id ? undefined : id })}
            className="w-64"
          />
          {isNarrow && (
            <Button onPress={() => change({ view: search.view ? undefined : 'table' })}>
              <Icon name={search.view ? 'place' : 'table'} />
              {t(search.view ? say.showMap : say.showTable)}
            </Button>
          )}
          <div className="pb-1">
            <VerifiedOnly reviewState={query.reviewState} />
          </div>
          <p className="pb-1.5 text-small text-muted">{t(figure.about)}</p>
        </div>
      }
    >
      <Loaded query={areas}>
        {({ areas: rows }) => (
          <UnlessMissing all={missingIn(rows, search, change)}>
            <Both areas={rows} search={search} isNarrow={isNarrow} onChange={change} />
          </UnlessMissing>
        )}
      </Loaded>
    </Page>
  )
}

function Both({
  areas,
  search,
  isNarrow,
  onChange,
}: {
  areas: readonly MapArea[]
  search: MapSearch
  isNarrow: boolean
  onChange: (change: MapSearch) => void
}) {
  if (areas.length === 0)
    return (
      <EmptyState icon="place" title={t(say.noCounties)}>
        <Link to="/polling-stations" className="text-ours underline">
          {t(say.toPlaces)}
        </Link>
      </EmptyState>
    )
  const { figure, view } = search
  const area = areaNamed(areas, search)
  const side = (
    <MapSide
      areas={areas}
      figure={figureOf(figure)}
      selected={area?.id}
      selectedMunicipality={numberIn(search.municipality)}
      sought={numberIn(search.station)}
      onSelect={(id) => onChange({ ...wholeMap, county: textOf(id) })}
      onSelectMunicipality={(id) => onChange({ municipality: textOf(id), list: undefined })}
    />
  )
  const OfCounty = search.list ? MunicipalityTable : StationTable
  const table = area ? (
    <OfCounty key={area.id} area={area} search={search} onChange={onChange} />
  ) : (
    <AreaTable
      label={t(say.tableLabel)}
      title={t(say.county)}
      areas={areas}
      toOf={(id) => ({ ...wholeMap, county: String(id) })}
    />
  )
  if (isNarrow) return view ? table : <div className="h-[70dvh]">{side}</div>
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col print:block">
      <div className="min-h-96 min-w-0 flex-1 print:min-h-0 print:flex-none print:w-full">
        {side}
      </div>
      <div className="flex min-h-0 flex-col border-line max-lg:h-1/2 max-lg:border-t lg:w-[55%] lg:max-w-[48rem] lg:border-s print:h-auto print:w-full print:max-w-none">
        {table}
      </div>
    </div>
  )
}

/** A county that the address names and that is not there; an election without any says that instead. */
const missingIn = (
  areas: readonly MapArea[],
  search: MapSearch,
  onChange: (change: MapSearch) => void,
) =>
  areas.length === 0 || search.county === undefined || areaNamed(areas, search)
    ? []
    : [{ title: t(say.noSuchCounty), leave: () => onChange(wholeMap) }]

/** The county in the address, if there is one. */
const areaNamed = (areas: readonly MapArea[] | undefined, { county }: MapSearch) =>
  areas?.find(({ id }) => id === numberIn(county))

const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const textOf = (id: number | undefined) => (id === undefined ? undefined : String(id))

function Actions({ countyId }: { countyId: MapArea['id'] | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const shapes = useQuery(read(map.shapes, { query: {} }))
  return (
    <>
      <May to="set-up">
        {shapes.data && (
          <Button onPress={() => setOpen(true)}>
            <Icon name="upload" />
            <span className="max-sm:sr-only">{t(say.shapes)}</span>
          </Button>
        )}
      </May>
      <May to="export">
        <FilesMenu
          label={t(say.export)}
          endpoint={map.exportAreas}
          query={{ countyId, ...useVerified() }}
        />
      </May>
      {isOpen && shapes.data && (
        <ShapesDialog shapes={shapes.data} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const countOf = (areas: readonly MapArea[]) =>
  t(say.ofStations, {
    visited: areas.reduce((sum, one) => sum + one.visited, 0),
    stations: areas.reduce((sum, one) => sum + one.stations, 0),
  })
