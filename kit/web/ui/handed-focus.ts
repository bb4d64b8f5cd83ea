import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Hands the focus on when its component goes away, after an act of the user or a colleague: to the first button that is left
 * in this area, or to the heading of the page. Otherwise keyboard users would begin at the
 * top of the page again. The component must be in the area, and go without it.
 */
export function useHandedFocus(area: RefObject<HTMLElement | null>): void {
  const handOn = useEffectEvent(() => {
    const { current } = area
    if (!current?.contains(document.activeElement)) return
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const next = current.querySelector('button') ?? document.querySelector('h1')
      next?.focus()
    })
  })
  // Before it is taken out of the page, not after.
  useLayoutEffect(() => () => handOn(), [])
}

/**
 * The same for a window, which gives the focus back to what opened it: where that is gone as well, to the heading of the
 * page. Rendered in the window.
 */
export function HandedBack(): undefined {
  useLayoutEffect(
    () => () => {
      const given = new AbortController()
      // What has got it and goes later is none of ours.
      document.addEventListener('focusin', () => given.abort(), given)
      inFrames(3, () => {
        if (given.signal.aborted) return
        given.abort()
        if (document.activeElement === document.body) document.querySelector('h1')?.focus()
      })
    },
    [],
  )
}

/** It is given back in the frame after the window has gone, and a table hands it on in the one after that. */
function inFrames(count: number, act: () => void): void {
  if (count > 0) requestAnimationFrame(() => inFrames(count - 1, act))
  else act()
}
