import type { Separator } from '#kit/contract/import/csv-line.ts'
import { asItWas } from '#kit/contract/import/csv-line.ts'
import type { Row } from '#kit/contract/import/rows.ts'
import { tidied } from '#kit/contract/value/tidy.ts'

const [quote, newline] = ['"', '\n'] as const

/** A row, and the beginning of the next one. */
type ReadRow = {
  readonly cells: readonly string[]
  readonly next: number
  /** The place of the first cell with a stray quotation mark. */
  readonly stray?: number | undefined
}

/** A cell, and the position of the separator or newline that ends it. */
type ReadCell = { readonly text: string; readonly end: number; readonly isStray: boolean }

/**
 * The rows of a CSV text whose lines end with \n, by the numbers that a spreadsheet shows: rows without text count and
 * are left out, and a row with cells of several lines counts once. A stray quotation mark spoils its own row alone: the
 * next row begins on the next line.
 * @yields each row, if it has text, and how far into the text it reaches
 */
export function* csvRows(
  text: string,
  separator: Separator,
): Generator<{ readonly row: Row | undefined; readonly next: number }> {
  let [at, line, widest] = [0, 1, 0]
  while (at < text.length) {
    const { cells, next, stray } = rowAt(text, at, separator, widest)
    const hasText = cells.some((cell) => tidied(cell).trim() !== '')
    if (hasText && stray === undefined) widest = Math.max(widest, cells.length)
    const row = { line, cells: cells.map(asItWas), ...(stray !== undefined && { stray }) }
    yield { row: hasText ? row : undefined, next }
    at = next
    line += 1
  }
}

/** @param widest how many cells the rows before it have at most */
function rowAt(text: string, from: number, separator: Separator, widest: number): ReadRow {
  const { cells, stray, long, next } = cellsFrom(text, from, separator)
  if (!long) return { cells, next, stray }
  const lines = text.slice(from, next).trimEnd().split(newline)
  const hasTooFew = cells.length < widest && long.cells.length >= widest
  return hasTooFew || areRows([lines[0], lines.at(-1)], separator, widest)
    ? long
    : { cells, next, stray }
}

/**
 * Stray marks of two rows look like one cell of several lines: then the first and the last line are rows by themselves.
 * Sentences and addresses have a space after the sign that separates cells.
 */
const areRows = (lines: readonly (string | undefined)[], separator: Separator, width: number) =>
  width > 2 &&
  lines.every((line = '') => {
    const parts = line.split(separator)
    return parts.length === width && !parts.some((part) => part.startsWith(' '))
  })

/** With `long`: the row even if its first cell of several lines is none. */
function cellsFrom(
  text: string,
  from: number,
  separator: Separator,
): ReadRow & { readonly long?: ReadRow | undefined } {
  const cells: string[] = []
  let at = from
  const areStray: boolean[] = []
  let lineEnd = -1
  let long: ReadRow | undefined
  for (;;) {
    if (lineEnd < at) lineEnd = indexFrom(text, newline, at)
    const cell = cellAt(text, at, separator, lineEnd)
    if (!cell) return cutAt(text, at, separator, cells)
    if (cell.end > lineEnd) long ??= cutAt(text, at, separator, cells)
    cells.push(cell.text)
    areStray.push(cell.isStray)
    at = cell.end + 1
    if (text[cell.end] !== separator) return { cells, next: at, stray: firstOf(areStray), long }
  }
}

const firstOf = (are: readonly boolean[]): number | undefined =>
  are.includes(true) ? are.indexOf(true) : undefined

/** As programs write a number that a spreadsheet shall not turn into one. */
const keptAsText = /^="[^"]*"$/

/** The cell that begins here; undefined where its quotation mark does not close. */
function cellAt(
  text: string,
  from: number,
  separator: Separator,
  lineEnd: number,
): ReadCell | undefined {
  const begin = skipBlanks(text, from, separator)
  if (text[begin] === quote) return quotedAt(text, begin, separator)
  const end = Math.min(indexFrom(text, separator, from), lineEnd)
  const plain = text.slice(from, end).trim()
  return { text: plain, end, isStray: plain.includes(quote) && !keptAsText.test(plain) }
}

function quotedAt(text: string, begin: number, separator: Separator): ReadCell | undefined {
  let close = text.indexOf(quote, begin + 1)
  while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2)
  if (close < 0) return undefined
  const end = skipBlanks(text, close + 1, separator)
  if (end < text.length && text[end] !== separator && text[end] !== newline) return undefined
  return { text: text.slice(begin + 1, close).replaceAll('""', quote), end, isStray: false }
}

/** The row ends with this line; its cells from here on are the texts between separators. */
function cutAt(text: string, at: number, separator: Separator, before: readonly string[]): ReadRow {
  const end = indexFrom(text, newline, at)
  const rest = text.slice(at, end).split(separator)
  return {
    cells: [...before, ...rest.map((cell) => cell.trim())],
    next: end + 1,
    stray: before.length,
  }
}

function skipBlanks(text: string, from: number, separator: Separator): number {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at += 1
  return at
}

/** The next such sign, or the end of the text. */
function indexFrom(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? text.length : found
}
