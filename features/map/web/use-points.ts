import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useVerified } from '#features/statistics/web/use-verified.ts'
import type { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { type MapStations, map } from '../contract.ts'
import { lateMs } from './figures.ts'
import { pointsOf } from './geo.ts'

type Answered = UseQueryResult<MapStations, Problem>

/**
 * The stations of all counties. Each county is read by itself, so that what is reported from one has that one read again;
 * they are shown together, because to cut them into tiles takes as long for one as for all.
 */
export function usePoints(areas: readonly { readonly id: Id<'areas'> }[]) {
  const verified = useVerified()
  const ids = areas.map(({ id }) => id)
  const key = ids.join()
  // The same function while the counties are the same: what it made is then kept as long as no reply changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counties are told by their key
  const combine = useCallback(
    (each: Answered[]) => {
      const stations = each.flatMap(({ data }) => (data ? [data] : []))
      const isWhole = stations.length === each.length
      return {
        data: isWhole
          ? pointsOf(stations.map((one, nth) => ({ countyId: ids[nth] as number, stations: one })))
          : undefined,
        error: each.find(({ error }) => error)?.error ?? null,
        failureReason: each.find(({ failureReason }) => failureReason)?.failureReason ?? null,
        refetch: () => Promise.all(each.filter(({ data }) => !data).map((one) => one.refetch())),
      }
    },
    [key],
  )
  return useQueries({
    queries: ids.map((countyId) => ({
      ...read(map.stations, { query: { countyId, ...verified } }),
      refetchInterval: lateMs,
    })),
    combine,
  })
}
