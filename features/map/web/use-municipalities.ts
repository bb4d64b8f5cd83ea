import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { type MapArea, type MapShapes, map } from '../contract.ts'
import { lateMs } from './figures.ts'

/** What a county is divided into, with the outlines there are. */
export type Municipalities = {
  readonly areas: readonly MapArea[]
  readonly shapes: MapShapes
}

/** Of the county that is chosen; undefined without one, and until they arrived. */
export function useMunicipalities(county: number | undefined): Municipalities | undefined {
  const query = { countyId: county as Id<'areas'> }
  const enabled = county !== undefined
  const counted = useQuery({ ...read(map.areas, { query }), enabled, refetchInterval: lateMs }).data
  const areas = counted?.areas
  const shapes = useQuery({ ...read(map.shapes, { query }), enabled }).data
  // Without a county, what is in the cache under the same key is of all counties.
  return useMemo(
    () => (enabled && areas && shapes ? { areas, shapes } : undefined),
    [enabled, areas, shapes],
  )
}
