import { folded } from '#kit/contract/value/folded.ts'
import type { Polygon } from './contract.ts'

/** A feature of a file of outlines: its properties and polygons. */
export type Shape = {
  readonly properties: Readonly<Record<string, string>>
  readonly polygons: readonly Polygon[]
}

/** An area by the names that shapes may use; its county tells namesakes apart. */
type Named = {
  readonly code: string
  readonly name: string
  readonly county?: { readonly id: number; readonly code: string; readonly name: string }
}

export type Matching<Area, One extends Shape = Shape> = {
  readonly matched: readonly { readonly area: Area; readonly shape: One }[]
  readonly areasWithout: readonly Area[]
  /** The names of the shapes, as well as they can be told. */
  readonly shapesWithout: readonly string[]
}

/**
 * Which shape is which area. Files call their columns as they like, so the column of codes is the one that names
 * the most areas by code, and that of names the one that names the most by name. Codes are compared first; a value
 * that several shapes or several areas have decides nothing. Where a column names counties, areas are looked for in
 * the county that a shape names: many a municipality has the name of one elsewhere.
 */
export function matchShapes<Area extends Named, One extends Shape>(
  areas: readonly Area[],
  shapes: readonly One[],
): Matching<Area, One> {
  const codes = bestColumn(shapes, new Set(areas.map(({ code }) => folded(code))))
  const names = bestColumn(shapes, new Set(areas.map(({ name }) => folded(name))))
  const countyOf = countiesOf(areas, shapes, [codes, names])
  const found = new Map<Area, One>()
  const left = new Set(shapes)
  for (const [column, wordOf] of [
    [codes, ({ code }: Area) => folded(code)],
    [names, ({ name }: Area) => folded(name)],
  ] as const)
    for (const keyOf of [inCounty, anywhere]) {
      const byKey = onlyOnes([...left], (shape) => keyOf(countyOf(shape), valueIn(shape, column)))
      const open = areas.filter((area) => !found.has(area))
      for (const [key, area] of onlyOnes(open, (one) =>
        keyOf(keyOf === inCounty ? one.county?.id : undefined, wordOf(one)),
      )) {
        const shape = byKey.get(key)
        if (!shape) continue
        found.set(area, shape)
        left.delete(shape)
      }
    }
  return {
    matched: [...found].map(([area, shape]) => ({ area, shape })),
    areasWithout: areas.filter((area) => !found.has(area)),
    shapesWithout: [...left].map((shape, index) => labelOf(shape, [names, codes], index)),
  }
}

/** How many of the shapes have the name of the area that they were found to be. */
export const countNamed = ({ matched }: Matching<Named>): number =>
  matched.filter(({ area, shape }) =>
    Object.values(shape.properties).some((value) => folded(value) === folded(area.name)),
  ).length

/** Keys of shapes and areas that are compared; empty where there is nothing to compare. */
const inCounty = (countyId: number | undefined, value: string) =>
  countyId === undefined || value === '' ? '' : `${countyId} ${value}`
const anywhere = (countyId: number | undefined, value: string) =>
  countyId === undefined ? value : ''

/** Finds the county of a shape by the column that names counties; undefined where most shapes name no county. */
function countiesOf(
  areas: readonly Named[],
  shapes: readonly Shape[],
  others: readonly (string | undefined)[],
): (shape: Shape) => number | undefined {
  const byWord = new Map<string, number>()
  for (const { county } of areas)
    for (const word of county ? [county.code, county.name] : [])
      byWord.set(folded(word), county?.id ?? 0)
  const column = bestColumn(shapes, new Set(byWord.keys()), others)
  const countyOf = (shape: Shape) => byWord.get(valueIn(shape, column))
  const known = shapes.filter((shape) => countyOf(shape) !== undefined)
  return known.length * 2 > shapes.length ? countyOf : () => undefined
}

/** The column whose values are wanted most often; undefined where none ever is. */
function bestColumn(
  shapes: readonly Shape[],
  wanted: ReadonlySet<string>,
  except: readonly (string | undefined)[] = [],
): string | undefined {
  const hits = new Map<string, Set<string>>()
  for (const { properties } of shapes)
    for (const [column, value] of Object.entries(properties)) {
      if (except.includes(column)) continue
      const key = folded(value)
      if (wanted.has(key)) hits.set(column, (hits.get(column) ?? new Set()).add(key))
    }
  return [...hits].sort(([, one], [, other]) => other.size - one.size)[0]?.[0]
}

const valueIn = ({ properties }: Shape, column: string | undefined): string =>
  folded((column !== undefined && properties[column]) || '')

/** By key; omits items that share a key. */
function onlyOnes<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One> {
  const byKey = new Map<string, One[]>()
  for (const one of all) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one])
  const single = [...byKey].flatMap(([key, [first, ...others]]) =>
    first !== undefined && others.length === 0 && key !== '' ? [[key, first] as const] : [],
  )
  return new Map(single)
}

/** By a column that names areas, otherwise by whatever looks like a name. */
function labelOf(
  { properties }: Shape,
  columns: readonly (string | undefined)[],
  index: number,
): string {
  const known = columns.flatMap((column) => (column && properties[column]) || [])
  return known[0] ?? (nameIn(properties) || `#${index + 1}`)
}

/** Whatever looks most like a name; empty where nothing does. */
export const nameIn = (properties: Shape['properties']): string =>
  Object.values(properties).find((value) => /\p{L}{2}/u.test(value)) ?? ''
