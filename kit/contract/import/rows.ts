import type * as z from 'zod'
import { tidied } from '../value/tidy.ts'
import type { Separator } from './csv-line.ts'
import { type Fault, fault, faultOfIssue } from './fault.ts'
import { isCount, isLeftover, isZero } from './leftover.ts'
import { type CellKinds, spoiledCells, withSpoiled } from './spoiled.ts'

/** A row of a file: its number as a spreadsheet shows it, and its cells under the file's headings. */
export type Row = {
  readonly line: number
  readonly cells: readonly string[]
  /** The place of a cell with a stray quotation mark: the ends of it and of later cells are unknown. */
  readonly stray?: number
  /** Errors, dates and clock times of a workbook. In a CSV file they cannot be told from texts that look the same. */
  readonly kinds?: CellKinds
}

/** The text encoding of a file. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1250' | 'Windows-1252'

/** A parsed file, with the headings of its first row as they were written; and its format. */
export type Table = {
  readonly separator?: Separator
  readonly letters?: TextEncoding
  /** Sheets of a workbook that have text and are not hidden, and the sheet that was read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string
  readonly file: string
  readonly headings: readonly string[]
  /** The row of the headings. */
  readonly headingsLine?: number
  readonly headingsStray?: number
  readonly rows: readonly Row[]
}

/** A wrong row, with all its faults; for faults of the whole file the row number is 0. */
export type WrongRow = {
  readonly file: string
  readonly line: number
  readonly faults: readonly Fault[]
  /** All cells of a row that has too many to be assigned; there may be a pin among them. */
  readonly cells?: readonly string[]
}

/** A valid row, and its number. */
export type ParsedRow<Value> = { readonly line: number; readonly value: Value }

/** The headings of a field in files, in any language; our own is the first. */
export type Headings = Readonly<Record<string, readonly [string, ...string[]]>>

/** A required field, or alternatives: one of them is required. */
export type Needed = string | readonly string[]

const anyOf = (needed: Needed): readonly string[] =>
  typeof needed === 'string' ? [needed] : needed

const isNamed = (needed: Needed, fields: readonly (string | null | undefined)[]): boolean =>
  anyOf(needed).some((field) => fields.includes(field))

/** The field of each column by position, or null for columns that are ignored. */
export type ColumnFields = readonly (string | null)[]

/** Ignores capitals, accents, spaces and dots: `Nr. secție` is `nrsectie`. */
const bare = (heading: string) =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The rows of a file below its header, and the field of each of its columns. */
export type HeadedTable = Table & {
  readonly fields: ColumnFields
  /** The line of the header, where other rows stand above it; otherwise null. */
  readonly headerLine: number | null
}

/** Assigns unknown or misleading headings to fields; with an empty field the column is ignored. */
type Chosen = Readonly<Record<string, string>>

/**
 * Finds the header of a file, and the field of each column. A required field without a column, or with two, is a fault of
 * the header's line.
 */
export function findHeader(
  table: Table,
  known: Headings,
  needed: readonly Needed[],
  wrong: WrongRow[],
  chosen: Chosen = {},
): HeadedTable {
  const fieldOf = namesOf(known, chosen)
  const headed = belowTitles(table, fieldOf, needed)
  const { file, headings, fields, headingsLine = 1 } = headed
  const refuse = (why: Fault) => void wrong.push({ file, line: headingsLine, faults: [why] })
  if (headed.headingsStray !== undefined) refuse(fault('file.quotes', { why: 'In the headings' }))
  if (headings.length === 0) refuse(fault('file.empty'))
  else
    for (const [field = ''] of needed.filter((one) => !isNamed(one, fields)).map(anyOf))
      refuse(fault('column.missing', { heading: known[field]?.[0] ?? field }, field))
  for (const field of Object.keys(known)) {
    const holders = headings.filter((_, index) => fields[index] === field)
    if (holders.length > 1) refuse(fault('column.twice', { headings: holders.join(', ') }, field))
  }
  return headed
}

/** The field of a heading; empty when the heading is known and ignored, undefined when it is unknown. */
type FieldOf = (heading: string) => string | undefined

function namesOf(known: Headings, chosen: Chosen): FieldOf {
  const named = new Map([
    ...Object.entries(known).flatMap(([field, names]) =>
      names.map((name): [string, string] => [bare(name), field]),
    ),
    ...Object.entries(chosen).map(([heading, field]): [string, string] => [bare(heading), field]),
  ])
  return (heading) => named.get(bare(heading))
}

/** How many rows are searched for the header: a title or a date may be above it. */
const mostTitles = 20

/**
 * Spreadsheets often have a title above the header. The header is the row with the most known headings, preferably one
 * that has all required ones. Without such a row the fault names what the best one lacks. A single known word does not
 * make a header.
 */
