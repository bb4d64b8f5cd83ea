import { useSyncExternalStore } from 'react'

/** As wide as a phone, or a laptop at twice the zoom: where Tailwind's `md` begins. Paper is not. */
const narrow = window.matchMedia('screen and (width < 48rem)')

function watch(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether there is no room for the columns of a table; for what must not be drawn twice. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => narrow.matches)
