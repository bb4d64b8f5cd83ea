import type { Db } from '#database/open.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { MapShapes } from '../contract.ts'
import { type Matching, matchShapes } from '../domain.ts'
import { findShapeFile, listShapedAreas, readShipped, type ShapedArea } from './shape-queries.ts'

/** The uploaded shapes; otherwise those of Romania, where the election is there; otherwise none. */
export async function getShapes(db: Db, scope: Scope): Promise<MapShapes> {
  const areas = await listShapedAreas(db, scope)
  const uploaded = await findShapeFile(db, scope)
  if (uploaded) {
    const { id, fileName: name, uploadedAt } = uploaded
    const file = { id, name, uploadedAt }
    return { origin: 'uploaded', file, ...shown(matchShapes(areas, uploaded.shapes), scope) }
  }
  const matching = matchShapes(areas, await readShipped())
  const inside = areas.filter(({ isDiaspora }) => !isDiaspora).length
  const fits = matching.matched.length > 0 && matching.matched.length * 2 >= inside
  if (fits) return { origin: 'shipped', file: null, ...shown(matching, scope) }
  const areasWithout = areas.map(({ name }) => name)
  return { origin: 'none', file: null, areas: [], areasWithout, shapesWithout: [] }
}

const shown = (
  { matched, areasWithout, shapesWithout }: Matching<ShapedArea>,
  { countyIds }: Scope,
) => ({
  areas: matched.map(({ area, shape }) => ({ id: area.id, polygons: [...shape.polygons] })),
  areasWithout: areasWithout.map(({ name }) => name),
  // Whoever sees some counties only knows of no other.
  shapesWithout: countyIds === null ? shapesWithout.slice(0, 100) : [],
})
