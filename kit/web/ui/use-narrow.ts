import { useSyncExternalStore } from 'react'

/** As wide as a phone: where Tailwind's `sm` ends. */
const phone = window.matchMedia('(width < 40rem)')

function watch(changed: () => void): () => void {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

/** Whether there is no more room than on a phone; for what must not be drawn twice. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => phone.matches)
