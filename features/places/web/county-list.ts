import { holds } from '#kit/contract/value/folded.ts'
import type { County } from '../contract.ts'

/** The counties whose name and code contain every word of the text; all without a text. */
export function narrowed(counties: readonly County[], filter: string | undefined): County[] {
  return counties.filter(({ code, name }) => holds(`${code} ${name}`, filter ?? ''))
}

/** In the order of the ids; those that are not among them follow, in their previous order. */
export function inOrder(counties: readonly County[], ids: readonly number[]): County[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: County) => place.get(id) ?? ids.length
  return counties.toSorted((one, other) => placeOf(one) - placeOf(other))
}
