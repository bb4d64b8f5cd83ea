import { useSyncExternalStore } from 'react'

/** A browser fires this before it lays out the page anew; some support only one of the two ways. */
let isAboutTo = false

/** Whether the page is being printed: paper cannot be unfolded, and does not show when it was read. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(watch, () => isAboutTo || window.matchMedia('print').matches)

function watch(changed: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  const turn = (is: boolean) => () => {
    isAboutTo = is
    changed()
  }
  window.addEventListener('beforeprint', turn(true), { signal })
  window.addEventListener('afterprint', turn(false), { signal })
  window.matchMedia('print').addEventListener('change', changed, { signal })
  return () => end.abort()
}
