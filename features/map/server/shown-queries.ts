import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { MapShapes, MunicipalityShapes } from '../contract.ts'
import { type Matching, matchShapes } from '../domain.ts'
import {
  findShapeFile,
  listShapedAreas,
  listShapedMunicipalities,
  readShipped,
  type ShapedArea,
} from './shape-queries.ts'

/** So many names without a counterpart are told. */
export const mostNames = 100

/** The uploaded shapes; otherwise those of Romania, where the election is there; otherwise none. */
export async function getShapes(db: Db, scope: Scope): Promise<MapShapes> {
  const areas = await listShapedAreas(db, scope)
  const uploaded = await findShapeFile(db, scope)
  if (uploaded) {
    const file = fileOf(uploaded)
    return { origin: 'uploaded', file, ...shown(matchShapes(areas, uploaded.shapes), scope) }
  }
  const matching = matchShapes(areas, await readShipped())
  const inside = areas.filter(({ isDiaspora }) => !isDiaspora).length
  const fits = matching.matched.length > 0 && matching.matched.length * 2 >= inside
  if (fits) return { origin: 'shipped', file: null, ...shown(matching, scope) }
  const areasWithout = areas.map(({ name }) => name)
  return { origin: 'none', file: null, areas: [], areasWithout, shapesWithout: [] }
}

type Stored = NonNullable<Awaited<ReturnType<typeof findShapeFile>>>

const fileOf = ({ id, fileName: name, uploadedAt }: Stored) => ({ id, name, uploadedAt })

/** Of the municipalities of a county; none come with the product. */
export async function getShapesOfCounty(
  db: Db,
  scope: Scope,
  countyId: Id<'areas'>,
): Promise<MapShapes> {
  const none = { areas: [], areasWithout: [], shapesWithout: [] }
  const uploaded = await findShapeFile(db, scope, true)
  if (!uploaded) return { origin: 'none', file: null, ...none }
  const told = { origin: 'uploaded' as const, file: fileOf(uploaded) }
  if (scope.countyIds !== null && !scope.countyIds.includes(countyId)) return { ...told, ...none }
  const { matched, areasWithout } = matchShapes(
    await listShapedMunicipalities(db, scope),
    uploaded.shapes,
  )
  return {
    ...told,
    areas: matched
      .filter(({ area }) => area.county.id === countyId)
      .map(({ area, shape }) => ({ id: area.id, polygons: [...shape.polygons] })),
    areasWithout: areasWithout
      .filter(({ county }) => county.id === countyId)
      .map(({ name }) => name),
    shapesWithout: [],
  }
}

/** What became of the uploaded shapes of municipalities, of all counties. */
export async function getMunicipalityShapes(db: Db, scope: Scope): Promise<MunicipalityShapes> {
  const uploaded = await findShapeFile(db, scope, true)
  if (!uploaded) return { file: null, matched: 0, areasWithout: [], shapesWithout: [] }
  const matching = matchShapes(await listShapedMunicipalities(db, scope), uploaded.shapes)
  return {
    file: fileOf(uploaded),
    matched: matching.matched.length,
    areasWithout: namesWithin(matching.areasWithout),
    shapesWithout: matching.shapesWithout.slice(0, mostNames),
  }
}

/** The first of them, each with its county. */
export const namesWithin = (
  areas: readonly { readonly name: string; readonly county: { readonly name: string } }[],
): string[] => areas.slice(0, mostNames).map(({ name, county }) => `${name} (${county.name})`)

const shown = (
  { matched, areasWithout, shapesWithout }: Matching<ShapedArea>,
  { countyIds }: Scope,
) => ({
  areas: matched.map(({ area, shape }) => ({ id: area.id, polygons: [...shape.polygons] })),
  areasWithout: areasWithout.map(({ name }) => name),
  // Whoever sees some counties only knows of no other.
  shapesWithout: countyIds === null ? shapesWithout.slice(0, mostNames) : [],
})
