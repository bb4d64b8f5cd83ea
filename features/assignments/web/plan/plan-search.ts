import { useSearch } from '@tanstack/react-router'
import type { Id } from '#kit/contract/value/id.ts'
import { useNarrow } from '#kit/web/search.ts'
import type { PlanSearch } from '../search.ts'

export const pageSize = 100

/** The state in the URL, and how to change it. */
export function usePlanSearch() {
  const search = useSearch({ from: '/signed-in/deployment/plan' })
  return { search, go: useNarrow<PlanSearch>() }
}

const as = <Table extends string>(value: string | undefined) =>
  value === undefined ? undefined : (Number(value) as Id<Table>)

/** The area and organisation that filter every part of the page. */
export function partOf({ areaId, ngoId }: Pick<PlanSearch, 'areaId' | 'ngoId'>) {
  const [area, ngo] = [as<'areas'>(areaId), as<'ngos'>(ngoId)]
  return { ...(area && { areaId: area }), ...(ngo && { ngoId: ngo }) }
}

/** The filter of the list as the server gets it; whatever the page. */
export function filterOf({ stationId, observerId, conflict, name, ...rest }: PlanSearch) {
  const [station, observer] = [as<'pollingStations'>(stationId), as<'observers'>(observerId)]
  return {
    ...partOf(rest),
    ...(station && { pollingStationId: station }),
    ...(observer && { observerId: observer }),
    ...(conflict && { conflict }),
    ...(name && { name }),
  }
}

/** The filters of the list beside the area. */
export const noFilters = {
  ...{ stationId: undefined, observerId: undefined, ngoId: undefined },
  ...{ conflict: undefined, name: undefined },
} satisfies PlanSearch

export const isNarrowed = (search: PlanSearch): boolean =>
  Object.keys(noFilters).some((name) => search[name as keyof typeof noFilters] !== undefined)
