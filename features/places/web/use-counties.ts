import { useQuery } from '@tanstack/react-query'
import { elections } from '#features/elections/contract.ts'
import { useMay } from '#features/session/web/may.tsx'
import { read } from '#kit/web/read/api.ts'
import { type County, places } from '../contract.ts'

/** The reads that a change of counties or stations invalidates. */
export const touched = [
  places.counties,
  places.countyLimits,
  places.listDeletedCounties,
  places.listDeletedStations,
  places.county,
  places.stations,
  places.station,
  places.stationDoubt,
  places.listImports,
] as const

/** Whether the current user may change counties; undefined while that is not known. */
export const useMayChange = (): boolean | undefined => useMay('set-up')

/** The levels of areas in the election: above the counties, and below them. */
export function useLevels(): { readonly isNested: boolean; readonly hasAreas: boolean } {
  const { data } = useQuery(read(elections.current, {}))
  const { countyLevel = 1, levelNames = [] } = data ?? {}
  return { isNested: countyLevel > 1, hasAreas: levelNames.length > countyLevel }
}

export const titleOf = ({ code, name }: Pick<County, 'code' | 'name'>) => `${name} (${code})`
