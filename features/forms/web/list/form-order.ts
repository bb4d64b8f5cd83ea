import type { FormMeta } from '../../contract.ts'

type Ordered = Pick<FormMeta, 'id' | 'order'>

/**
 * The order of all forms after those of one list were reordered: drafts and published ones share one order,
 * and those of the other list keep their places in it.
 */
export function orderOfAll(all: readonly Ordered[], list: readonly FormMeta['id'][]) {
  const inList = new Set(list)
  const next = list.values()
  return all
    .toSorted((a, b) => a.order - b.order || a.id - b.id)
    .map(({ id }) => (inList.has(id) ? (next.next().value ?? id) : id))
}

/** The forms in the order of the ids; those that are not named follow, in their previous order. */
export function inOrder(forms: readonly FormMeta[], ids: readonly FormMeta['id'][]): FormMeta[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: FormMeta) => places.get(id) ?? ids.length
  return forms.toSorted((a, b) => placeOf(a) - placeOf(b))
}
