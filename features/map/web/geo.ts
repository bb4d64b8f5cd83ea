import type { GeoJSONSource } from 'maplibre-gl'
import type { MapShapes, MapStations } from '../contract.ts'

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

/** Those of several counties as one list. */
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

/** Every corner of a county’s shape; of all shapes without one. */
export const cornersOf = ({ areas }: MapShapes, areaId?: number): [number, number][] =>
  areas
    .filter(({ id }) => areaId === undefined || id === areaId)
    .flatMap(({ polygons }) => polygons.flat(2))

/** Where the stations of a county are, or all of them. */
export function* placesOf(stations: Points, areaId?: number): Generator<readonly [number, number]> {
  for (const [index, countyId] of stations.countyIds.entries())
    if (areaId === undefined || countyId === areaId) yield placeAt(stations, index)
}
