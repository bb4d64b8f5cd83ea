import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Id } from '#kit/contract/value/id.ts'
import type { PlanSearch } from '../search.ts'

export const pageSize = 100

/** The state in the URL, and how to change it; another list begins at its first page. */
export function usePlanSearch() {
  const search = useSearch({ from: '/signed-in/deployment/plan' })
  const navigate = useNavigate()
  const go = (change: Partial<PlanSearch>) =>
    void navigate({ to: '/deployment/plan', search: { ...search, page: undefined, ...change } })
  return { search, go }
}

const as = <Table extends string>(said: string | undefined) =>
  said === undefined ? undefined : (Number(said) as Id<Table>)

/** The filter as the server gets it; whatever the page. */
export function filterOf({ areaId, stationId, observerId, conflict, name }: PlanSearch) {
  const [area, station, observer] = [
    as<'areas'>(areaId),
    as<'pollingStations'>(stationId),
    as<'observers'>(observerId),
  ]
  return {
    ...(area && { areaId: area }),
    ...(station && { pollingStationId: station }),
    ...(observer && { observerId: observer }),
    ...(conflict && { conflict }),
    ...(name && { name }),
  }
}

export const isNarrowed = ({ stationId, observerId, conflict, name }: PlanSearch): boolean =>
  [stationId, observerId, conflict, name].some((one) => one !== undefined)
