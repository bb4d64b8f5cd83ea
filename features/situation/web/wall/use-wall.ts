import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import { readReply } from '#kit/contract/wire.ts'
import { syncClock } from '#kit/web/read/clock.ts'
import { atMostEvery } from '#kit/web/read/live.ts'
import { wall } from '../../contract.ts'
import { readAgainMs } from '../stale.ts'
import { followWall } from './follow.ts'

/** The timeout of a fetch: a dead connection reports no error. */
const longestMs = 15_000
/** Retries an ended link: it may be restored, and a wall has no user to reload it. */
const endedMs = 20_000
/** The colours of the map need not be fresher. */
const mapMs = 60_000

/** Calls with a link's token. The usual client would end the session of an account in this browser. */
async function readBy<E extends Endpoint>(
  token: string,
  endpoint: E,
  signal: AbortSignal,
): Promise<Reply<E>> {
  const response = await fetch(endpoint.path, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined)
    throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
  syncClock(response)
  return readReply(endpoint, response.status, text)
}

/** Whether the token is complete, as a copied link may be cut. */
const isWhole = (token: string) => /^[\w-]{43}$/.test(token)

/** The situation of a link; null if it is invalid, which clears the figures on screen. */
const readFigures = (token: string, signal: AbortSignal): Promise<Reply<typeof wall.read> | null> =>
  readBy(token, wall.read, signal).catch((failure: unknown) => {
    if (failure instanceof Problem && failure.code === 'thing.not-found') return null
    throw failure
  })

/** The situation of a link, refetched after each event. An ended link is retried, in case it is restored. */
export function useWall(token: string) {
  const query = useQuery<Reply<typeof wall.read> | null, Problem>({
    queryKey: ['wall', token],
    queryFn: ({ signal }) => readFigures(token, signal),
    refetchInterval: ({ state }) => (state.data === null ? endedMs : readAgainMs),
    refetchIntervalInBackground: true,
    // The next interval is the retry.
    retry: false,
    enabled: isWhole(token),
  })
  const hasEnded = !isWhole(token) || query.data === null
  const map = useQuery<Reply<typeof wall.map>, Problem>({
    queryKey: ['wall map', token],
    queryFn: ({ signal }) => readBy(token, wall.map, signal),
    refetchInterval: mapMs,
    enabled: Boolean(query.data),
  })
  const readAgain = useEffectEvent(() => query.refetch())
  useEffect(() => {
    if (hasEnded) return
    const end = new AbortController()
    void followWall(
      token,
      atMostEvery(1000, async () => (end.signal.aborted ? undefined : readAgain())),
      end.signal,
    )
    return () => end.abort()
  }, [token, hasEnded])
  return { query, hasEnded, map: map.data }
}

/** The token after the `#` of the URL, which browsers do not send to servers. */
export const useLinkToken = () =>
  useSyncExternalStore(watchHash, () => window.location.hash.slice(1))

function watchHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
