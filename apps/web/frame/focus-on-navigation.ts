/** A page's heading, or what else on it is new. */
const places = '[data-arrival]'

/** The end of waiting for a page that has been left since, or on which somebody has gone on themselves. */
let giveUp = () => {}

/**
 * Leads whoever cannot see that the page has changed to what is new on it. Where that is still to be read
 * it is waited for, unless they go somewhere else on the page meanwhile.
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
