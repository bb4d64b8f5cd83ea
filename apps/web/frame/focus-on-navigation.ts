/** A page's heading, or another new element. */
const places = '[data-arrival]'

/** Cancels the wait when the user has left the page or moved the focus themselves. */
let giveUp = () => {}

/**
 * Moves the focus of screen reader users to what is new on a page. If that is still loading it waits, unless
 * they move elsewhere on the page meanwhile.
 */
export function focusOnNavigation(): void {
  giveUp()
  if (focusTarget()) return
  const left = document.activeElement
  const hasGoneOn = () =>
    document.activeElement !== left && document.activeElement !== document.body
  const waiting = new MutationObserver(() => {
    if (hasGoneOn() || focusTarget()) waiting.disconnect()
  })
  waiting.observe(document.body, { childList: true, subtree: true })
  giveUp = () => waiting.disconnect()
}

function focusTarget(): boolean {
  const place = [...document.querySelectorAll<HTMLElement>(places)].findLast((one) =>
    one.checkVisibility(),
  )
  place?.focus({ preventScroll: true })
  return place !== undefined
}
