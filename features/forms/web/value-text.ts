import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Asked } from '../kind-contract.ts'
import { numbers, shownKind, withUnit } from './question-kinds.ts'

type Limits = Omit<Asked, 'isRequired'>

/** An answer by value, as the server has read it. */
export type ReadAnswer = Limits & {
  readonly canonical: string | null
  readonly isUnreadable: boolean
  readonly isOutside: boolean
}

/** A stored value as the reader's language writes it. */
export const valueText = ({ kind, ...limits }: Limits, value: string): string =>
  shownKind(kind).show?.(value, limits) ?? value

/** What is wrong with an answer, in words. */
export function faultOf({ kind, isUnreadable, isOutside, ...limits }: ReadAnswer) {
  const words = shownKind(kind).unreadable
  if (isUnreadable && words) return t(words)
  return isOutside ? t(say.outside, { range: rangeText(limits) }) : undefined
}

/** The limits of a number in words; empty: it has none. */
export function rangeText({ min, max, unit }: Omit<Limits, 'kind'>): string {
  const [least, most] = [min, max].map((limit) => (limit === null ? '' : numbers.format(limit)))
  if (least && most) return withUnit(t(say.between, { min: least, max: most }), unit)
  if (least) return withUnit(t(say.atLeast, { min: least }), unit)
  return most ? withUnit(t(say.atMost, { max: most }), unit) : ''
}
