import { greatestOf } from '#kit/contract/greatest.ts'
import { groupBy } from '#kit/contract/group.ts'
import { folded } from '#kit/contract/value/folded.ts'

/** A position, in degrees. */
export type Spot = { readonly latitude: number; readonly longitude: number }

type Ring = readonly (readonly [longitude: number, latitude: number])[]

/** Polygons of an area, each of an outer ring and its holes. */
export type Outline = readonly (readonly Ring[])[]

/** A county to compare the coordinates of its stations with. */
export type Home = {
  readonly name: string
  readonly outline?: Outline | undefined
  /** Stations abroad may have any coordinates. */
  readonly isDiaspora: boolean
}

/** A station to compare: its coordinates, county, area and known address. */
export type Placed = {
  readonly at: Spot
  readonly county: string
  readonly area: string
  readonly address: string
}

export const doubtCodes = [
  ...(['zero', 'swapped', 'sign', 'decimals'] as const),
  ...(['elsewhere', 'outside', 'far', 'shared'] as const),
]

/** A likely mistake in coordinates: `meant` is the suggested position, `county` the county that contains them. */
export type Doubt = {
  readonly code: (typeof doubtCodes)[number]
  readonly meant?: Spot | undefined
  readonly county?: string | undefined
}

/** Outlines are simplified, and a village may use a school across the border. */
const toleranceKm = 5
/** How many other stations locate a county without an outline. */
const enough = 5
/** Without an outline: a station is far beyond this distance, and this many times the usual one. */
const [nearKm, timesAsFar] = [100, 6]

const kmOfDegree = 111.2

/**
 * Prepares the comparison of stations with their counties and with each other.
 * @param homes the counties by code
 * @param stations all stations with coordinates
 * @returns a function that names the likely mistake in a station's coordinates, by the county's outline or, without an
 * outline, by the county's other stations. Undefined: no mistake, or nothing to compare with.
 */
export function doubter(
  homes: ReadonlyMap<string, Home>,
  stations: readonly Placed[],
): (station: Pick<Placed, 'at' | 'county'>) => Doubt | undefined {
  const others = groupBy(stations, ({ county }) => county)
  const fitting = new Map(
    [...homes].map(([code, home]) => [code, fitOf(home, others.get(code) ?? [])]),
  )
  const outlined = [...homes.values()].flatMap(({ name, outline, isDiaspora }) =>
    outline && !isDiaspora ? [{ name, has: insideOf(outline) }] : [],
  )
  const isShared = sharedBy(stations)
  const misplaced = (at: Spot, county: string, fits: (at: Spot) => boolean): Doubt => {
    const other = outlined.find(({ has }) => has(at))
    const code = homes.get(county)?.outline ? 'outside' : 'far'
    return meantBy(at, fits) ?? (other ? { code: 'elsewhere', county: other.name } : { code })
  }
  return ({ at, county }) => {
    const fits = fitting.get(county)
    const doesFit = fits?.(at)
    if (!doesFit && (at.latitude === 0 || at.longitude === 0)) return { code: 'zero' }
    if (fits && !doesFit) return misplaced(at, county, fits)
    return isShared(at) ? { code: 'shared' } : undefined
  }
}

function meantBy(at: Spot, fits: (at: Spot) => boolean): Doubt | undefined {
  for (const [code, readings] of misreadings)
    for (const meant of readings(at)) if (fits(meant)) return { code, meant }
  return undefined
}

/** Usual mistakes in coordinates, the likeliest first, with the positions that correct them. */
const misreadings: readonly (readonly [Doubt['code'], (at: Spot) => readonly Spot[]])[] = [
  ['swapped', ({ latitude, longitude }) => spot(longitude, latitude)],
  [
    'sign',
    ({ latitude, longitude }) => [
      ...spot(latitude, -longitude),
      ...spot(-latitude, longitude),
      ...spot(-latitude, -longitude),
    ],
  ],
  [
    'decimals',
    ({ latitude, longitude }) =>
      [0.01, 0.1, 1, 10, 100].flatMap((one) =>
        [0.01, 0.1, 1, 10, 100].flatMap((other) => spot(latitude * one, longitude * other)),
      ),
  ],
]

/** Empty if the coordinates are out of range. */
const spot = (latitude: number, longitude: number): readonly Spot[] =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? [{ latitude: withoutNoise(latitude), longitude: withoutNoise(longitude) }]
    : []

/** 2.36 times 10 is 23.599999999999998. */
const withoutNoise = (degrees: number): number => Number(degrees.toPrecision(12))

/** Tells whether a station of the county can be at a position; undefined when nothing locates the county. */
function fitOf(
  { outline, isDiaspora }: Home,
  stations: readonly Placed[],
): ((at: Spot) => boolean) | undefined {
  if (isDiaspora) return undefined
  if (outline) return nearOf(outline)
  return amongOf(stations.map(({ at }) => at))
}

