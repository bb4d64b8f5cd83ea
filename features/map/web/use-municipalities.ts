import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useVerified } from '#features/statistics/web/use-verified.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { type MapArea, type MapShapes, map } from '../contract.ts'
import { lateMs } from './figures.ts'

/** A county's municipalities, with their known outlines. */
export type Municipalities = {
  readonly areas: readonly MapArea[]
  readonly shapes: MapShapes
}

/** The municipalities of the chosen county; undefined without a county and until they are loaded. */
export function useMunicipalities(county: number | undefined): Municipalities | undefined {
  const query = { countyId: county as Id<'areas'> }
  const enabled = county !== undefined
  const verified = useVerified()
  const request = read(map.areas, { query: { ...query, ...verified } })
  const counted = useQuery({ ...request, enabled, refetchInterval: lateMs }).data
  const areas = counted?.areas
  const shapes = useQuery({ ...read(map.shapes, { query }), enabled }).data
  // Without a county the cached reply under the same key has all counties.
  return useMemo(
    () => (enabled && areas && shapes ? { areas, shapes } : undefined),
    [enabled, areas, shapes],
  )
}
