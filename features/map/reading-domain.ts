import * as z from 'zod'
import { Problem } from '#kit/contract/problem.ts'
import { storable } from '#kit/contract/value/text.ts'
import type { Polygon } from './contract.ts'
import type { Shape } from './domain.ts'

const mostShapes = 5000
const mostVertices = 300_000
/** So many properties of a shape are kept, and so many characters of each: enough to know it by. */
const mostProperties = 40
const longestValue = 120

const Position = z
  .array(z.number())
  .min(2)
  .transform(([longitude = 0, latitude = 0]): [number, number] => [
    rounded(longitude),
    rounded(latitude),
  ])
  .refine(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)

/** About a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const Ring = z.array(Position).min(4).refine(isClosed)
const Rings = z.array(Ring).min(1)

const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: Rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1) }),
])

const FeatureOfFile = z.object({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown(),
})

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()).min(1),
})

/**
 * Reads the text of a GeoJSON file.
 * @throws Problem `map.not-shapes` for what is none, is too much, or has anything but polygons in it.
 */
export function readShapes(text: string): Shape[] {
  const collection = Collection.safeParse(parsed(text))
  if (!collection.success) throw refused('not-geojson')
  const { features } = collection.data
  if (features.length > mostShapes) throw refused('too-many-shapes')
  let vertices = 0
  return features.map((feature, index) => {
    const shape = readFeature(feature, index + 1)
    vertices += verticesOf(shape)
    if (vertices > mostVertices) throw refused('too-many-vertices')
    return shape
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw refused('not-json')
  }
}

function readFeature(given: unknown, place: number): Shape {
  const feature = FeatureOfFile.safeParse(given)
  if (!feature.success) throw refused('not-geojson', place)
  const { properties, geometry } = feature.data
  const known = Geometry.safeParse(geometry)
  if (!known.success) throw refused(isPolygon(geometry) ? 'coordinates' : 'no-polygon', place)
  const { data } = known
  return {
    properties: textsOf(properties ?? {}),
    polygons: data.type === 'Polygon' ? [data.coordinates] : (data.coordinates as Polygon[]),
  }
}

const refused = (
  why:
    | 'not-json'
    | 'not-geojson'
    | 'no-polygon'
    | 'coordinates'
    | 'too-many-shapes'
    | 'too-many-vertices',
  shape: number | null = null,
) => new Problem('map.not-shapes', { why, shape })

const isPolygon = (geometry: unknown): boolean =>
  z.object({ type: z.enum(['Polygon', 'MultiPolygon']) }).safeParse(geometry).success

function isClosed(ring: readonly (readonly [number, number])[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

const verticesOf = ({ polygons }: Shape): number =>
  polygons.flat().reduce((sum, ring) => sum + ring.length, 0)

const textsOf = (properties: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .slice(0, mostProperties)
      .map(([name, value]) => [cut(name), cut(String(value))]),
  )

const cut = (text: string) => storable(text.slice(0, longestValue))