/** Tells whether a position is near the other stations; undefined when there are too few. */
export function amongOf(others: readonly Spot[]): ((at: Spot) => boolean) | undefined {
  const [first] = others
  if (!first || others.length < enough) return undefined
  const middle = {
    latitude: median(others.map(({ latitude }) => latitude)),
    longitude:
      first.longitude + median(others.map(({ longitude }) => turn(longitude - first.longitude))),
  }
  const most = Math.max(nearKm, timesAsFar * median(others.map((one) => kmBetween(middle, one))))
  return (at) => kmBetween(middle, at) <= most
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? 0
}

/** The shorter way around the world, from -180 to 180. */
export const turn = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

/** East and north of a place, in kilometres; exact enough within a county. */
const kmFrom = (from: Spot, to: Spot): readonly [east: number, north: number] => [
  turn(to.longitude - from.longitude) * kmOfDegree * Math.cos((from.latitude * Math.PI) / 180),
  (to.latitude - from.latitude) * kmOfDegree,
]

const kmBetween = (from: Spot, to: Spot) => Math.hypot(...kmFrom(from, to))

/** Is a place inside the outline, or so close to it that it may be? The box around it decides most cases. */
export function nearOf(outline: Outline): (at: Spot) => boolean {
  const isAround = boxAround(outline)
  return (at) =>
    isAround(at) && (isInside(outline, at) || outline.flat().some((ring) => isNearRing(ring, at)))
}

function insideOf(outline: Outline): (at: Spot) => boolean {
  const isAround = boxAround(outline)
  return (at) => isAround(at) && isInside(outline, at)
}

/** Is a place in the box around the outline, as far as the tolerance reaches? */
export function boxAround(outline: Outline): (at: Spot) => boolean {
  const corners = outline.flat(2)
  const [first = 0] = corners[0] ?? []
  const [south, north] = endsOf(corners.map(([, latitude]) => latitude))
  const [west, east] = endsOf(corners.map(([longitude]) => turn(longitude - first)))
  const high = toleranceKm / kmOfDegree
  const wide = high / Math.cos((Math.min(89, Math.max(north, -south)) * Math.PI) / 180)
  return ({ latitude, longitude }) => {
    const x = turn(longitude - first)
    return (
      latitude >= south - high && latitude <= north + high && x >= west - wide && x <= east + wide
    )
  }
}

function endsOf(degrees: readonly number[]): readonly [least: number, greatest: number] {
  const greatest = greatestOf(degrees, Number.NEGATIVE_INFINITY)
  const least = -greatestOf(
    degrees.map((one) => -one),
    Number.NEGATIVE_INFINITY,
  )
  return [least, greatest]
}

function isNearRing(ring: Ring, at: Spot): boolean {
  let from = ring.at(-1)
  for (const to of ring) {
    if (from && kmToLine(spotOf(from), spotOf(to), at) <= toleranceKm) return true
    from = to
  }
  return false
}

const spotOf = ([longitude, latitude]: Ring[number]): Spot => ({ latitude, longitude })

function kmToLine(from: Spot, to: Spot, at: Spot): number {
  const [x, y] = kmFrom(at, from)
  const [dx, dy] = [kmFrom(at, to)[0] - x, kmFrom(at, to)[1] - y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length))
  return Math.hypot(x + along * dx, y + along * dy)
}

/** Is the place inside the outline, and in none of its holes? */
export const isInside = (outline: Outline, at: Spot): boolean =>
  outline.some(
    ([outer, ...holes]) =>
      outer !== undefined && isWithin(outer, at) && !holes.some((hole) => isWithin(hole, at)),
  )

/**
 * A line from the place to the east crosses the ring an odd number of times. Each corner is at most half the world
 * from the one before it, also across the 180th meridian.
 */
function isWithin(ring: Ring, { latitude, longitude }: Spot): boolean {
  let inside = false
  const [lastX = 0, lastY = 0] = ring.at(-1) ?? []
  let [fromX, fromY] = [turn(lastX - longitude), lastY]
  for (const [x, y] of ring) {
    const toX = fromX + turn(x - longitude - fromX)
    const crosses = y > latitude !== fromY > latitude
    if (crosses && 0 < ((fromX - toX) * (latitude - y)) / (fromY - y) + toX) inside = !inside
    fromX = toX
    fromY = y
  }
  return inside
}

/** This many addresses at one point cannot be one building with several stations. */
const manyAddresses = 3

/** Finds points that too many addresses share: geocoders return one for unknown addresses. */
function sharedBy(stations: readonly Placed[]): (at: Spot) => boolean {
  const addresses = new Map<string, Set<string>>()
  for (const { at, county, area, address } of stations) {
    const known = addresses.get(keyOf(at)) ?? new Set()
    addresses.set(keyOf(at), known.add(JSON.stringify([county, area, folded(address)])))
  }
  return (at) => (addresses.get(keyOf(at))?.size ?? 0) >= manyAddresses
}

/** To about a metre. */
const keyOf = ({ latitude, longitude }: Spot) => `${latitude.toFixed(5)} ${longitude.toFixed(5)}`
