/** The second click of a double click comes within this, and this near. */
const mostMs = 350
const mostPixels = 8

const clickable = 'a, button, input, select, textarea, summary, label, [role]'

/** What else comes of a press. */
const rest = ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick']

type Press = { readonly on: Element; readonly event: PointerEvent }

/**
 * Many people double-click everything. The second click is meant for what the first one hit: where that has opened a
 * window, left, or made room for something else, it hits nothing, instead of closing the one or deleting the other.
 */
export function ignoreSecondClicks(): void {
  let last: Press | undefined
  let isIgnored = false
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const press = (event: PointerEvent) => {
    const on = whatIsAt(event)
    isIgnored = last !== undefined && on !== last.on && isSecond(event, last.event)
    last = isIgnored || !on ? undefined : { on, event }
    if (isIgnored) stop(event)
  }
  window.addEventListener('pointerdown', press, { capture: true })
  for (const name of rest)
    window.addEventListener(name, (event) => isIgnored && stop(event), { capture: true })
  // What is pressed by keys is heard as a click as well.
  window.addEventListener('keydown', () => (isIgnored = false), { capture: true })
}

const whatIsAt = ({ target }: PointerEvent): Element | undefined =>
  target instanceof Element ? (target.closest(clickable) ?? target) : undefined

const isSecond = (event: PointerEvent, first: PointerEvent): boolean =>
  event.timeStamp - first.timeStamp < mostMs &&
  event.pointerType === first.pointerType &&
  Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < mostPixels
