import type * as z from 'zod'
import { type Fault, fault, faultOfIssue } from './fault.ts'

/** A row of a file: its cells under the file's headings, and the line it began on. */
export type Row = { readonly line: number; readonly cells: readonly string[] }

/** What parts the cells of a file. */
export type Separator = ',' | ';' | '\t'

/** How a file writes its letters. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1250'

/** A file of rows, with its first row's headings as they were written; and how it was read. */
export type Table = {
  readonly separator?: Separator
  readonly letters?: TextEncoding
  readonly file: string
  readonly headings: readonly string[]
  readonly rows: readonly Row[]
}

/** A row that does not fit, with all that is wrong with it; of what concerns the whole file the line is 0. */
export type WrongRow = {
  readonly file: string
  readonly line: number
  readonly faults: readonly Fault[]
  /** All that stands in a row whose cells are too many to be told apart; there may be a pin among them. */
  readonly cells?: readonly string[]
}

/** A row that fits, and where it stands. */
export type ParsedRow<Value> = { readonly line: number; readonly value: Value }

/** The headings under which files give a field, in any language; the first is how we call it. */
export type Headings = Readonly<Record<string, readonly [string, ...string[]]>>

/** What each column of a file holds, by its place: a field, or null where we read nothing from it. */
export type ColumnFields = readonly (string | null)[]

/** Whatever its capitals, accents, spaces and dots: `Nr. secție` is `nrsectie`. */
const bare = (heading: string) =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds which column holds what. `chosen` says it of headings we would not know, or would take for
 * something else; with an empty field, that a column is not read. A field that is needed and
 * missing, or that two columns hold, makes the first line wrong.
 */
export function findFields(
  { file, headings }: Pick<Table, 'file' | 'headings'>,
  known: Headings,
  needed: readonly string[],
  wrong: WrongRow[],
  chosen: Readonly<Record<string, string>> = {},
): ColumnFields {
  const named = new Map(
    Object.entries(known).flatMap(([field, names]) => names.map((name) => [bare(name), field])),
  )
  const own = new Map(Object.entries(chosen).map(([heading, field]) => [bare(heading), field]))
  const fields = headings.map(
    (heading) => (own.get(bare(heading)) ?? named.get(bare(heading))) || null,
  )
  const refuse = (why: Fault) => void wrong.push({ file, line: 1, faults: [why] })
  if (headings.length === 0) refuse(fault('file.empty'))
  else
    for (const field of needed.filter((field) => !fields.includes(field)))
      refuse(fault('column.missing', { heading: known[field]?.[0] ?? field }, field))
  for (const field of Object.keys(known)) {
    const holders = headings.filter((_, index) => fields[index] === field)
    if (holders.length > 1) refuse(fault('column.twice', { headings: holders.join(', ') }, field))
  }
  return fields
}

/** The headings of a file under which nothing is read. */
export const unreadHeadings = (table: Table, known: Headings): readonly string[] => {
  const fields = findFields(table, known, [], [])
  return table.headings.filter((heading, index) => heading && fields[index] === null)
}

/** A row's cells by what they hold. */
export const cellsOf = ({ cells }: Row, fields: ColumnFields): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field, index) =>
      field === null ? [] : [[field, asMeant(cells[index] ?? '')]],
    ),
  )

/** Without what people put around a number so that a spreadsheet leaves it a text: `="0722"`, `'0722`. */
const asMeant = (cell: string): string =>
  /^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=\d)/, '')

/**
 * Cells beyond the headings: an unquoted separator within a cell has moved all that follow it, and nobody
 * can say which one it was. Empty ones at the end are a spreadsheet's habit.
 */
const isOverfull = ({ cells }: Row, fields: ColumnFields): boolean =>
  cells.slice(fields.length).some((cell) => cell !== '')

/** Reads rows through the schema; of each that does not fit, all fields that are wrong are named. */
export function readRows<S extends z.ZodType>(
  schema: S,
  { file, rows }: Pick<Table, 'file' | 'rows'>,
  fields: ColumnFields,
  wrong: WrongRow[],
): ParsedRow<z.output<S>>[] {
  return rows.flatMap((row) => {
    if (isOverfull(row, fields)) {
      const count = { cells: row.cells.length, headings: fields.length }
      const faults = [fault('row.overfull', count)]
      wrong.push({ file, line: row.line, faults, cells: row.cells })
      return []
    }
    const result = schema.safeParse(cellsOf(row, fields))
    if (result.success) return [{ line: row.line, value: result.data }]
    wrong.push({ file, line: row.line, faults: result.error.issues.map(faultOfIssue) })
    return []
  })
}

/**
 * The rows that are the first with their key; another one is wrong. `seen` remembers the lines
 * of keys, for files that are read part by part.
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
