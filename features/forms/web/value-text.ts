import type { Copy } from '#kit/contract/copy.ts'
import { locale, t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Asked, QuestionKind } from '../kind-contract.ts'

type Limits = Omit<Asked, 'isRequired'>

/** An answer by value, as the server has read it. */
export type ReadAnswer = Limits & {
  readonly canonical: string | null
  readonly isUnreadable: boolean
  readonly isOutside: boolean
}

const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const utc = { timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...utc })
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...utc })

/** A stored value as the reader's language writes it. */
export function valueText({ kind, max, unit }: Limits, value: string): string {
  switch (kind) {
    case 'whole':
    case 'decimal':
      // As text: a number would lose digits.
      return withUnit(numbers.format(value as Intl.StringNumericLiteral), unit)
    case 'rating':
      return t(say.ratedOf, { value, max: String(max) })
    case 'date':
      return days.format(new Date(value))
    case 'moment':
      return moments.format(new Date(`${value}Z`))
    default:
      return value
  }
}

const unreadableAs: Partial<Record<QuestionKind, Copy>> = {
  whole: say.noWholeNumber,
  decimal: say.noNumber,
  rating: say.noRating,
  date: say.noDate,
  time: say.noTime,
  moment: say.noMoment,
}

/** What is wrong with an answer, in words. */
export function faultOf({ kind, isUnreadable, isOutside, ...limits }: ReadAnswer) {
  const words = unreadableAs[kind]
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

const withUnit = (number: string, unit: string) => (unit ? `${number} ${unit}` : number)
