import type { GeoJSONSource } from 'maplibre-gl'
import { greatestOf } from '#kit/contract/greatest.ts'
import type { MapShapes, MapStations, Polygon } from '../contract.ts'

type Located = Omit<MapStations, 'notLocated'>

/** The stations of all counties, side by side, each with its county. */
export type Points = Located & { readonly countyIds: readonly number[] }

export const noPoints: Points = {
  ids: [],
  countyIds: [],
  longitudes: [],
  latitudes: [],
  states: '',
}

/** Joins the stations of several counties into one list. */
export const pointsOf = (
  counties: readonly { readonly countyId: number; readonly stations: Located }[],
): Points => ({
  ids: counties.flatMap(({ stations }) => stations.ids),
  countyIds: counties.flatMap(({ countyId, stations }) => stations.ids.map(() => countyId)),
  longitudes: counties.flatMap(({ stations }) => stations.longitudes),
  latitudes: counties.flatMap(({ stations }) => stations.latitudes),
  states: counties.map(({ stations }) => stations.states).join(''),
})

/** What a map draws. */
export type Features = Exclude<Parameters<GeoJSONSource['setData']>[0], string>

/** The shapes of areas as a map draws them. */
export const featuresOfShapes = ({ areas }: Pick<MapShapes, 'areas'>): Features => ({
  type: 'FeatureCollection',
  features: areas.map(({ id, polygons }) => ({
    type: 'Feature',
    id,
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: polygons },
  })),
})

type Named = { readonly id: number; readonly name: string }

export const namesOf = (...each: readonly (readonly Named[])[]): ReadonlyMap<number, string> =>
  new Map(each.flat().map(({ id, name }) => [id, name]))

/** The names of areas, each where its shape is widest; larger areas first. */
export const featuresOfNames = (
  { areas }: Pick<MapShapes, 'areas'>,
  names: ReadonlyMap<number, string>,
): Features => ({
  type: 'FeatureCollection',
  features: areas.flatMap(({ id, polygons }) => {
    const widest = polygons.map(widestIn).toSorted((one, other) => other.width - one.width)[0]
    if (!widest) return []
    return [
      {
        type: 'Feature',
        properties: { name: names.get(id) ?? '', rank: -widest.width },
        geometry: { type: 'Point', coordinates: widest.middle },
      } as const,
    ]
  }),
})

/** How many latitudes of a shape are tried, except near its ends, where a name would leave the shape. */
const [lines, ends] = [15, 4]

/** The width and middle of the longest line from west to east in a polygon: a name has most room there. */
function widestIn(rings: Polygon): { readonly width: number; readonly middle: [number, number] } {
  const [west, south, east, north] = around(rings[0] ?? [])
  let best = { width: 0, middle: [(west + east) / 2, (south + north) / 2] as [number, number] }
  for (let nth = ends; nth <= lines - ends; nth++) {
    const y = south + ((north - south) * nth) / lines
    const crossings = rings.flatMap((ring) => crossingsOf(ring, y)).toSorted((a, b) => a - b)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = crossings.slice(at, at + 2)
      if (to - from > best.width) best = { width: to - from, middle: [(from + to) / 2, y] }
    }
  }
  return best
}

/** Where a ring crosses a latitude. */
const crossingsOf = (ring: Polygon[number], y: number): number[] =>
  ring.slice(1).flatMap(([x2, y2], nth) => {
    const [x1 = 0, y1 = 0] = ring[nth] ?? []
    return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)]
  })

export const featuresOfStations = (stations: Points): Features => ({
  type: 'FeatureCollection',
  features: stations.ids.map((id, index) => ({
    type: 'Feature',
    id,
    properties: { state: stateAt(stations, index) },
    geometry: { type: 'Point', coordinates: [...placeAt(stations, index)] },
  })),
})

export const stateAt = ({ states }: Points, index: number): number => Number(states[index] ?? 0)

const placeAt = ({ longitudes, latitudes }: Points, index: number) =>
  [longitudes[index] ?? 0, latitudes[index] ?? 0] as const

/** Where a station is; undefined where it is not among them. */
export function placeOf(stations: Points, id: number): readonly [number, number] | undefined {
  const index = stations.ids.indexOf(id)
  return index === -1 ? undefined : placeAt(stations, index)
}

/** The states that differ; undefined where the stations themselves do, or have moved. */
export function changedStates(before: Points, now: Points): Map<number, number> | undefined {
  const isSame = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((value, index) => value === other[index])
  const { ids, longitudes, latitudes } = before
  if (!isSame(ids, now.ids)) return undefined
  if (!isSame(longitudes, now.longitudes) || !isSame(latitudes, now.latitudes)) return undefined
  const changed = now.ids
    .map((id, index) => [id, index] as const)
    .filter(([, index]) => before.states[index] !== now.states[index])
  return new Map(changed.map(([id, index]) => [id, stateAt(now, index)]))
}

/** The visible bounds; beyond the 180th meridian `east` is more than 180. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The box around each piece of a county’s shape; of all shapes without one. */
export const piecesOf = ({ areas }: Pick<MapShapes, 'areas'>, areaId?: number): Box[] =>
  areas
    .filter(({ id }) => areaId === undefined || id === areaId)
    .flatMap(({ polygons }) => polygons.map(([outer = []]) => around(outer)))

/** Where the stations of a county are, or all of them. */
export function placesOf(stations: Points, areaId?: number): Box[] {
  return stations.countyIds.flatMap((countyId, index) =>
    areaId === undefined || countyId === areaId ? [around([placeAt(stations, index)])] : [],
  )
}

function around(positions: readonly (readonly [number, number])[]): Box {
  const [x, y] = [positions.map(([one]) => one), positions.map(([, one]) => one)]
  return [
    leastOf(x),
    leastOf(y),
    greatestOf(x, Number.NEGATIVE_INFINITY),
    greatestOf(y, Number.NEGATIVE_INFINITY),
  ]
}

const leastOf = (numbers: readonly number[]) =>
  -greatestOf(
    numbers.map((one) => -one),
    Number.NEGATIVE_INFINITY,
  )

/**
 * The smallest box around all of these, undefined where there are none. Of the gaps between them around the world it
 * leaves out the widest: what is on both sides of the 180th meridian is close to each other.
 */
export function boxAround(pieces: readonly Box[]): Box | undefined {
  const [first, ...rest] = pieces
    .map(([west, south, east, north]): Box => {
      const shift = 360 * Math.floor((west + 180) / 360)
      return [west - shift, south, east - shift, north]
    })
    .toSorted(([one], [other]) => one - other)
  if (!first) return undefined
  const south = leastOf(pieces.map(([, one]) => one))
  const north = greatestOf(
    pieces.map(([, , , one]) => one),
    Number.NEGATIVE_INFINITY,
  )
  let [west, reached] = [first[0], first[2]]
  let widest = 0
  let before = reached
  for (const [from, , to] of rest) {
    if (from - reached > widest) [widest, west, before] = [from - reached, from, reached]
    reached = Math.max(reached, to)
  }
  // The gap that is across the meridian itself: then nothing has to be turned.
  if (first[0] + 360 - reached >= widest) return [first[0], south, reached, north]
  return [west, south, Math.max(before + 360, reached), north]
}
