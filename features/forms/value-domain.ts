import { tidied } from '#kit/contract/value/tidy.ts'
import type { Asked, QuestionKind } from './kind-contract.ts'

/** As much of a question as decides how an answer is read. */
export type ReadAs = Pick<Asked, 'kind' | 'unit'>

type Reader = (written: string, unit: string) => string | undefined

/** No value is longer. */
const mostSigns = 100

/**
 * The value of what was typed, in the one way in which it is stored: `1250.5`, `2026-11-27`, `07:30`, `2026-11-27T07:30`.
 * Undefined: it cannot be read, or the question takes options or text.
 */
export function readValue({ kind, unit }: ReadAs, typed: string | null): string | undefined {
  const read = readers[kind]
  if (!read || typed === null || typed.length > mostSigns) return undefined
  return read(plain(typed), plain(unit))
}

/** Without capitals and diacritics; a superscript stays one. */
const plain = (text: string): string =>
  tidied(text, 'signs')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Whether answers have values to be read. */
export const isReadable = (kind: QuestionKind): boolean => readers[kind] !== null

/** Whether a value is outside the limits of its question. */
export const isOutside = ({ min, max }: Pick<Asked, 'min' | 'max'>, value: string): boolean =>
  (min !== null && Number(value) < min) || (max !== null && Number(value) > max)

/** How each kind is read; null: its answers are options, words or files. */
const readers: Readonly<Record<QuestionKind, Reader | null>> = {
  choice: null,
  whole: (written, unit) => readWhole(withoutUnit(written, unit)),
  decimal: (written, unit) => readDecimal(withoutUnit(written, unit)),
  rating: (written) => readWhole(written.replace(/ ?(?:\/|din|of) ?\d{1,2}$/, '')),
  date: readDate,
  time: readTime,
  moment: readMoment,
  line: null,
  text: null,
  file: null,
}

/** Without the unit of the question behind the number (`20 de voturi`); another word may be `thousand`. */
function withoutUnit(written: string, unit: string): string {
  const [, number = '', word = ''] = /^([^\p{L}%]*\d) ?(?:de )?([^\d ]\D*)$/u.exec(written) ?? []
  return word && unit.startsWith(word.slice(0, 3)) ? number : written
}

