/**
 * Scrolls a strip of links or tabs until one of them is visible. Horizontally only: `scrollIntoView` would
 * move the page as well.
 */
export function scrollIntoSight(strip: Element, one: Element): void {
  const [frame, place] = [strip.getBoundingClientRect(), one.getBoundingClientRect()]
  strip.scrollLeft += Math.max(0, place.right - frame.right) + Math.min(0, place.left - frame.left)
}
