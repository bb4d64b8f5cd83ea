import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FoundMunicipality, type FoundStation, places } from '#features/places/contract.ts'
import { holds } from '#kit/contract/folded.ts'
import { read } from '#kit/web/api.ts'
import type { Command } from './command.ts'

/** Municipalities by name, and stations by number or address; each leads to where its county lists it. */
export function useStations(
  typed: string,
  now: string,
): { readonly municipalities: Command[]; readonly stations: Command[] } {
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useQuery({
    ...read(places.search, { query: { text: typed } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  // What answers an earlier word must not be chosen by who has gone on typing.
  const isOld = isPlaceholderData || typed !== now
  const fits = ({ text, below = '' }: Command) => !isOld || holds(`${text} ${below}`, now)
  const show = (countyId: number, search: { municipality?: string; station?: string }) =>
    navigate({ to: '/polling-stations/$id', params: { id: String(countyId) }, search })

  const municipality = ({ id, name, code, county, countyId }: FoundMunicipality): Command => ({
    id: `municipality-${id}`,
    text: name,
    about: code,
    below: county,
    icon: 'place',
    run: () => show(countyId, { municipality: String(id) }),
  })
  const station = ({ id, number, countyId, municipalityId, ...place }: FoundStation): Command => ({
    id: `station-${id}`,
    text: [place.county, place.municipality, number].filter((part) => part !== '').join(' '),
    below: [place.name, place.address].filter(Boolean).join(', '),
    icon: 'place',
    run: () =>
      show(countyId, {
        ...(municipalityId !== null && { municipality: String(municipalityId) }),
        station: String(number),
      }),
  })
  if (typed === '' || now === '' || !data) return { municipalities: [], stations: [] }
  return {
    municipalities: data.municipalities.map(municipality).filter(fits),
    stations: data.stations.map(station).filter(fits),
  }
}
