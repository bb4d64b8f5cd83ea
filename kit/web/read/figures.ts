import { type QueryCache, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { reachedByServer } from './clock.ts'

/** How far figures may be behind the server's clock before a screen says so. */
const quietMs = 3000
/** How often figures are refetched without an announcement: a stopped projector announces none. */
const lookMs = 30_000

const Figures = z.object({ asOf: z.date() })
const Pages = z.object({ pages: z.array(Figures).min(1) })

/** When a query's figures were current, in milliseconds; undefined: it has no figures. */
function asOfIn(data: unknown): number | undefined {
  const one = Figures.safeParse(data)
  if (one.success) return one.data.asOf.getTime()
  const several = Pages.safeParse(data)
  return several.success
    ? Math.min(...several.data.pages.map(({ asOf }) => asOf.getTime()))
    : undefined
}

/** The data of a query, and when it was read by this machine's clock. */
type ReadData = { readonly data: unknown; readonly dataUpdatedAt: number }

/**
 * The oldest moment of figures that were behind when they were read; undefined: none were.
 * @param now by this machine's clock, which may be wrong: it tells how long ago something was read, and no more
 * @param reached the same by the server's clock
 */
export function oldestBehind(
  reads: readonly ReadData[],
  { now, reached }: { readonly now: number; readonly reached: number },
): number | undefined {
  const behind = reads.flatMap(({ data, dataUpdatedAt }) => {
    const asOf = asOfIn(data)
    const readAt = reached - (now - dataUpdatedAt)
    return asOf !== undefined && readAt - asOf > quietMs ? [asOf] : []
  })
  return behind.length > 0 ? Math.min(...behind) : undefined
}

function behindIn(cache: QueryCache): number | undefined {
  const reached = reachedByServer()
  const reads = cache.findAll({ type: 'active' }).map(({ state }) => state)
  return reached === undefined ? undefined : oldestBehind(reads, { now: Date.now(), reached })
}

/** Up to when everything is in the figures on screen, where that is more than 3 s behind. */
export function useFiguresBehind(): Date | undefined {
  const cache = useQueryClient().getQueryCache()
  const asOf = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => behindIn(cache),
  )
  return asOf === undefined ? undefined : new Date(asOf)
}

const readOld = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      asOfIn(state.data) !== undefined && Date.now() - state.dataUpdatedAt >= lookMs,
  })

/** Reads visible figures again now and then: no event announces that they are behind. */
export function useRereadFigures(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readOld(client)
    }, lookMs)
    return () => clearInterval(timer)
  }, [client])
}