function belowTitles(table: Table, fieldOf: FieldOf, needed: readonly Needed[]): HeadedTable {
  const { headings, headingsLine = 1, headingsStray, rows, ...rest } = table
  const first: Row = {
    line: headingsLine,
    cells: headings,
    ...(headingsStray !== undefined && { stray: headingsStray }),
  }
  const worth = ({ cells }: Row) => {
    const found = cells.filter(Boolean).map(fieldOf)
    const count = found.filter((field) => field !== undefined).length
    const isWhole = needed.every((one) => isNamed(one, found))
    return { isWhole, count: isWhole || count > 1 ? count : 0 }
  }
  const tops = [first, ...rows.slice(0, mostTitles - 1)].map((row) => ({ row, ...worth(row) }))
  const best = tops.reduce((best, one) => {
    const isBetter = one.isWhole === best.isWhole ? one.count > best.count : one.isWhole
    return isBetter ? one : best
  })
  const { line, cells, stray } = best.row
  const place = tops.indexOf(best)
  const fields = cells.map((heading) => fieldOf(heading) || null)
  const required = needed.flatMap(anyOf)
  const isFilled = (row: Row) => !holdsLeftovers(row, fields, required)
  return {
    ...{ ...rest, headings: cells, headingsLine: line },
    ...(stray !== undefined && { headingsStray: stray }),
    rows: rows.slice(place).filter(isFilled),
    fields,
    headerLine: place > 0 ? line : null,
  }
}

/**
 * Whether a row has only unticked boxes and results of formulas, as below the end of a list: its required cells are empty
 * or zeros of formulas. Ignored columns may have the number of the row.
 */
const holdsLeftovers = (
  { cells, stray }: Row,
  fields: ColumnFields,
  needed: readonly string[],
): boolean =>
  stray === undefined &&
  // Every row of the list has a required cell, so only these cells are checked.
  fields.every((field, place) => {
    const cell = cells[place] ?? ''
    return field === null || !needed.includes(field) || isBlank(cell) || isZero(cell)
  }) &&
  cells.every((cell, place) => {
    const field = fields[place] ?? null
    if (isBlank(cell)) return true
    if (field === null) return isLeftover(cell) || isCount(cell)
    return needed.includes(field) || isLeftover(cell)
  })

const isBlank = (cell: string): boolean => tidied(cell).trim() === ''

/** The headings of a file that are ignored. */
export const unreadHeadings = (
  table: Table,
  known: Headings,
  needed: readonly Needed[],
): readonly string[] => {
  const top = { ...table, rows: table.rows.slice(0, mostTitles) }
  const { headings, fields } = findHeader(top, known, needed, [])
  return headings.filter((heading, index) => heading && fields[index] === null)
}

/** A row's cells by field. */
export const cellsOf = ({ cells }: Row, fields: ColumnFields): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field, index) =>
      field === null ? [] : [[field, asMeant(cells[index] ?? '')]],
    ),
  )

/** Normalised, and without the signs that make a spreadsheet keep a number as text: `="0722"`, `'0722`. */
function asMeant(cell: string): string {
  const text = tidied(cell).trim()
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text.replace(/^'(?=\d)/, '')
}

/**
 * Cells beyond the headings: an unquoted separator within a cell has shifted all later ones, and it is unknown which one.
 * Spreadsheets often add empty cells at the end.
 */
const isOverfull = ({ cells }: Row, fields: ColumnFields): boolean =>
  cells.slice(fields.length).some((cell) => cell !== '')

/**
 * Parses rows with the schema; for each wrong row, all wrong fields are named.
 * @param moments the fields that expect dates: in others a spreadsheet has made a date of another text
 */
export function readRows<S extends z.ZodType>(
  schema: S,
  { file, rows }: Pick<Table, 'file' | 'rows'>,
  fields: ColumnFields,
  wrong: WrongRow[],
  moments: readonly string[] = [],
): ParsedRow<z.output<S>>[] {
  return rows.flatMap((row) => {
    if (row.stray !== undefined) {
      const faults = [fault('cell.quotes', undefined, fields[row.stray] ?? undefined)]
      wrong.push({ file, line: row.line, faults, cells: row.cells })
      return []
    }
    if (isOverfull(row, fields)) {
      const count = { cells: row.cells.length, headings: fields.length }
      const faults = [fault('row.overfull', count)]
      wrong.push({ file, line: row.line, faults, cells: row.cells })
      return []
    }
    const cells = cellsOf(row, fields)
    const result = schema.safeParse(cells)
    const found = result.success ? [] : result.error.issues.map(faultOfIssue)
    const faults = withSpoiled(found, spoiledCells(row.kinds, cells, fields, moments))
    if (result.success && faults.length === 0) return [{ line: row.line, value: result.data }]
    wrong.push({ file, line: row.line, faults })
    return []
  })
}

/**
 * The first row of each key; a repeated one is wrong. `seen` holds the lines of keys, for files that are read
 * part by part.
 */
export function uniqueRows<Value>(
  file: string,
  rows: readonly ParsedRow<Value>[],
  keyOf: (value: Value) => string,
  wrong: WrongRow[],
  seen: Map<string, number> = new Map(),
): ParsedRow<Value>[] {
  return rows.filter(({ line, value }) => {
    const key = keyOf(value)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, line)
    else wrong.push({ file, line, faults: [fault('row.twice', { key, line: String(first) })] })
    return first === undefined
  })
}
