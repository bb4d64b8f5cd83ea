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

/** A reading that takes longer is given up: a line that has gone dead tells nobody. */
const longestMs = 15_000
/** A link that has ended may be given back, and nobody stands at a wall to load it again. */
const endedMs = 20_000
/** Nobody watches how a map is coloured every second. */
const mapMs = 60_000

/** Reads by a link. The calls of signed-in users would end the session of whoever is in this browser. */
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

/** Whether it is a token at all, rather than half of one. */
const isWhole = (token: string) => /^[\w-]{43}$/.test(token)

/** What a link shows; null where it opens nothing: what it showed before is forgotten. */
const readFigures = (token: string, signal: AbortSignal): Promise<Reply<typeof wall.read> | null> =>
  readBy(token, wall.read, signal).catch((failure: unknown) => {
    if (failure instanceof Problem && failure.code === 'thing.not-found') return null
    throw failure
  })

/** What a link shows, read again as soon as anything has moved; after it has ended, whether it is given back. */
export function useWall(token: string) {
  const told = useQuery<Reply<typeof wall.read> | null, Problem>({
    queryKey: ['wall', token],
    queryFn: ({ signal }) => readFigures(token, signal),
    refetchInterval: ({ state }) => (state.data === null ? endedMs : readAgainMs),
    refetchIntervalInBackground: true,
    // The next reading is a retry.
    retry: false,
    enabled: isWhole(token),
  })
  const hasEnded = !isWhole(token) || told.data === null
  const map = useQuery<Reply<typeof wall.map>, Problem>({
    queryKey: ['wall map', token],
    queryFn: ({ signal }) => readBy(token, wall.map, signal),
    refetchInterval: mapMs,
    enabled: Boolean(told.data),
  })
  const readAgain = useEffectEvent(() => told.refetch())
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
  return { told, hasEnded, map: map.data }
}

/** What stands behind the `#` of the address, which no server is told. */
export const useLinkToken = () =>
  useSyncExternalStore(watchHash, () => window.location.hash.slice(1))

function watchHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
