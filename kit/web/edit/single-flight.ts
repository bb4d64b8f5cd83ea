import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * Single flight: runs one action at a time; requests before its result is drawn are ignored. Disabling a
 * button is not enough: a browser submits a form of one field at every Enter, with no button at all.
 */
export function useSingleFlight(): {
  readonly isPending: boolean
  readonly once: (work: () => Promise<void>) => Promise<void>
} {
  const [isPending, setPending] = useState(false)
  const [done, setDone] = useState(0)
  const isBusy = useRef(false)

  // Not as soon as the work is done: until it is drawn, a window that closes still takes another Enter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn with what was done.
  useLayoutEffect(() => {
    isBusy.current = false
  }, [done])

  const once = useCallback(async (work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      await work()
    } finally {
      setPending(false)
      setDone((count) => count + 1)
    }
  }, [])
  return { isPending, once }
}
