import { isInside, type Outline, type Spot } from '#features/places/whereabouts-domain.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import type { RandomSource } from '../rehearsal.ts'

const endsOf = (degrees: readonly number[]) => {
  const east = greatestOf(degrees, Number.NEGATIVE_INFINITY)
  const west = -greatestOf(
    degrees.map((one) => -one),
    Number.NEGATIVE_INFINITY,
  )
  return [west, east] as const
}

/** Anywhere inside the outline. */
export function placeIn(outline: Outline, chance: RandomSource): Spot {
  const corners = outline.flat(2)
  const [west, east] = endsOf(corners.map(([longitude = 0]) => longitude))
  const [south, north] = endsOf(corners.map(([, latitude = 0]) => latitude))
  for (;;) {
    const at = {
      latitude: south + chance() * (north - south),
      longitude: west + chance() * (east - west),
    }
    if (isInside(outline, at)) return at
  }
}

/** Maximum radius of a settlement at the edge of its county. */
const widest = 20

/** Near the middle of a settlement, within this many degrees, and inside the outline if there is one. */
export function placeNear(
  middle: Spot,
  degrees: number,
  outline: Outline | undefined,
  chance: RandomSource,
): Spot {
  for (let wider = 1; wider < widest; wider += 0.2) {
    // Denser in the middle than at the edge.
    const distance = chance() * degrees * wider
    const angle = chance() * 2 * Math.PI
    const at = {
      latitude: middle.latitude + distance * Math.sin(angle),
      // A degree of longitude is shorter, in central Europe by this factor.
      longitude: middle.longitude + (distance * Math.cos(angle)) / 0.7,
    }
    if (!outline || isInside(outline, at)) return at
  }
  return outline ? placeIn(outline, chance) : middle
}
