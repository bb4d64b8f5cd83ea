import { type RefObject, useLayoutEffect, useState } from 'react'
import { usePrinting } from '#kit/web/printing.ts'

/** From the first drawn row to the one after the last. */
export type Span = { readonly from: number; readonly to: number }

/** How many rows beyond either edge are drawn, so that a quick scroll shows no gap. */
const spare = 20

/** How many rows the span moves by at once: not every pixel redraws the list. */
const step = 10

/**
 * The rows to draw of a list whose first row begins `top` pixels below the upper edge of the window (above
 * it: negative).
 */
export function spanOf(top: number, windowHeight: number, rowHeight: number, count: number): Span {
  const first = Math.floor(-top / rowHeight / step) * step - spare
  const last = Math.ceil((windowHeight - top) / rowHeight / step) * step + spare
  const clamp = (row: number) => Math.min(Math.max(row, 0), count)
  return { from: clamp(first), to: clamp(last) }
}

/** Which rows are to be drawn now; with `rowHeight` undefined, or on paper: all of them. */
export function useRowsInView(
  body: RefObject<HTMLElement | null>,
  rowHeight: number | undefined,
  count: number,
): Span {
  const [span, setSpan] = useState<Span>({ from: 0, to: 60 })
  const isPrinting = usePrinting()

  useLayoutEffect(() => {
    if (rowHeight === undefined) return
    const look = () => {
      if (!body.current) return
      const { top } = body.current.getBoundingClientRect()
      const next = spanOf(top, window.innerHeight, rowHeight, count)
      setSpan((before) => (before.from === next.from && before.to === next.to ? before : next))
    }
    look()
    // Whatever scrolls, the window or a pane of it: scroll events do not bubble, but can be captured.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [body, rowHeight, count])

  if (rowHeight === undefined || isPrinting) return { from: 0, to: count }
  return { from: Math.min(span.from, count), to: Math.min(span.to, count) }
}
