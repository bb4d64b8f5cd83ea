import { useSyncExternalStore } from 'react'

/** A browser says so before it looks at the page anew; some only one of the two ways. */
let isAboutTo = false

/** Whether the page is being put on paper, where nothing can be unfolded and nobody knows when it was read. */
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
