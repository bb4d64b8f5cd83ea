import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** The most that is rested at a time, in milliseconds. */
const mostMs = 1000

/**
 * Throttles background work to half of the time: pauses, each time, for as long as it has worked since the
 * last pause; so it takes less the busier the machine is.
 * @param isInTheWay whether there is anybody to rest for; without, there always may be
 * @throws once `signal` says so.
 */
export function throttleToHalf(
  signal?: AbortSignal,
  isInTheWay: () => boolean = () => true,
): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    const worked = performance.now() - since
    if (isInTheWay()) await wait(Math.min(mostMs, worked), undefined, { ...(signal && { signal }) })
    else await nextTurn()
    since = performance.now()
  }
}
