import { useCallback, useSyncExternalStore } from 'react'
import { expiryOf, isExpired, keptToken, onTokenChange } from './session.ts'

/**
 * Whether the time of the session has passed, or will have passed in so many seconds; kept true,
 * whichever tab signs in or out.
 */
export function useIsExpired(offsetSeconds = 0): boolean {
  const watch = useCallback((heard: () => void) => onExpiry(offsetSeconds, heard), [offsetSeconds])
  return useSyncExternalStore(watch, () => isExpired(keptToken(), offsetSeconds))
}

function onExpiry(offsetSeconds: number, heard: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const expiry = expiryOf(keptToken())
    const left = expiry ? expiry.getTime() - offsetSeconds * 1000 - Date.now() : 0
    if (left > 0) timer = setTimeout(again, left)
  }
  const again = () => {
    wait()
    heard()
  }
  const stopListening = onTokenChange(again)
  // Timers stand still while a machine sleeps; it is looked at again before it is worked on.
  document.addEventListener('visibilitychange', again)
  wait()
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', again)
  }
}
