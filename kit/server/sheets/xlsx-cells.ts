import { decimals } from '#kit/contract/import/csv-line.ts'

/** A cell of a workbook, from its XML. */
export type XmlCell = {
  /** `s`: the index of a shared text; `n`: a number or a moment. */
  readonly kind: string
  readonly value: string
  readonly isFormula: boolean
  /** How a number is displayed. */
  readonly format: string
}

export type CellContext = { readonly texts: readonly string[]; readonly is1904: boolean }

const textKinds: ReadonlySet<string> = new Set(['s', 'str', 'inlineStr'])

/** Shown like an error of the spreadsheet: its program stored a formula without a value. */
const notCalculated = '#CALC!'

/**
 * A cell's text: as its spreadsheet would save it as CSV, with moments as `2026-11-25 07:00` and yes or no as `TRUE` or
 * `FALSE`.
 */
export function cellText(cell: XmlCell, { texts, is1904 }: CellContext): string {
  const { kind, value, isFormula, format } = cell
  if (kind === 's') return texts[Number(value)] ?? ''
  if (textKinds.has(kind)) return plainText(value)
  if (value === '') return isFormula ? notCalculated : ''
  return (valueTexts[kind] ?? String)(value, format, is1904)
}

/** Whether a cell is an error or a date, and not a text that looks like one. Numbers have no colons, nor hyphens within. */
export function kindOf({ kind, value, isFormula }: XmlCell, text: string) {
  if (kind === 'e' || (isFormula && value === '' && !textKinds.has(kind))) return 'error'
  return kind === 'd' || (kind === 'n' && /\d[-:]/.test(text)) ? 'date' : undefined
}

/** A value's text, by the type of its cell; other types, such as errors, keep their text. */
const valueTexts: Readonly<Record<string, typeof numberText>> = {
  b: (value) => (value === '1' || value === 'true' ? 'TRUE' : 'FALSE'),
  d: (value) => value.replace('T', ' '),
  n: numberText,
}

/** A text without the escapes of workbooks: `_x000D_`. */
export const plainText = (text: string): string =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, '\n')

function numberText(value: string, format: string, is1904: boolean): string {
  // As many digits as a spreadsheet shows: 0.1 + 0.2 is 0.3.
  const number = Number(Number(value).toPrecision(15))
  if (Number.isNaN(number)) return value
  const moment = momentText(number, format, is1904)
  if (moment) return moment
  const digits = decimals(number)
  return Number.isInteger(number) && number >= 0 ? withZeros(digits, format) : digits
}

/** Literals in a format's first section: quoted text, an escaped sign, a gap, a colour or a currency. */
const literal = /"([^"]*)"|\\(.)|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

const firstSection = (format: string): string => format.split(';')[0] ?? ''

/** Pads a whole number with the zeros and leading digits of its format: `0000`, `"0"#########`. */
function withZeros(digits: string, format: string): string {
  const section = firstSection(format)
  const marks = section.replace(literal, '')
  if (!/^[0#?\s()/+-]+$/.test(marks)) return digits
  const before = section.slice(0, section.search(/(?<!\\)[0#?](?=[^"]*(?:"[^"]*"[^"]*)*$)/))
  const lead = before.replace(literal, (_, quoted = '', escaped = '') => quoted + escaped)
  // Each place after the first zero has a digit: `0###` shows 42 as 0042.
  const zeros = marks.replace(/[^0#?]/g, '').replace(/^[#?]*/, '').length
  return lead.replace(/[^\d+]/g, '') + digits.padStart(zeros, '0')
}

/** Day 0 of the 1900 date system, and how many days later the 1904 date system begins. */
const [dayZero, days1904, dayMs] = [Date.UTC(1899, 11, 30), 1462, 86_400_000]
const lastDay = 2_958_465

/** A number as a moment, to the second; undefined if its format is not a date or time. */
function momentText(number: number, format: string, is1904: boolean): string | undefined {
  const marks = firstSection(format).replace(literal, '')
  if (/general/i.test(marks) || !/[dmyhs]/i.test(marks)) return undefined
  if (number < 0 || number > lastDay) return undefined
  const seconds = Math.round((number + (is1904 ? days1904 : 0)) * (dayMs / 1000))
  const iso = new Date(dayZero + seconds * 1000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  const hasTime = /[hs]/i.test(marks)
  if (hasTime && !/[dy]/i.test(marks) && number < 1) return time
  return hasTime || time !== '00:00' ? `${iso.slice(0, 10)} ${time}` : iso.slice(0, 10)
}

/** Built-in formats, which workbooks name only by a number; the others show the plain number. */
const numbered = new Map<number, string>([
  ...[14, 15, 16, 17].map((id) => [id, 'd'] as const),
  ...[18, 19, 20, 21, 45, 46, 47].map((id) => [id, 'h'] as const),
  [22, 'd h'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'd'] as const),
])

/** @param own the formats that the workbook describes */
export const formatOf = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? numbered.get(id) ?? ''
