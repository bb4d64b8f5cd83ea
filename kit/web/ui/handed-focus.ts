import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Hands the focus on when its component disappears after an act of the user or a colleague: to the first remaining button
 * of the area, or to the heading of the page. Otherwise keyboard users would start again at the top of the page. The area
 * must contain the component, and outlive it.
 */
export function useHandedFocus(area: RefObject<HTMLElement | null>): void {
  const handOn = useEffectEvent(() => {
    const { current } = area
    if (!current?.contains(document.activeElement)) return
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const next =
        current.querySelector<HTMLElement>('button:enabled') ?? document.querySelector('h1')
      next?.focus()
    })
  })
  // Runs before the element leaves the page, not after.
  useLayoutEffect(() => () => handOn(), [])
}

/**
 * Returns the focus of a closed window to the element that opened it or, if that is gone too, to the heading of the page.
 * Rendered in the window.
 */
export function HandedBack(): undefined {
  useLayoutEffect(
    () => () => {
      const given = new AbortController()
      // An element that gets the focus and disappears later is not our concern.
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

const fields =
  'input:not([type=hidden], [role=switch]), textarea, [role=spinbutton], [aria-haspopup=listbox]'

/**
 * Focuses the first field of a window, or else the first button at its foot, which is the least dangerous. It runs as the
 * window appears, so that no typed letter is lost. Rendered as the last part of the window.
 */
export function FirstFocus(): undefined {
  useLayoutEffect(() => {
    const content = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    if (!content || content.contains(document.activeElement)) return
    const isReached = (one: HTMLElement) =>
      one.tabIndex >= 0 &&
      one.checkVisibility() &&
      !one.matches(':disabled') &&
      !one.closest('[aria-hidden=true]')
    const field = [...content.querySelectorAll<HTMLElement>(fields)].find(isReached)
    const next = field ?? content.querySelector<HTMLElement>('[data-buttons] button:enabled')
    next?.focus()
  }, [])
}

/** The focus returns one frame after the window closes; a table hands it on one frame later. */
function inFrames(count: number, act: () => void): void {
  if (count > 0) requestAnimationFrame(() => inFrames(count - 1, act))
  else act()
}
