import { type RefObject, useEffect, useState } from 'react'
import { usePrinting } from '#kit/web/printing.ts'

/** Whether a part of a long page is on screen or nearly, or on paper: only then it is worth reading. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const part = ref.current
    if (!part) return
    const watch = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { rootMargin: '300px' },
    )
    watch.observe(part)
    return () => watch.disconnect()
  }, [ref])
  return usePrinting() || isInSight
}
