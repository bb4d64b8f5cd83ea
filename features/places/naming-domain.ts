import { folded } from '#kit/contract/value/folded.ts'
import { storedCodes, tidied } from '#kit/contract/value/tidy.ts'

/** An area as people name it in a file, and the code of its county. */
export type NamedArea = {
  readonly code: string
  readonly name: string
  readonly county: string
}

/** The result of looking up a cell: one area, several, or none. */
export type Meant = { readonly code: string } | { readonly several: true } | undefined

/**
 * Finds areas by what is written: by their codes, in any capitals; else by their names; else by both in one cell, such as
 * `Cluj (CJ)`. A name is enough where no other area has it, in its county if that is said.
 */
export function areaFinder(areas: readonly NamedArea[]): AreaFinder {
  const codes = new Set<string>()
  const stored = storedCodes(areas.map(({ code }) => code))
  const keys = keysOf.map(() => new Map<string, NamedArea[]>())
  const add = (area: NamedArea) => {
    codes.add(area.code)
    for (const [nth, key] of keys.entries()) {
      const name = keysOf[nth]?.(area) ?? ''
      const others = (key.get(name) ?? []).filter(({ code }) => code !== area.code)
      key.set(name, [...others, area])
    }
  }
  for (const area of areas) add(area)
  const find = (written: string, county = ''): Meant => {
    const code = stored(written)
    // In other capitals it may be a name in its county as well.
    if (codes.has(code) && tidied(code, 'code') === tidied(written, 'code')) return { code }
    const [text, letters] = [folded(code), lettersOf(code)]
    const all = keys.map((key, nth) => key.get(nth < 2 ? text : letters) ?? [])
    const inside = all.map((found) =>
      county === '' ? found : found.filter((one) => one.county === county),
    )
    // That a code is of another county is a fault of its own.
    const found = [...inside, all[0] ?? []].find((some) => some.length > 0)
    if (!found?.[0]) return undefined
    return found.length === 1 ? { code: found[0].code } : { several: true }
  }
  return Object.assign(find, { add })
}

/** Finds an area; `add` makes another one known. */
type AreaFinder = ((written: string, county?: string) => Meant) & {
  readonly add: (area: NamedArea) => void
}

const keysOf: readonly ((area: NamedArea) => string)[] = [
  ({ code }) => folded(code),
  ({ name }) => folded(name),
  ({ code, name }) => lettersOf(`${code}${name}`),
  ({ code, name }) => lettersOf(`${name}${code}`),
]

const lettersOf = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The code that is meant; a name of no area, or of several, stays unchanged. */
export const codeOr = (meant: Meant, written: string): string =>
  meant && 'code' in meant ? meant.code : written

/** The key by which labels are compared: `12A`, `12 a` and `12-A` are one, `12-1` and `121` are two. */
export const labelKey = (label: string): string =>
  folded(tidied(label, 'code'))
    .replaceAll(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, '-')
    .replaceAll(/[^\p{L}\p{N}-]+|(?<!\p{N})-|-(?!\p{N})/gu, '')
