import * as z from 'zod'
import { Problem } from '#kit/contract/problem.ts'
import { storable } from '#kit/contract/value/text.ts'
import type { Polygon } from './contract.ts'
import { nameIn, type Shape } from './domain.ts'

const mostShapes = 5000
const mostVertices = 300_000
/** How many properties of a shape are kept, and how many characters of each: enough to identify it. */
const mostProperties = 40
const longestValue = 120

const Ring = z
  .array(
    z
      .array(z.number())
      .min(2)
      .transform(([x = 0, y = 0]): [number, number] => [x, y]),
  )
  .min(4)
  .refine(isClosed)
const Rings = z.array(Ring).min(1)

const Area = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: Rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1) }),
])

const Geometry = z.union([
  Area.transform((area) => [area]),
  z
    .object({ type: z.literal('GeometryCollection'), geometries: z.array(Area).min(1) })
    .transform(({ geometries }) => geometries),
])

const FeatureOfFile = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown().optional(),
})

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()).min(1),
  crs: z.unknown().optional(),
})

/** A file of one feature, or of a geometry alone, is a collection of that. */
const OneAlone = z.union([
  z
    .looseObject({ type: z.literal('Feature'), crs: z.unknown().optional() })
    .transform((feature) => ({ features: [feature], crs: feature.crs })),
  z
    .looseObject({ type: z.string(), crs: z.unknown().optional() })
    .refine((geometry) => 'coordinates' in geometry || 'geometries' in geometry)
    .transform((geometry) => ({ features: [{ type: 'Feature', geometry }], crs: geometry.crs })),
])

const NamedSystem = z.object({ properties: z.object({ name: z.string().max(200) }) })

type Unreadable = 'not-geojson' | 'no-polygon' | 'coordinates'

/** Why a shape is left out: it cannot be read, or is not where its area is. */
export type ShapeFault = Unreadable | 'misplaced'

/** A shape that is left out: the how manieth of the file it is, and its name as far as it has one. */
export type BadShape<Why = ShapeFault> = {
  readonly place: number
  readonly name: string
  readonly why: Why
}

/** A parsed file; its positions are still in the file's own reference system. */
export type ShapeFileContent = {
  readonly shapes: readonly PlacedShape[]
  readonly bad: readonly BadShape[]
  /** The name of its reference system; null where it names none. */
  readonly system: string | null
}

/** A shape, and the how manieth of its file it is. */
export type PlacedShape = Shape & { readonly place: number }

/**
 * Reads the text of a GeoJSON file, feature by feature.
 * @throws Problem `map.not-shapes` for what is none, is too much, or has no shape of an area in it.
 */
export function readShapes(text: string): ShapeFileContent {
  const collection = z.union([Collection, OneAlone]).safeParse(parsed(text))
  if (!collection.success) throw notShapes('not-geojson')
  const { features, crs } = collection.data
  if (features.length > mostShapes) throw notShapes('too-many-shapes')
  const read = features.map((feature, index) => readFeature(feature, index + 1))
  const bad = read.flatMap((one) => ('why' in one ? [one] : []))
  const shapes = read.flatMap((one) => ('why' in one ? [] : [one]))
  if (shapes.reduce((sum, one) => sum + verticesOf(one), 0) > mostVertices)
    throw notShapes('too-many-vertices')
  const [first] = bad
  if (shapes.length === 0 && first) throw notShapes(first.why, first.place)
  const named = NamedSystem.safeParse(crs)
  return { shapes, bad, system: named.success ? named.data.properties.name : null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw notShapes('not-json')
  }
}

function readFeature(given: unknown, place: number): PlacedShape | BadShape<Unreadable> {
  const feature = FeatureOfFile.safeParse(given)
  if (!feature.success) return { place, name: '', why: 'not-geojson' }
  const { geometry, id } = feature.data
  const properties = {
    ...textsOf(feature.data.properties ?? {}),
    // Many files have the code of an area there alone.
    ...(id != null && { '@id': cut(String(id)) }),
  }
  const known = Geometry.safeParse(geometry)
  if (!known.success) {
    const why = isPolygon(geometry) ? 'coordinates' : 'no-polygon'
    return { place, name: nameIn(properties), why }
  }
  const polygons = known.data.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? [coordinates] : (coordinates as Polygon[]),
  )
  return { place, properties, polygons }
}

type Why = Unreadable | 'not-text' | 'not-json' | 'too-many-shapes' | 'too-many-vertices' | 'system'

/** Why nothing of a file can be stored. */
export const notShapes = (why: Why, shape: number | null = null, system: string | null = null) =>
  new Problem('map.not-shapes', { why, shape, system })

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
