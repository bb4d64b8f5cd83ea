/** What Windows takes for a double click, unless somebody set it otherwise; and how far a finger strays, in pixels. */
const longestMs = 500
const farthest = 10

let last: PointerEvent | undefined
let isSecond = false

const hear = { capture: true, passive: true }
window.addEventListener(
  'pointerdown',
  (event) => {
    isSecond = last !== undefined && isSoonAndNear(event, last)
    last = event
  },
  hear,
)
// Whoever set a longer time is known to their system, which counts the clicks; of fingers most count nothing.
window.addEventListener('click', ({ detail }) => (isSecond ||= detail > 1), hear)
window.addEventListener(
  'keydown',
  () => {
    last = undefined
    isSecond = false
  },
  hear,
)

/**
 * Whether what is pressed belongs to a double click. Many people double-click everything: what the first click opened
 * must not be closed by the second, which hits what now lies around it.
 */
export const isOfDoubleClick = (): boolean => isSecond

/** What a window or a menu asks before a press beside it closes it. */
export const isLaterPress = (): boolean => !isSecond

const isSoonAndNear = (event: PointerEvent, before: PointerEvent): boolean =>
  event.timeStamp - before.timeStamp < longestMs &&
  Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < farthest
