import type { County } from '../contract.ts'

/** Whatever its capitals and accents: `Brașov` is `brasov`. */
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name or code holds the text; all of them where there is none. */
export function narrowed(counties: readonly County[], filter: string | undefined): County[] {
  const wanted = bare(filter ?? '')
  return counties.filter(
    ({ name, code }) => bare(name).includes(wanted) || bare(code).includes(wanted),
  )
}

/** In the order of the ids; those that are not among them come behind, as they stood. */
export function inOrder(counties: readonly County[], ids: readonly number[]): County[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: County) => place.get(id) ?? ids.length
  return counties.toSorted((one, other) => placeOf(one) - placeOf(other))
}
