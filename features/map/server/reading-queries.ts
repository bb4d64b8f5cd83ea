import type { Tx } from '#database/open.ts'
import type { Spot } from '#features/places/whereabouts-domain.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { fromSystem } from '#kit/server/reference-system.ts'
import { type InDegrees, type KnownSpots, type System, shapesInDegrees } from '../degrees-domain.ts'
import type { Matching } from '../domain.ts'
import { middlesOf } from '../misplaced-domain.ts'
import type { PlacedShape, ShapeFileContent } from '../reading-domain.ts'
import { listSpots } from './shape-queries.ts'
import type { PresentOutline } from './shown-queries.ts'

/** Web Mercator and Stereo 70 are what files are in that name nothing. */
const unnamed = ['EPSG:3857', 'EPSG:3844']

/** The shapes of a file in degrees, by where stations are and where the present outlines are. */
export async function readInDegrees(
  tx: Tx,
  scope: Scope,
  file: ShapeFileContent,
  { matched, ofMunicipalities }: KnownMatching,
  present: readonly PresentOutline[],
): Promise<InDegrees> {
  const stations = await listSpots(tx, scope, ofMunicipalities)
  const middles = new Map(present.map(({ id, polygons }) => [id, middlesOf(polygons)]))
  const sourceOf = (spots: ReadonlyMap<Id<'areas'>, readonly Spot[]>): KnownSpots =>
    matched.map(({ area, shape }) => ({ shape, name: area.name, spots: spots.get(area.id) ?? [] }))
  const sources = { stations: sourceOf(stations), outlines: sourceOf(middles) }
  const [somewhere] = [...sources.stations, ...sources.outlines].flatMap(({ spots }) => spots)
  const named = file.system === null ? undefined : systemOf(file.system)
  const others = [...unnamed, ...(somewhere ? zonesAt(somewhere) : [])].flatMap(
    (name) => systemOf(name) ?? [],
  )
  return shapesInDegrees(file, sources, named, others)
}

export type NamedArea = { readonly id: Id<'areas'>; readonly name: string }

/** The shapes named like areas, and the kind of these areas. */
type KnownMatching = Pick<Matching<NamedArea, PlacedShape>, 'matched'> & {
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
