import type { Query, QueryClient } from '@tanstack/react-query'
import type { Invalidation } from '#kit/contract/feature.ts'
import { loadSentences } from '#kit/web/problems.ts'
import { keyOf } from '#kit/web/read/api.ts'
import { atMostEvery, listen, openLive } from '#kit/web/read/live.ts'
import { readUnreached } from '#kit/web/read/queries.ts'
import { invalidations } from './invalidations.ts'

/**
 * Invalidates the queries that events make stale, also of pages that are not open: they refetch when the user
 * returns. Queries on screen refetch at once; after missed events, all do. Stops when the returned function
 * is called.
 */
export function invalidateOnEvents(client: QueryClient): () => void {
  // Results of tasks need these sentences too, and no refused call would load them.
  void loadSentences()
  const stops = invalidations.map((change) => invalidateOn(client, change))
  const close = openLive({
    missed: () => void client.invalidateQueries(),
    opened: () => void readUnreached(client),
  })
  return () => {
    for (const stop of [...stops, close]) stop()
  }
}

function invalidateOn(client: QueryClient, { event, touches, restMs }: Invalidation): () => void {
  const cache = client.getQueryCache()
  const keys = new Set<unknown>(touches.map(keyOf))
  const due = new Set<Query>()
  const readAgain = atMostEvery(restMs ?? 0, async () => {
    const old = [...due]
    due.clear()
    await Promise.all(old.map((query) => readAfterEvent(client, query)))
  })
  return listen(event, (payload) => {
    const { countyId: _, ...named } = payload
    const predicate = ({ queryKey: [key, request] }: Query) =>
      keys.has(key) && mayConcern(named, request)
    const old = cache.findAll({ predicate })
    for (const query of old) query.invalidate()
    if (restMs === undefined) return
    for (const query of old) due.add(query)
    if (due.size > 0) readAgain()
  })
}

/** Refetches a query that is on screen, after its first read: that reply may be older than the event. */
async function readAfterEvent(client: QueryClient, query: Query): Promise<void> {
  if (query.state.data === undefined) await query.promise?.catch(() => undefined)
  // A query cancelled because its page was left is reset, and no longer invalidated.
  if (!query.isActive()) query.invalidate()
  await client.refetchQueries({ type: 'active', predicate: (other) => other === query })
}

type Named = Readonly<Record<string, unknown>>
type RequestParts = { readonly params?: Named; readonly query?: Named }

/** False when the query names another observer, station or task than the event. */
function mayConcern(payload: Named, request: unknown): boolean {
  const { params = {}, query = {} } = (request ?? {}) as RequestParts
  return Object.entries(payload).every(([name, id]) => {
    const other = params[name] ?? query[name]
    return typeof id !== 'number' || other === undefined || String(other) === String(id)
  })
}
