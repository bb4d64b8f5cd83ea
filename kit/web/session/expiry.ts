import { useCallback, useSyncExternalStore } from 'react'
import { onClockChange, reachedByServer } from '../read/clock.ts'
import { expiryOf, isExpired, keptToken, onTokenChange } from './session.ts'

/**
 * Whether the session has expired, or will have in so many seconds; kept current, whichever tab signs in or
 * out, and whatever the server's time turns out to be.
 */
export function useIsExpired(offsetSeconds = 0): boolean {
  const watch = useCallback((heard: () => void) => onExpiry(offsetSeconds, heard), [offsetSeconds])
  return useSyncExternalStore(watch, () => isExpired(keptToken(), offsetSeconds))
}

function onExpiry(offsetSeconds: number, heard: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const [expiry, now] = [expiryOf(keptToken()), reachedByServer()]
    const left = expiry && now ? expiry.getTime() - offsetSeconds * 1000 - now : 0
    if (left > 0) timer = setTimeout(again, left)
  }
  const again = () => {
    wait()
    heard()
  }
  const stops = [onTokenChange(again), onClockChange(again)]
  // Timers stop while a machine sleeps; it is checked again before it is used.
  document.addEventListener('visibilitychange', again)
  wait()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', again)
  }
}
