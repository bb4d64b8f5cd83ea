import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { May } from '#features/session/web/may.tsx'
import { readable, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { stationWords } from '../../columns.ts'
import { type OneCounty, places, type Station } from '../../contract.ts'
import { say } from '../../copy.ts'
import { furtherFields, stationNumbers } from '../../fields.ts'
import { AddStation } from './add-station.tsx'
import { page, StationFilter } from './station-filter.tsx'

/** The stations of a county, filtered by the URL: by municipality, and by the beginning of their numbers. */
export function StationList({ county: { id, code, name, hasAreas } }: { county: OneCounty }) {
  const { station: wanted = '', municipality } = useSearch({ from: page })
  const stations = useQuery(read(places.stations, { params: { id } }))
  const isShown = ({ number, municipalityId }: Station) =>
    String(number).startsWith(wanted) && [undefined, String(municipalityId)].includes(municipality)
  const place = useShown(`${municipality ?? ''} ${wanted}`.trim(), stations.isSuccess)
  return (
    <Card
      ref={place}
      title={t(say.stationsOf, { name })}
      actions={
        <>
          <StationFilter municipalities={hasAreas ? municipalitiesOf(stations.data ?? []) : []} />
          <May to="set-up">
            <AddStation county={{ id, code }} />
          </May>
        </>
      }
      className="overflow-clip"
    >
      <ListTable
        list={{ ...stations, data: stations.data?.filter(isShown) }}
        isLong
        label={t(say.stationsOf, { name })}
        columns={columns.filter(({ id }) => hasAreas || id !== 'municipality')}
        keyOf={(station) => String(station.id)}
        nameOf={({ number }) => String(number)}
        card={(station) => <StationCard station={station} />}
        cardHeight={88}
        empty={<None wanted={wanted} />}
        className="-mx-4 -mb-4 max-h-[70dvh] overflow-auto [--edge:16px]"
      />
    </Card>
  )
}

/**
 * Scrolls into view when a URL asks for some of its rows, because it is below the county's fields; not when
 * the current user filters it.
 */
function useShown(wanted: string, isThere: boolean) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const card = place.current
    if (!wanted || !isThere || !card || card.contains(document.activeElement)) return
    if (card.getBoundingClientRect().top > window.innerHeight / 2) card.scrollIntoView()
  }, [wanted, isThere])
  return place
}

const municipalitiesOf = (stations: readonly Station[]) => [
  ...new Map(
    stations.map(({ municipalityId: id, municipality: text }) => [id, { id: String(id), text }]),
  ).values(),
]

/** The school and its street. */
const placeOf = ({ name, address }: Station) => [name, address].filter(Boolean).join(', ')

const coordinatesOf = ({ latitude, longitude }: Station) =>
  latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const columns: readonly Column<Station>[] = [
  {
    id: 'number',
    title: t(say.stationNumber),
    width: '7.500rem',
    align: 'end',
    cell: (station) => <ToStation station={station} />,
  },
  {
    id: 'municipality',
    title: t(say.municipality),
    width: '10rem',
    cell: ({ municipality }) => municipality,
  },
  {
    id: 'place',
    title: t(say.place),
    cell: (station) => (
      <>
        {station.closedAt && <Closed />}
        <Merged station={station} />
        {placeOf(station) || <Unknown />}
      </>
    ),
  },
  {
    id: 'coordinates',
    title: t(say.coordinates),
    width: '12rem',
    isMinor: true,
    cell: (station) => coordinatesOf(station) || <Unknown />,
  },
  ...furtherFields.map(
    (name): Column<Station> => ({
      id: name,
      title: t(stationWords[name].title),
      width: '9rem',
      align: Object.hasOwn(stationNumbers, name) ? 'end' : 'start',
      isMinor: true,
      cell: (station) => readable(station[name]) || <Unknown />,
    }),
  ),
]

/** To the page of the station. */
function ToStation({ station: { id, number } }: { station: Station }) {
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(id) }}
      className="rounded-md text-ours underline-offset-2 hover:underline"
    >
      {number}
    </Link>
  )
}

/** The station it is merged into. */
const Merged = ({ station: { mergedInto } }: { station: Station }) =>
  mergedInto && (
    <span className="me-2">
      <Badge>{t(say.mergedInto, { station: mergedInto.name })}</Badge>
    </span>
  )

const Closed = () => (
  <span className="me-2">
    <Badge>{t(say.closed)}</Badge>
  </span>
)

function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{t(say.unknown)}</span>
    </>
  )
}

function StationCard({ station }: { station: Station }) {
  const { municipality } = station
  const facts = [
    coordinatesOf(station),
    ...furtherFields.map((name) => readable(station[name])),
  ].filter(Boolean)
  // Lines, not paragraphs: a reader's space between paragraphs would not fit into the fixed height.
  return (
    <>
      <div className="flex gap-2 truncate font-strong">
        <ToStation station={station} />
        {municipality}
      </div>
      <div className="truncate">{placeOf(station) || <Unknown />}</div>
      <div>
        <Merged station={station} />
      </div>
      <div className="truncate text-small text-muted">{facts.join(' · ')}</div>
    </>
  )
}

function None({ wanted }: { wanted: string }) {
  return (
    <EmptyState
      icon="place"
      title={wanted ? t(say.noStationNumber, { number: wanted }) : t(say.noStationsHere)}
    />
  )
}
