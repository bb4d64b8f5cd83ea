import type { Tx } from '#database/open.ts'
import type { Spot } from '#features/places/whereabouts-domain.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { fromSystem } from '#kit/server/reference-system.ts'
import type { Polygon } from '../contract.ts'
import { type InDegrees, type KnownSpots, type System, shapesInDegrees } from '../degrees-domain.ts'
import type { Matching } from '../domain.ts'
import type { ShapeFileContent } from '../reading-domain.ts'
import { listSpots } from './shape-queries.ts'
import { getShapes } from './shown-queries.ts'

/** Web Mercator and Stereo 70 are what files are in that name nothing. */
const unnamed = ['EPSG:3857', 'EPSG:3844']

/** The shapes of a file in degrees, by where stations are and where the present outlines are. */
export async function readInDegrees(
  tx: Tx,
  scope: Scope,
  file: ShapeFileContent,
  { matched, ofMunicipalities }: KnownMatching,
): Promise<InDegrees> {
  const stations = await listSpots(tx, scope, ofMunicipalities)
  const present = ofMunicipalities ? [] : (await getShapes(tx, scope)).areas
  const middles = new Map(present.map(({ id, polygons }) => [id, middlesOf(polygons)]))
  const sourceOf = (spots: ReadonlyMap<Id<'areas'>, readonly Spot[]>): KnownSpots =>
    matched.map(({ area, shape }) => ({ shape, spots: spots.get(area.id) ?? [] }))
  const sources = [sourceOf(stations), sourceOf(middles)]
  const [somewhere] = sources.flatMap((source) => source.flatMap(({ spots }) => spots))
  const named = file.system === null ? undefined : systemOf(file.system)
  const others = [...unnamed, ...(somewhere ? zonesAt(somewhere) : [])].flatMap(
    (name) => systemOf(name) ?? [],
  )
  return shapesInDegrees(file, sources, named, others)
}

/** The shapes named like areas, and the kind of these areas. */
type KnownMatching = Pick<Matching<{ readonly id: Id<'areas'> }>, 'matched'> & {
  readonly ofMunicipalities: boolean
}

function systemOf(name: string): System | undefined {
  const toDegrees = fromSystem(name)
  return toDegrees && { name, toDegrees }
}

/** The zones of UTM in which a place may be, its own first. */
function zonesAt({ latitude, longitude }: Spot): string[] {
  const zone = Math.floor((longitude + 180) / 6) + 1
  const half = latitude < 0 ? 327 : 326
  return [zone, zone - 1, zone + 1].map((one) => `EPSG:${half}${String(one).padStart(2, '0')}`)
}

/** The middle of the piece with most corners. */
function middlesOf(polygons: readonly Polygon[]): readonly Spot[] {
  const [ring = []] = polygons
    .map(([outer = []]) => outer)
    .toSorted((one, other) => other.length - one.length)
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  if (ring.length === 0) return []
  const [longitude, latitude] = [mean(ring.map(([x]) => x)), mean(ring.map(([, y]) => y))]
  return [{ latitude, longitude }]
}
