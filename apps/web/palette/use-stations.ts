import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FoundMunicipality, type FoundStation, places } from '#features/places/contract.ts'
import { read } from '#kit/web/read/api.ts'
import type { Command } from './command.ts'

/**
 * Municipalities by name, which lead to their place in the county's list, and stations by number or address,
 * which lead to their page.
 */
export function useStations(typed: string): {
  readonly municipalities: Command[]
  readonly stations: Command[]
  readonly isAsking: boolean
} {
  const navigate = useNavigate()
  const { data, isFetching } = useQuery({
    ...read(places.search, { query: { text: typed } }),
    enabled: typed !== '',
  })
  const show = (countyId: number, search: { municipality: string }) =>
    navigate({ to: '/polling-stations/$id', params: { id: String(countyId) }, search })

  const municipality = ({ id, name, code, county, countyId }: FoundMunicipality): Command => ({
    id: `municipality-${id}`,
    text: name,
    about: code,
    below: county,
    icon: 'place',
    run: () => show(countyId, { municipality: String(id) }),
  })
  const station = ({ id, number, ...place }: FoundStation): Command => ({
    id: `station-${id}`,
    text: [place.county, place.municipality, number].filter((part) => part !== '').join(' '),
    below: [place.name, place.address].filter(Boolean).join(', '),
    icon: 'place',
    run: () => navigate({ to: '/stations/$id', params: { id: String(id) } }),
  })
  if (typed === '' || !data) return { municipalities: [], stations: [], isAsking: isFetching }
  return {
    municipalities: data.municipalities.map(municipality),
    stations: data.stations.map(station),
    isAsking: false,
  }
}
