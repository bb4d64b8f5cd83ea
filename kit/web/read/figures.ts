import { type QueryCache, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { reachedByServer } from './clock.ts'

/** So far behind the server's clock figures may be without a word. */
const unsaidMs = 3000
/** How often figures are read again without an announcement: while none are counted, none comes. */
const lookMs = 30_000

const Figures = z.object({ asOf: z.date() })
const Pages = z.object({ pages: z.array(Figures).min(1) })

/** How current what a query read is, in milliseconds; undefined: it has no figures. */
function asOfIn(data: unknown): number | undefined {
  const one = Figures.safeParse(data)
  if (one.success) return one.data.asOf.getTime()
  const several = Pages.safeParse(data)
  return several.success
    ? Math.min(...several.data.pages.map(({ asOf }) => asOf.getTime()))
    : undefined
}

/** The oldest of the figures on screen that were behind when they were read; undefined: none. */
function oldestBehind(cache: QueryCache): number | undefined {
  const reached = reachedByServer()
  if (reached === undefined) return undefined
  const behind = cache.findAll({ type: 'active' }).flatMap(({ state }) => {
    const asOf = asOfIn(state.data)
    // This machine's clock tells how long ago that was, and no more: it may be wrong.
    const readAt = reached - (Date.now() - state.dataUpdatedAt)
    return asOf !== undefined && readAt - asOf > unsaidMs ? [asOf] : []
  })
  return behind.length > 0 ? Math.min(...behind) : undefined
}

/** Up to when everything is in the figures on screen, where that is more than 3 s behind. */
export function useFiguresBehind(): Date | undefined {
  const cache = useQueryClient().getQueryCache()
  const asOf = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => oldestBehind(cache),
  )
  return asOf === undefined ? undefined : new Date(asOf)
}

const readOld = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      asOfIn(state.data) !== undefined && Date.now() - state.dataUpdatedAt >= lookMs,
  })

/** Reads figures on screen again now and then: that they are behind is announced by nobody. */
export function useRereadFigures(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readOld(client)
    }, lookMs)
    return () => clearInterval(timer)
  }, [client])
}
