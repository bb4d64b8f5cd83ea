import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '#kit/web/api.ts'
import { locale, t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import type { Column } from '#kit/web/ui/columns.ts'
import { SearchField } from '#kit/web/ui/search-field.tsx'
import { Failed, Nothing } from '#kit/web/ui/states.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { type OneCounty, places, type Station } from '../contract.ts'
import { say } from '../copy.ts'

/** The stations of a county; the address says how the numbers of those that are shown begin. */
export function StationList({ county: { id, name, hasAreas } }: { county: OneCounty }) {
  const { station: wanted = '' } = useSearch({ from: '/signed-in/polling-stations/$id' })
  const navigate = useNavigate()
  const stations = useQuery(read(places.stations, { params: { id } }))
  const problem = stations.error ?? stations.failureReason

  const narrow = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, 9)
    const search = digits ? { station: digits } : {}
    void navigate({ to: '.', search, replace: true })
  }
  return (
    <Card
      title={t(say.stationsOf, { name })}
      actions={
        <SearchField
          label={t(say.filterByNumber)}
          value={wanted}
          onChange={narrow}
          inputMode="numeric"
          className="w-44"
        />
      }
      className="overflow-clip"
    >
      {problem && !stations.data ? (
        <Failed problem={problem} retry={() => void stations.refetch()} />
      ) : (
        <Table
          isLong
          label={t(say.stationsOf, { name })}
          columns={columns.filter(({ id }) => hasAreas || id !== 'municipality')}
          rows={stations.data?.filter(({ number }) => String(number).startsWith(wanted))}
          keyOf={(station) => String(station.id)}
          nameOf={({ number }) => String(number)}
          card={(station) => <StationCard station={station} />}
          cardHeight={88}
          empty={<None wanted={wanted} />}
          className="-mx-4 -mb-4 max-h-[70dvh] overflow-auto [--edge:16px]"
        />
      )}
    </Card>
  )
}

/** The school and its street. */
const placeOf = ({ name, address }: Station) => [name, address].filter(Boolean).join(', ')

const coordinatesOf = ({ latitude, longitude }: Station) =>
  latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const votersOf = ({ voters }: Station) => voters?.toLocaleString(locale) ?? ''

const columns: readonly Column<Station>[] = [
  {
    id: 'number',
    title: t(say.stationNumber),
    width: '7.500rem',
    align: 'end',
    cell: ({ number }) => number,
  },
  {
    id: 'municipality',
    title: t(say.municipality),
    width: '10rem',
    cell: ({ municipality }) => municipality,
  },
  { id: 'place', title: t(say.place), cell: (station) => placeOf(station) || <Unknown /> },
  {
    id: 'coordinates',
    title: t(say.coordinates),
    width: '12rem',
    isMinor: true,
    cell: (station) => coordinatesOf(station) || <Unknown />,
  },
  {
    id: 'voters',
    title: t(say.voters),
    width: '9rem',
    align: 'end',
    isMinor: true,
    cell: (station) => votersOf(station) || <Unknown />,
  },
]

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
  const { number, municipality } = station
  const facts = [coordinatesOf(station), votersOf(station)].filter(Boolean)
  return (
    <>
      <p className="truncate font-strong">{[number, municipality].filter(Boolean).join(' · ')}</p>
      <p className="truncate">{placeOf(station) || <Unknown />}</p>
      <p className="truncate text-small text-muted">{facts.join(' · ')}</p>
    </>
  )
}

function None({ wanted }: { wanted: string }) {
  return (
    <Nothing
      icon="place"
      title={wanted ? t(say.noStationNumber, { number: wanted }) : t(say.noStationsHere)}
    />
  )
}
