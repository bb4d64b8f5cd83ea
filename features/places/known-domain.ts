import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { folded } from '#kit/contract/value/folded.ts'
import type { AreaRow } from './row-domain.ts'

/** A stored area, or one from an earlier row of the file. */
export type KnownArea = {
  readonly code: string
  readonly name: string
  readonly level: number
  readonly position: number | undefined
  readonly parentCode: string | null
  /** None above counties. */
  readonly countyCode: string | null
  readonly holdsStations: boolean
}

/** The area that a row means, if it is known, its parent, and its level. */
export type Found = {
  readonly before: KnownArea | undefined
  readonly parent: KnownArea | undefined
  readonly level: number
}

/** Why that cannot be said. */
export type Unclear = { readonly why: Fault }

/**
 * The areas by code. One code may be that of areas of several levels, such as of a county and of its largest town; which
 * of them a row means follows from its parent, or from the level that it names, and is not guessed.
 */
export class KnownAreas {
  readonly #byCode = new Map<string, KnownArea[]>()
  readonly #levelNames: readonly string[]

  /** @param levelNames outermost first */
  constructor(areas: readonly KnownArea[], levelNames: readonly string[]) {
    this.#levelNames = levelNames
    for (const area of areas) this.add(area)
  }

  add(area: KnownArea): void {
    const others = this.#of(area.code).filter(({ level }) => level !== area.level)
    this.#byCode.set(area.code, [...others, area])
  }

  find(row: AreaRow): Found | Unclear {
    return row.level === undefined ? this.#findByParent(row) : this.#findAt(row, row.level)
  }

  #of(code: string | undefined): readonly KnownArea[] {
    return (code !== undefined && this.#byCode.get(code)) || []
  }

  #nameOf(level: number): string {
    return this.#levelNames[level - 1] ?? '–'
  }

  /** Finds an area whose row gives its level, by name or number. */
  #findAt({ code, parent: parentCode }: AreaRow, given: string): Found | Unclear {
    const isIt = (name: string, at: number) =>
      folded(name) === folded(given) || given === String(at + 1)
    const level = this.#levelNames.findIndex(isIt) + 1
    if (level === 0) {
      const levels = this.#levelNames.join(', ')
      return { why: fault('level.unknown', { level: given, levels }, 'level') }
    }
    const parent = this.#of(parentCode).find((one) => one.level === level - 1)
    if (parent || (level === 1 && parentCode === undefined))
      return { level, parent, before: this.#of(code).find((one) => one.level === level) }
    const why =
      parentCode === undefined
        ? fault('area.without-parent', { level: this.#nameOf(level) }, 'parent')
        : fault('area.not-above', { code: parentCode, level: this.#nameOf(level - 1) }, 'parent')
    return { why }
  }

  #findByParent(row: AreaRow): Found | Unclear {
    const own = this.#of(row.code)
    const [parent, ...others] = this.#parentsOf(row, own)
    if (parent && others.length > 0) {
      const levels = [parent, ...others].map(({ level }) => this.#nameOf(level)).join(', ')
      return { why: fault('area.ambiguous', { code: parent.code, levels }, 'parent') }
    }
    const level = (parent?.level ?? 0) + 1
    const before = own.find((area) => area.level === level)
    const [other] = own
    // The largest town often has the code of its county.
    const isElsewhere = !before && row.code !== row.parent && (parent || row.parent === undefined)
    if (!isElsewhere || !other) return { before, parent, level }
    const details = { code: row.code, level: this.#nameOf(other.level) }
    return { why: fault('area.at-other-level', details, 'parent') }
  }

  /** Possible parents: those a level above the known area, else any that are not innermost, else all with the code. */
  #parentsOf({ parent }: AreaRow, own: readonly KnownArea[]): readonly KnownArea[] {
    const all = this.#of(parent)
    const above = all.filter(({ level }) => own.some((area) => area.level === level + 1))
    if (above.length > 0) return above
    const possible = all.filter(({ level }) => level < this.#levelNames.length)
    return possible.length > 0 ? possible : all
  }
}
