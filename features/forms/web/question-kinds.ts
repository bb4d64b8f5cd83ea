import type { Copy } from '#kit/contract/copy.ts'
import { locale, t } from '#kit/web/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import type { Asked, QuestionKind, QuestionType } from '../kind-contract.ts'

/** A kind of question that is answered by a value. */
export type ValueKind = Exclude<QuestionKind, 'choice'>
/** A kind of question, as one choice: the four with options are told apart by their type. */
export type DraftKind = QuestionType | ValueKind

type ShownKind = {
  readonly name: Copy
  /** Below which heading the editor offers it. */
  readonly group: Copy
  /** A stored value as the reader's language writes it; unset: unchanged. */
  readonly show?: (value: string, limits: Pick<Asked, 'max' | 'unit'>) => string
  /** What is said of an answer that cannot be read. */
  readonly unreadable?: Copy
  /** A stored value, and how it may be typed. */
  readonly example?: readonly [stored: string, typed: string]
  readonly keyboard?: 'numeric' | 'decimal'
  readonly icon?: IconName
  /** Lines on paper; several also make a high field on the screen. */
  readonly lines?: number
  /** A line as wide as the paper. */
  readonly isWide?: true
}

export const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const utc = { timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...utc })
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...utc })

export const withUnit = (number: string, unit: string) => (unit ? `${number} ${unit}` : number)

// Formatted as text: a number would lose digits.
const showNumber: ShownKind['show'] = (value, { unit }) =>
  withUnit(numbers.format(value as Intl.StringNumericLiteral), unit)

/** All that pages show of a kind of question that is answered by a value. */
const kinds: Readonly<Record<ValueKind, ShownKind>> = {
  whole: {
    group: say.numberKinds,
    name: say.wholeNumber,
    show: showNumber,
    unreadable: say.noWholeNumber,
    keyboard: 'numeric',
  },
  decimal: {
    group: say.numberKinds,
    name: say.decimalNumber,
    show: showNumber,
    unreadable: say.noNumber,
    keyboard: 'decimal',
  },
  rating: {
    group: say.numberKinds,
    name: say.ratingKind,
    show: (value, { max }) => t(say.ratedOf, { value, max: String(max) }),
    unreadable: say.noRating,
    keyboard: 'numeric',
  },
  line: { group: say.textKinds, name: say.shortText, isWide: true },
  text: { group: say.textKinds, name: say.longText, lines: 4, isWide: true },
  date: {
    group: say.timeKinds,
    name: say.date,
    show: (value) => days.format(new Date(value)),
    unreadable: say.noDate,
    example: ['2026-11-22', '22.11.2026'],
    icon: 'table',
  },
  time: {
    group: say.timeKinds,
    name: say.time,
    unreadable: say.noTime,
    example: ['06:30', '06:30'],
    icon: 'clock',
  },
  moment: {
    group: say.timeKinds,
    name: say.dateAndTime,
    show: (value) => moments.format(new Date(`${value}Z`)),
    unreadable: say.noMoment,
    example: ['2026-11-22T06:30', '22.11.2026 06:30'],
    icon: 'table',
  },
  file: { group: say.fileKinds, name: say.photoOrFile, icon: 'clip', isWide: true },
}

/** The four types of choice, as the first system numbers them, in the order in which the editor offers them. */
const choices = new Map<QuestionType, Copy>([
  [1, say.singleChoice],
  [0, say.multipleChoice],
  [2, say.singleChoiceText],
  [3, say.multipleChoiceText],
])

/** How pages show a kind; a choice has nothing but its options. */
export const shownKind = (kind: QuestionKind): Partial<ShownKind> =>
  kind === 'choice' ? {} : kinds[kind]

type OfferedKind = { readonly kind: DraftKind; readonly name: string; readonly group: string }

/** All kinds, as the editor offers them. */
export const offeredKinds: readonly OfferedKind[] = [
  ...[...choices].map(([kind, name]) => ({ kind, name: t(name), group: t(say.optionKinds) })),
  ...(Object.entries(kinds) as [ValueKind, ShownKind][]).map(([kind, { name, group }]) => ({
    ...{ kind, name: t(name), group: t(group) },
  })),
]

/** A kind of question, as the editor calls it. */
export const kindName = (kind: DraftKind): string =>
  offeredKinds.find((one) => one.kind === kind)?.name ?? ''
