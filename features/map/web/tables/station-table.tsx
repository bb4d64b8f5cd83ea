import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { places, type Station } from '#features/places/contract.ts'
import { useVerified } from '#features/statistics/web/use-verified.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import type { Choosable } from '#kit/web/ui/field/list-box.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import type { Sort } from '#kit/web/ui/table/sort.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
import { type MapArea, type MapStations, map } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type MapSearch, type StationState, stationStates, wholeMap } from '../search.ts'

type Row = Station & { readonly state: number }

type Props = {
  readonly area: MapArea
  readonly search: MapSearch
  readonly onChange: (change: MapSearch) => void
}

/** What the map says of the stations of a county, those first where something is wrong. */
export function StationTable({ area: { id, name }, search, onChange }: Props) {
  const { state, municipality } = search
  const stations = useQuery(read(places.stations, { params: { id } }))
  const query = useQuery(read(map.stations, { query: { countyId: id, ...useVerified() } }))
  return (
    <Loaded query={stations}>
      {(all) => (
        <Loaded query={query}>
          {(states) => {
            const ofCounty = rowsOf(all, states)
            const rows = ofCounty.filter(
              ({ municipalityId }) => !municipality || municipalityId === Number(municipality),
            )
            const municipalities = municipalitiesOf(ofCounty)
            return (
              <>
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2 max-sm:px-4">
                  <h2 className="flex-1 basis-48 text-large font-strong max-sm:basis-full">
                    {t(say.stationsOf, { county: name })}
                  </h2>
                  {municipalities.length > 1 && (
                    <Button onPress={() => onChange({ list: 'municipalities' })}>
                      {t(say.byMunicipality)}
                    </Button>
                  )}
                  <Button onPress={() => onChange(wholeMap)}>{t(say.allCounties)}</Button>
                  <StationFilters
                    search={search}
                    municipalities={municipalities}
                    rows={rows}
                    onChange={onChange}
                  />
                </div>
                <Rows
                  label={t(say.stationsOf, { county: name })}
                  rows={rows.filter((row) => !state || stationStates[row.state] === state)}
                  showAll={() => onChange({ state: undefined, municipality: undefined })}
                />
              </>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The municipality and the state of the stations. */
function StationFilters({
  search: { state, municipality },
  municipalities,
  rows,
  onChange,
}: Pick<Props, 'search' | 'onChange'> & {
  readonly municipalities: readonly Choosable[]
  readonly rows: readonly Row[]
}) {
  return (
    <FilterBar
      onChange={onChange}
      chips={[
        {
          label: t(say.municipality),
          value: municipality && municipalities.find(({ id }) => id === municipality)?.text,
          without: { municipality: undefined },
        },
        {
          label: t(say.state),
          value: state && t(looks[state].words),
          without: { state: undefined },
        },
      ]}
    >
      {municipalities.length > 1 && (
        <Select
          label={t(say.municipality)}
          items={[{ id: '', text: t(say.anyMunicipality) }, ...municipalities]}
          value={municipality ?? ''}
          onChange={(chosen) => onChange({ municipality: chosen || undefined })}
          className="w-44 max-sm:w-full"
        />
      )}
      <Select
        label={t(say.state)}
        items={itemsOf(rows)}
        value={state ?? ''}
        onChange={(chosen) => onChange({ state: stateNamed(chosen) })}
        className="w-56 max-sm:w-full"
      />
    </FilterBar>
  )
}

/** The municipalities of these stations, in their order. */
const municipalitiesOf = (rows: readonly Row[]) => [
  ...new Map(
    rows.flatMap(({ municipalityId, municipality }) =>
      municipalityId === null
        ? []
        : [[municipalityId, { id: String(municipalityId), text: municipality }] as const],
    ),
  ).values(),
]

/** Stations with their states, without those merged into another. */
function rowsOf(stations: readonly Station[], { ids, states, notLocated }: MapStations): Row[] {
  const stateOf = new Map([
    ...ids.map((id, nth) => [id, Number(states[nth])] as const),
    ...notLocated.ids.map((id, nth) => [id, Number(notLocated.states[nth])] as const),
  ])
  return stations
    .filter(({ mergedInto }) => mergedInto === null)
    .map((station) => ({ ...station, state: stateOf.get(station.id) ?? 0 }))
}

type Look = {
  readonly words: Copy
  readonly tone: 'plain' | 'attention' | 'alarm' | 'done'
  readonly icon?: IconName
}

const looks: Readonly<Record<StationState, Look>> = {
  uncovered: { words: say.isUncovered, tone: 'plain' },
  awaited: { words: say.isAwaited, tone: 'plain', icon: 'clock' },
  visited: { words: say.isVisited, tone: 'done', icon: 'check' },
  late: { words: say.isLate, tone: 'attention', icon: 'warning' },
  flagged: { words: say.isFlagged, tone: 'alarm', icon: 'flag' },
}

const stateNamed = (name: string) => stationStates.find((one) => one === name)

/** The states with how many stations have each, the worst first. */
const itemsOf = (rows: readonly Row[]) => [
  { id: '', text: t(say.anyState, { count: rows.length }) },
  ...stationStates.toReversed().map((id) => {
    const count = rows.filter(({ state }) => stationStates[state] === id).length
    return { id, text: t(say.stateCounted, { state: t(looks[id].words), count }) }
  }),
]

function State({ of: { state, closedAt } }: { of: Row }) {
  const { words, ...look } = looks[stationStates[state] ?? 'uncovered']
  return (
    <span className="flex flex-wrap gap-1">
      <Badge {...look}>{t(words)}</Badge>
      {closedAt && <Badge icon="lock">{t(say.isClosed)}</Badge>}
    </span>
  )
}

function Rows({
  label,
  rows,
  showAll,
}: {
  label: string
  rows: readonly Row[]
  showAll: () => void
}) {
  const [sort, setSort] = useState<Sort>({ by: 'state', direction: 'descending' })
  const sign = sort.direction === 'ascending' ? 1 : -1
  // They come by area and number.
  const sorted =
    sort.by === 'state'
      ? rows.toSorted((one, other) => sign * (one.state - other.state))
      : sign === 1
        ? rows
        : rows.toReversed()
  return (
    <Table
      isLong
      label={label}
      columns={columns}
      rows={sorted}
      keyOf={({ id }) => String(id)}
      nameOf={nameOf}
      sorting={{
        sort,
        onSort: (chosen) => setSort(chosen ?? { by: 'state', direction: 'descending' }),
      }}
      card={(row) => (
        <RowCard title={<Name of={row} />} actions={null}>
          <span className="truncate">{placeOf(row)}</span>
          <State of={row} />
        </RowCard>
      )}
      cardHeight={96}
      empty={
        <EmptyState icon="place" title={t(say.noSuchStations)}>
          <Button onPress={showAll}>{t(say.showAll)}</Button>
        </EmptyState>
      }
      className="min-h-0 flex-1 overflow-auto"
    />
  )
}

const nameOf = ({ municipality, number }: Row) => [municipality, number].filter(Boolean).join(' ')
const placeOf = ({ name, address }: Row) => [name, address].filter(Boolean).join(', ')

const Name = ({ of }: { of: Row }) => (
  <Link
    to="/stations/$id"
    params={{ id: String(of.id) }}
    className="rounded-md font-strong text-ink hover:text-ours hover:underline"
  >
    {nameOf(of)}
  </Link>
)

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    title: t(say.stationNumber),
    width: '11rem',
    sortKey: 'name',
    cell: (row) => <Name of={row} />,
  },
  {
    id: 'state',
    title: t(say.state),
    width: '13rem',
    sortKey: 'state',
    cell: (row) => <State of={row} />,
  },
  { id: 'place', title: t(say.place), cell: placeOf },
]
