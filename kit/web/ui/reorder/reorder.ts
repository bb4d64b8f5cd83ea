/** The keys with the one moved to its new index (from 0). */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((other) => other !== key)
  return others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, key)
}

/** The vertical extent of something, in pixels. */
export type Extent = { readonly top: number; readonly bottom: number }

/**
 * The new index of the item from `from` when its middle is at `middle`: past the middle of a neighbour, it
 * swaps with it.
 */
export function placeAt(extents: readonly Extent[], from: number, middle: number): number {
  const half = ({ top, bottom }: Extent) => (top + bottom) / 2
  const isPast = (extent: Extent, index: number) =>
    index < from ? half(extent) < middle : index > from && half(extent) <= middle
  return extents.filter(isPast).length
}

/** How far the one at `index` shifts while the item from `from` hovers over `to`. */
export function stepAside(
  extents: readonly Extent[],
  index: number,
  from: number,
  to: number,
): number {
  const room = roomOf(extents, from)
  if (index > from && index <= to) return -room
  return index < from && index >= to ? room : 0
}

/** Its height in the list, the gap to its neighbour included. */
function roomOf(extents: readonly Extent[], from: number): number {
  const [here, after, before] = [extents[from], extents[from + 1], extents[from - 1]]
  if (!here) return 0
  const gap = after ? after.top - here.bottom : before ? here.top - before.bottom : 0
  return here.bottom - here.top + gap
}

/**
 * How fast to scroll, from -1 (up) to 1 (down), when something is held at `y` in a pane: faster the nearer to
 * its edge, within a twentieth of its height.
 */
export function edgePull(y: number, { top, bottom }: Extent): number {
  const zone = (bottom - top) / 20
  if (zone <= 0) return 0
  if (y < top + zone) return -Math.min(1, (top + zone - y) / zone)
  if (y > bottom - zone) return Math.min(1, (y - bottom + zone) / zone)
  return 0
}
