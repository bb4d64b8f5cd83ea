/**
 * The selected rows of a list, on this page or on any other: these, or all but these. So a whole list can be
 * selected without loading its rows.
 */
export type Selection = {
  readonly kind: 'these' | 'allBut'
  readonly keys: ReadonlySet<string>
}

export const nothing: Selection = { kind: 'these', keys: new Set() }
export const everything: Selection = { kind: 'allBut', keys: new Set() }

export const isSelected = ({ kind, keys }: Selection, key: string): boolean =>
  keys.has(key) === (kind === 'these')

/** Selects or deselects the rows, and leaves every other as it was. */
export function withRows(
  { kind, keys }: Selection,
  changed: readonly string[],
  isOn: boolean,
): Selection {
  const next = new Set(keys)
  for (const key of changed)
    if (isOn === (kind === 'these')) next.add(key)
    else next.delete(key)
  return { kind, keys: next }
}

/** How many are selected in a list of that length. */
export const countSelected = ({ kind, keys }: Selection, total: number): number =>
  kind === 'these' ? keys.size : Math.max(0, total - keys.size)

/** How many of the rows on screen are selected. */
export function howMuch(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.filter((key) => isSelected(selection, key)).length
  if (count === 0) return 'none'
  return count === shown.length ? 'all' : 'some'
}
