import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** The longest pause, in milliseconds. */
const mostMs = 1000

/**
 * Throttles background work to half of the time: each time it pauses for as long as it has worked since the
 * last pause; so it takes less the busier the machine is.
 * @param isInTheWay whether there is anybody to yield to; without it, there always may be
 * @throws once `signal` is aborted.
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
