import { useQuery } from '@tanstack/react-query'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { places } from '../contract.ts'

export type Named = { readonly id: Id<'areas'>; readonly name: string }

/** Whether there is such an area, and where it lies. */
export const useAreaQuery = (areaId: string | undefined) =>
  useQuery({
    ...read(places.path, { params: { id: Number(areaId) as Id<'areas'> } }),
    enabled: areaId !== undefined,
    staleTime: 300_000,
  })

/** The area that an address names, last, and those that it lies in; empty where it names none, or while it is read. */
export function useAreaPath(areaId: string | undefined): readonly Named[] {
  const { data } = useAreaQuery(areaId)
  return (areaId !== undefined && data) || []
}
