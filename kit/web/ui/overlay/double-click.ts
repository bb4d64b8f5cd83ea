/** The default double-click time of Windows; and how far a finger strays, in pixels. */
const longestMs = 500
const farthest = 10

let last: PointerEvent | undefined
let isSecond = false
/** What lay over the page where the first of these clicks was, and where the press before the last was. */
let overlay: HTMLElement | undefined
let overlayBefore: HTMLElement | undefined
let isKeptFromPage = false

window.addEventListener(
  'pointerdown',
  (event) => {
    isSecond = last !== undefined && isSoonAndNear(event, last)
    last = event
    overlayBefore = overlay
    if (!isSecond) overlay = overlayAround(event.target)
    isKeptFromPage = isSecond && isGone(overlay)
  },
  { capture: true, passive: true },
)
// For mice, the system counts clicks by the user's own time; for fingers most systems count nothing.
for (const kind of ['mousedown', 'click'] as const)
  window.addEventListener(
    kind,
    ({ detail }) => {
      if (detail < 2) return
      isSecond = true
      isKeptFromPage ||= isGone(overlayBefore)
    },
    { capture: true, passive: true },
  )
window.addEventListener(
  'keydown',
  () => {
    last = undefined
    isSecond = false
    overlay = undefined
    overlayBefore = undefined
    isKeptFromPage = false
  },
  { capture: true, passive: true },
)

// What lay below a window was not what the second click was meant for, once the first has closed it.
for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'])
  window.addEventListener(
    kind,
    (event) => {
      if (!isKeptFromPage || isWithoutPress(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )

/**
 * Whether the pressed element belongs to a double click. Many people double-click everything: the second click must not close
 * what the first opened by hitting the area around it.
 */
export const isOfDoubleClick = (): boolean => isSecond

/** What a window or a menu asks before a press beside it closes it. */
export const isLaterPress = (): boolean => !isSecond

const isSoonAndNear = (event: PointerEvent, before: PointerEvent): boolean =>
  event.timeStamp - before.timeStamp < longestMs &&
  Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < farthest

/** As screen readers click, and keys: nothing that was pressed before belongs to it. */
const isWithoutPress = (event: Event): boolean =>
  event instanceof MouseEvent && event.type === 'click' && event.detail === 0

/** Windows, menus and lists lie beside the app in its document; the bar's sheets lie in it. */
const overlayAround = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[popover], body > :not(#root)')) ||
  undefined

const isGone = (of: HTMLElement | undefined): boolean =>
  of !== undefined && (!of.isConnected || (of.popover !== null && !of.matches(':popover-open')))