const groups = /^\d{1,3}(?:([ '.,])\d{3})(?:\1\d{3})*$/
/** Groups beside a fraction; without it, a single separator may be either. */
const groupsWithFraction =
  /^(\d{1,3}(?:(?:[ ']\d{3})+|(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.)))[.,](\d+)$/

function readWhole(written: string): string | undefined {
  const [sign, digits] = signed(written)
  if (groups.test(digits)) return numberOf(sign, digits.replace(/\D/g, ''), '')
  const number = readDecimal(written)
  return number?.includes('.') ? undefined : number
}

function readDecimal(written: string): string | undefined {
  const [sign, digits] = signed(written)
  const [, grouped, part = ''] = groupsWithFraction.exec(digits) ?? []
  if (grouped) return numberOf(sign, grouped.replace(/\D/g, ''), part)
  const [, whole, fraction = ''] = /^(\d*)(?:[.,](\d+))?$/.exec(digits) ?? []
  if (whole !== undefined && digits !== '') return numberOf(sign, whole, fraction)
  // Only one kind of separator, which separates groups.
  return groups.test(digits) ? numberOf(sign, digits.replace(/\D/g, ''), '') : undefined
}

function signed(written: string): [sign: string, digits: string] {
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/.exec(written) ?? []
  return [sign === '-' ? '-' : '', digits]
}

/** A spreadsheet keeps 15 digits. */
const mostDigits = 15

function numberOf(sign: string, whole: string, fraction: string): string | undefined {
  const digits = whole.replace(/^0+/, '')
  const decimals = fraction.replace(/0+$/, '')
  if (digits.length + decimals.length > mostDigits) return undefined
  const number = `${digits || '0'}${decimals && `.${decimals}`}`
  return number === '0' ? number : sign + number
}

const hour = String.raw`(\d{1,2})`
const minute = String.raw`(\d{2})`
const clocks = [
  new RegExp(`^${hour}(?: ?[:.,h] ?| )${minute}(?::\\d{2})?(?: ?([ap])\\.?m\\.?)?$`),
  new RegExp(`^${hour}${minute}$`),
  new RegExp(`^${hour} ?h?()(?: ?([ap])\\.?m\\.?)?$`),
]

function readTime(written: string): string | undefined {
  const clock = written.replace(/^(?:ora|orele|la|at) /, '')
  for (const way of clocks) {
    const [, hours, minutes, half] = way.exec(clock) ?? []
    if (hours !== undefined) return timeOf(Number(hours), Number(minutes), half)
  }
  return undefined
}

function timeOf(hours: number, minutes: number, half: string | undefined): string | undefined {
  if (half && (hours < 1 || hours > 12)) return undefined
  const inDay = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  if (minutes > 59 || inDay > 24 || (inDay === 24 && minutes > 0)) return undefined
  return `${twoDigits(inDay % 24)}:${twoDigits(minutes)}`
}

const months = [
  ['ianuarie', 'january'],
  ['februarie', 'february'],
  ['martie', 'march'],
  ['aprilie', 'april'],
  ['mai', 'may'],
  ['iunie', 'june'],
  ['iulie', 'july'],
  ['august'],
  ['septembrie', 'september'],
  ['octombrie', 'october'],
  ['noiembrie', 'november'],
  ['decembrie', 'december'],
]

const year = String.raw`(\d{4}|\d{2})`
const name = String.raw`([a-z]{3,10})\.?`
const yearFirst = /^(\d{4}) ?([-./ ]) ?(\d{1,2}) ?\2 ?(\d{1,2})\.?$/
const dayFirst = new RegExp(String.raw`^(\d{1,2}) ?([-./ ]) ?(\d{1,2}) ?\2 ?${year}\.?$`)
const named = new RegExp(String.raw`^(\d{1,2})\.?[-/ ]?${name},?[-/ ]?${year}$`)
const namedFirst = new RegExp(String.raw`^${name} (\d{1,2}),? ${year}$`)

function readDate(written: string): string | undefined {
  const [, y = '', , m, d] = yearFirst.exec(written) ?? []
  if (y) return dateOf(y, Number(m), Number(d))
  const [, first, , second, ofBoth = ''] = dayFirst.exec(written) ?? []
  // Where only the second number can be the day, the month came first.
  if (ofBoth)
    return (
      dateOf(ofBoth, Number(second), Number(first)) ?? dateOf(ofBoth, Number(first), Number(second))
    )
  const [, day, month, ofNamed = ''] = named.exec(written) ?? []
  if (ofNamed) return dateOf(ofNamed, monthOf(month), Number(day))
  const [, before, after, last = ''] = namedFirst.exec(written) ?? []
  return last ? dateOf(last, monthOf(before), Number(after)) : undefined
}

const monthOf = (word = '') =>
  months.findIndex((names) => names.some((one) => one.startsWith(word))) + 1

function dateOf(text: string, month: number, day: number): string | undefined {
  const short = Number(text)
  const full = text.length === 4 ? short : short + (short < 70 ? 2000 : 1900)
  const date = new Date(Date.UTC(full, month - 1, day))
  // `Date` turns 31 February into March.
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && full >= 1900 && full <= 2999 ? date.toISOString().slice(0, 10) : undefined
}

/** A date and a time in either order, divided wherever both can be read. */
function readMoment(written: string): string | undefined {
  for (const { index, 0: gap } of written.matchAll(/t(?=\d)|,? /g)) {
    const [one, other] = [written.slice(0, index), written.slice(index + gap.length)]
    const moment = momentOf(one, other) ?? momentOf(other, one)
    if (moment) return moment
  }
  return undefined
}

function momentOf(day: string, clock: string): string | undefined {
  const [date, time] = [readDate(day), readTime(clock)]
  if (!date || !time) return undefined
  // The end of a day is the beginning of the next one.
  const isMidnight = time === '00:00' && clock.includes('24')
  return `${isMidnight ? dayAfter(date) : date}T${time}`
}

const dayAfter = (date: string) =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

const twoDigits = (number: number) => String(number).padStart(2, '0')
