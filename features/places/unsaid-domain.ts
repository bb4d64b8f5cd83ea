import { areaFinder, codeOr } from './naming-domain.ts'
import type { AreaRow } from './row-domain.ts'

type NotedRow = Pick<AreaRow, 'code' | 'name' | 'parent'>

/**
 * The areas of a file that may have no parent, where others name one: those with as many levels below them as any area
 * of the file. All others lie in some area; their cell may be merged with the one above.
 */
export class OutermostAreas {
  readonly #heights = new Map<string, number>()
  readonly #rows: NotedRow[] = []
  #tallest: number | undefined

  /** Notes rows; all of a file are noted before one is judged. */
  note(rows: readonly NotedRow[]): void {
    for (const row of rows) this.#rows.push(row)
  }

  /**
   * Whether an area without a parent may be of the outermost level; one that names its level says so itself.
   * @param levels how many the election has
   */
  has({ code, level }: Pick<AreaRow, 'code' | 'level'>, levels: number): boolean {
    this.#tallest ??= this.#measure(levels)
    return level !== undefined || this.#tallest === 1 || this.#heightOf(code) === this.#tallest
  }

  #heightOf(code: string): number {
    return this.#heights.get(code) ?? 1
  }

  /** The height of the tallest; a cycle counts as high as there are levels. */
  #measure(levels: number): number {
    const find = areaFinder(this.#rows.map(({ code, name }) => ({ code, name, county: '' })))
    const inside = this.#rows.flatMap(({ code, parent }) =>
      parent === undefined ? [] : [{ code, parent: codeOr(find(parent), parent) }],
    )
    for (let level = 1; level < levels; level += 1)
      for (const { code, parent } of inside) {
        // The largest town may have the code of its county.
        const below = code === parent ? 1 : this.#heightOf(code)
        const height = Math.max(this.#heightOf(parent), below + 1)
        this.#heights.set(parent, Math.min(height, levels))
      }
    return Math.max(1, ...this.#heights.values())
  }
}
