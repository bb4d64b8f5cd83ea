import { folded } from '#kit/contract/value/folded.ts'
import type { Polygon } from './contract.ts'

/** An outline as a file has it: what it says of it, and where it lies. */
export type Shape = {
  readonly properties: Readonly<Record<string, string>>
  readonly polygons: readonly Polygon[]
}

/** An area as shapes name it. */
type Named = { readonly code: string; readonly name: string }

export type Matching<Area> = {
  readonly matched: readonly { readonly area: Area; readonly shape: Shape }[]
  readonly areasWithout: readonly Area[]
  /** The names of the shapes, as well as they can be told. */
  readonly shapesWithout: readonly string[]
}

/**
 * Which shape is which area. Files call their columns as they like, so the column of codes is the one that names
 * the most areas by code, and that of names the one that names the most by name. Codes are compared first; a value
 * that several shapes or several areas have decides nothing.
 */
export function matchShapes<Area extends Named>(
  areas: readonly Area[],
  shapes: readonly Shape[],
): Matching<Area> {
  const codes = bestColumn(shapes, new Set(areas.map(({ code }) => folded(code))))
  const names = bestColumn(shapes, new Set(areas.map(({ name }) => folded(name))))
  const found = new Map<Area, Shape>()
  const left = new Set(shapes)
  for (const [column, keyOf] of [
    [codes, ({ code }: Area) => folded(code)],
    [names, ({ name }: Area) => folded(name)],
  ] as const) {
    const byValue = onlyOnes([...left], (shape) => valueIn(shape, column))
    const open = areas.filter((area) => !found.has(area))
    for (const [key, area] of onlyOnes(open, keyOf)) {
      const shape = byValue.get(key)
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

/** The column whose values are wanted most often; undefined where none ever is. */
function bestColumn(shapes: readonly Shape[], wanted: ReadonlySet<string>): string | undefined {
  const hits = new Map<string, Set<string>>()
  for (const { properties } of shapes)
    for (const [column, value] of Object.entries(properties)) {
      const key = folded(value)
      if (wanted.has(key)) hits.set(column, (hits.get(column) ?? new Set()).add(key))
    }
  return [...hits].sort(([, one], [, other]) => other.size - one.size)[0]?.[0]
}

const valueIn = ({ properties }: Shape, column: string | undefined): string =>
  folded((column !== undefined && properties[column]) || '')

/** By key, those whose key nobody else has. */
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
  const words = Object.values(properties).filter((value) => /\p{L}{2}/u.test(value))
  return known[0] ?? words[0] ?? `#${index + 1}`
}
