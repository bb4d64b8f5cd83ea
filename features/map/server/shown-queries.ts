import { createHash } from 'node:crypto'
import type { Db, Tx } from '#database/open.ts'
import type { ReadOutlines } from '#features/places/server/whereabouts-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { MapShapes, MunicipalityShapes } from '../contract.ts'
import { type Matching, matchShapes } from '../domain.ts'
import {
  findShapeFile,
  listShapedAreas,
  listShapedMunicipalities,
  readShapeFile,
  readShipped,
  type ShapedArea,
  type ShapedMunicipality,
  type ShapeFile,
} from './shape-queries.ts'

/** How many unmatched names a reply lists. */
export const mostNames = 100

/** The uploaded shapes; otherwise Romania's counties, if the election is in Romania; otherwise none. */
export async function getShapes(db: Db | Tx, scope: Scope): Promise<MapShapes> {
  const areas = await listShapedAreas(db, scope)
  const uploaded = await findShapeFile(db, scope)
  if (uploaded) {
    const file = fileOf(uploaded)
    const shapes = await readShapeFile(db, scope, uploaded)
    return { origin: 'uploaded', file, ...shown(matchShapes(areas, shapes), scope) }
  }
  const matching = matchShapes(areas, await readShipped())
  const inside = areas.filter(({ isDiaspora }) => !isDiaspora).length
  const fits = matching.matched.length > 0 && matching.matched.length * 2 >= inside
  if (fits) return { origin: 'shipped', file: null, ...shown(matching, scope) }
  const areasWithout = areas.map(({ name }) => name)
  return { origin: 'none', file: null, areas: [], areasWithout, shapesWithout: [] }
}

/** The outlines of the counties that the caller sees, by county. */
export const readOutlines: ReadOutlines = async (db, scope) => {
  const { areas } = await getShapes(db, scope)
  return new Map(areas.map(({ id, polygons }) => [id, polygons]))
}

const fileOf = ({ id, fileName: name, uploadedAt }: ShapeFile) => ({ id, name, uploadedAt })

/** The elections whose municipalities are kept matched. */
const mostKept = 2

/**
 * Caches the match of shapes and municipalities for each file and list of municipalities. Without the cache, each
 * county that a user opens would read and match the whole file. The key holds all inputs, so that no entry is stale.
 */
export class MunicipalityMatchings {
  readonly #kept = new Map<string, Matching<ShapedMunicipality>>()

  async of(db: Db | Tx, scope: Scope, file: ShapeFile): Promise<Matching<ShapedMunicipality>> {
    const areas = await listShapedMunicipalities(db, scope)
    const digest = createHash('sha256').update(JSON.stringify(areas)).digest('hex')
    const key = `${scope.electionId} ${file.id} ${digest}`
    const known = this.#kept.get(key)
    if (known) return known
    const matching = matchShapes(areas, await readShapeFile(db, scope, file))
    this.#kept.set(key, matching)
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest)
    return matching
  }
}

/** The uploaded shapes of a county's municipalities; the product ships none. */
export async function getShapesOfCounty(
  db: Db,
  scope: Scope,
  countyId: Id<'areas'>,
  matchings: MunicipalityMatchings,
): Promise<MapShapes> {
  const none = { areas: [], areasWithout: [], shapesWithout: [] }
  const uploaded = await findShapeFile(db, scope, true)
  if (!uploaded) return { origin: 'none', file: null, ...none }
  const source = { origin: 'uploaded' as const, file: fileOf(uploaded) }
  if (scope.countyIds !== null && !scope.countyIds.includes(countyId)) return { ...source, ...none }
  const { matched, areasWithout } = await matchings.of(db, scope, uploaded)
  return {
    ...source,
    areas: matched
      .filter(({ area }) => area.county.id === countyId)
      .map(({ area, shape }) => ({ id: area.id, polygons: [...shape.polygons] })),
    areasWithout: areasWithout
      .filter(({ county }) => county.id === countyId)
      .map(({ name }) => name),
    shapesWithout: [],
  }
}

/** An area that has an outline now. */
export type PresentOutline = MapShapes['areas'][number] & { readonly name: string }

/** The outlines that counties have now, or municipalities, which are named with their county. */
export async function listPresentOutlines(
  tx: Tx,
  scope: Scope,
  ofMunicipalities: boolean,
  matchings: MunicipalityMatchings,
): Promise<readonly PresentOutline[]> {
  if (!ofMunicipalities) {
    const { areas } = await getShapes(tx, scope)
    const names = new Map((await listShapedAreas(tx, scope)).map(({ id, name }) => [id, name]))
    return areas.map((area) => ({ ...area, name: names.get(area.id) ?? '' }))
  }
  const uploaded = await findShapeFile(tx, scope, true)
  const matched = uploaded ? (await matchings.of(tx, scope, uploaded)).matched : []
  return matched.map(({ area, shape }) => ({
    id: area.id,
    name: nameWithin(area),
    polygons: [...shape.polygons],
  }))
}

/** The result of the last upload of municipality shapes, for all counties. */
export async function getMunicipalityShapes(
  db: Db,
  scope: Scope,
  matchings: MunicipalityMatchings,
): Promise<MunicipalityShapes> {
  const uploaded = await findShapeFile(db, scope, true)
  if (!uploaded) return { file: null, matched: 0, areasWithout: [], shapesWithout: [] }
  const matching = await matchings.of(db, scope, uploaded)
  return {
    file: fileOf(uploaded),
    matched: matching.matched.length,
    areasWithout: namesWithin(matching.areasWithout),
    shapesWithout: matching.shapesWithout.slice(0, mostNames),
  }
}

/** The first of them, each with its county. */
export const namesWithin = (areas: readonly Within[]): string[] =>
  areas.slice(0, mostNames).map(nameWithin)

type Within = { readonly name: string; readonly county: { readonly name: string } }

const nameWithin = ({ name, county }: Within) => `${name} (${county.name})`

const shown = (
  { matched, areasWithout, shapesWithout }: Matching<ShapedArea>,
  { countyIds }: Scope,
) => ({
  areas: matched.map(({ area, shape }) => ({ id: area.id, polygons: [...shape.polygons] })),
  areasWithout: areasWithout.map(({ name }) => name),
  // A reader limited to some counties must not learn of others.
  shapesWithout: countyIds === null ? shapesWithout.slice(0, mostNames) : [],
})
