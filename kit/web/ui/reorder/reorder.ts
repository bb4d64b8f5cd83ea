/** The keys with the one moved to the place (from 0) that it has afterwards. */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((other) => other !== key)
  return others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, key)
}

/** Where something lies, from top to bottom, in pixels. */
export type Extent = { readonly top: number; readonly bottom: number }

/**
 * The place that what was taken from `from` has when its middle hangs at `middle`: past the
 * middle of a neighbour, it changes places with it.
 */
export function placeAt(extents: readonly Extent[], from: number, middle: number): number {
  const half = ({ top, bottom }: Extent) => (top + bottom) / 2
  const isPast = (extent: Extent, index: number) =>
    index < from ? half(extent) < middle : index > from && half(extent) <= middle
  return extents.filter(isPast).length
}

/** How far the one at `index` steps aside while what was at `from` hangs over `to`. */
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

/** What it takes of the list, the gap to its neighbour included. */
function roomOf(extents: readonly Extent[], from: number): number {
  const [here, after, before] = [extents[from], extents[from + 1], extents[from - 1]]
  if (!here) return 0
  const gap = after ? after.top - here.bottom : before ? here.top - before.bottom : 0
  return here.bottom - here.top + gap
}

/**
 * How fast to scroll, from -1 (up) to 1 (down), when something is held at `y` in a pane: faster
 * the nearer to its edge, within a twentieth of its height.
 */
export function edgePull(y: number, { top, bottom }: Extent): number {
  const zone = (bottom - top) / 20
  if (zone <= 0) return 0
  if (y < top + zone) return -Math.min(1, (top + zone - y) / zone)
  if (y > bottom - zone) return Math.min(1, (y - bottom + zone) / zone)
  return 0
}
