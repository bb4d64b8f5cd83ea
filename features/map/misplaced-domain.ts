import { amongOf, boxAround, type Spot } from '#features/places/whereabouts-domain.ts'
import type { Polygon } from './contract.ts'
import type { PlacedShape } from './reading-domain.ts'

/** A shape in degrees, where its area's stations are, and where its present outline is. */
export type Compared = {
  readonly shape: PlacedShape
  /** The name of its area. */
  readonly name: string
  readonly stations: readonly Spot[]
  readonly outline: readonly Spot[]
}

/** This many stations of an area cannot all have wrong coordinates. */
const enoughStations = 3

/**
 * Finds shapes that are not at the position of their area.
 * @returns `misplaced`: certain, by stations or current outline, or because only these shapes have swapped axes; `far`: so
 * far from all others that the sender must confirm them: they may be islands.
 */
export function findMisplaced(all: readonly Compared[]): {
  readonly misplaced: readonly Compared[]
  readonly far: readonly Compared[]
} {
  const isAmong = amongOf(all.flatMap(({ shape }) => middlesOf(shape.polygons)))
  const isFar = (spots: readonly Spot[]) => isAmong !== undefined && !spots.some(isAmong)
  const [misplaced, far]: [Compared[], Compared[]] = [[], []]
  for (const one of all) {
    const { shape, stations, outline } = one
    if ([...stations, ...outline].some(boxAround(shape.polygons))) continue
    const middles = middlesOf(shape.polygons)
    const isSwapped = isFar(middles) && !isFar(middles.map(swapped))
    const isKnown = outline.length > 0 || stations.length >= enoughStations
    if (isKnown || isSwapped) misplaced.push(one)
    else if (isFar(middles)) far.push(one)
  }
  return { misplaced, far }
}

const swapped = ({ latitude, longitude }: Spot): Spot => ({
  latitude: longitude,
  longitude: latitude,
})

/** The middle of the piece with most corners; none of a shape without corners. */
export function middlesOf(polygons: readonly Polygon[]): readonly Spot[] {
  const [ring = []] = polygons
    .map(([outer = []]) => outer)
    .toSorted((one, other) => other.length - one.length)
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  if (ring.length === 0) return []
  const [longitude, latitude] = [mean(ring.map(([x]) => x)), mean(ring.map(([, y]) => y))]
  return [{ latitude, longitude }]
}
