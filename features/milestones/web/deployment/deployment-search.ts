import { useSearch } from '@tanstack/react-router'
import type { Id } from '#kit/contract/value/id.ts'
import { useNarrow } from '#kit/web/search.ts'
import { DeploymentFilter } from '../../contract.ts'
import type { AreasSearch, DeploymentSearch } from '../search.ts'

/** Each row has a state for each milestone. */
export const pageSize = 50

/** The state in the URL, and how to change it. */
export function useDeploymentSearch() {
  const search = useSearch({ from: '/signed-in/deployment' })
  return { search, go: useNarrow<DeploymentSearch>() }
}

/** The rows compared in the URL. Stations are compared within an area; without one, the counties are. */
export function useAreasSearch(): AreasSearch {
  const search = useSearch({ from: '/signed-in/deployment/areas' })
  return search.by === 'station' && search.areaId === undefined ? {} : search
}

const as = <Table extends string>(value: string | undefined) =>
  value === undefined ? undefined : (Number(value) as Id<Table>)

/** The server's query for the comparison. */
export function comparisonOf({ by, areaId }: AreasSearch) {
  const area = as<'areas'>(areaId)
  if (by === 'organisation') return { by }
  if (!area) return {}
  return by ? { by, areaId: area } : { areaId: area }
}

export const stateIn = ({ state }: DeploymentSearch) =>
  DeploymentFilter.shape.state.catch(undefined).parse(state)

/** The filter of the list, as the server gets it; whatever the page. */
export function filterOf(search: DeploymentSearch) {
  const area = as<'areas'>(search.countyId)
  const [ngo, milestone] = [as<'ngos'>(search.ngoId), as<'milestones'>(search.milestoneId)]
  const [station, observer] = [
    as<'pollingStations'>(search.stationId),
    as<'observers'>(search.observerId),
  ]
  const state = stateIn(search)
  return {
    ...(area && { areaId: area }),
    ...(ngo && { ngoId: ngo }),
    ...(milestone && { milestoneId: milestone }),
    ...(state && { state }),
    ...(station && { pollingStationId: station }),
    ...(observer && { observerId: observer }),
    ...(search.name && { name: search.name }),
    ...(search.silent && { silentMinutes: search.silent }),
    ...(search.elsewhere && { elsewhere: true }),
  }
}

/** Resets the filters of the list. */
export const noFilters = {
  ...{ countyId: undefined, ngoId: undefined, stationId: undefined, observerId: undefined },
  ...{ milestoneId: undefined, state: undefined, name: undefined, silent: undefined },
  ...{ elsewhere: undefined, page: undefined },
} satisfies Partial<DeploymentSearch>

export const isNarrowed = (search: DeploymentSearch) => Object.keys(filterOf(search)).length > 0
