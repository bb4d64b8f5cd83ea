import { useQuery } from '@tanstack/react-query'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { places } from '../contract.ts'

export type Named = { readonly id: Id<'areas'>; readonly name: string }

/** Whether the area exists, and the areas that contain it. */
export const useAreaQuery = (areaId: string | undefined) =>
  useQuery({
    ...read(places.path, { params: { id: Number(areaId) as Id<'areas'> } }),
    enabled: areaId !== undefined,
    staleTime: 300_000,
  })

/** The areas that contain the area in the URL, then the area itself; empty without one, or while it loads. */
export function useAreaPath(areaId: string | undefined): readonly Named[] {
  const { data } = useAreaQuery(areaId)
  return (areaId !== undefined && data) || []
}
