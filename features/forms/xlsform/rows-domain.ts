import { groupBy } from '#kit/contract/group.ts'
import type { Finding, NewQuestion } from '../exchange-contract.ts'
import { mostSigns } from '../logic-contract.ts'
import { expectAtMost } from './limits-domain.ts'
import { type Heading, headingOf, ownColumns, readFlag, type SheetName } from './xlsform-domain.ts'

/** A sheet of a workbook. */
export type ReadSheet = {
  readonly headings: readonly string[]
  readonly headingsLine: number
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/** A row by the names of its columns; texts in the chosen language. */
export type Row = { readonly line: number; readonly cells: ReadonlyMap<string, string> }

export type NewOption = NewQuestion['optionsToQuestions'][number]

export const isLabel = ({ name }: Heading): boolean => name === 'label'
const isTranslated = ({ name }: Heading) => name === 'label' || name === 'hint'

/** The rows of a sheet; reports columns that come twice, and texts in other languages. */
export function rowsOf(
  sheet: SheetName,
  read: ReadSheet | undefined,
  language: string,
  findings: Finding[],
): Row[] {
  if (!read) return []
  expectAtMost('rows', read.rows.length)
  expectAtMost('cells', read.rows.length * read.headings.length)
  const at = { sheet, line: read.headingsLine, name: '' }
  const headings = read.headings.map(headingOf)
  const keys = headings.map((heading) => JSON.stringify(heading))
  const isSecond = (place: number) =>
    headings[place]?.name !== '' && keys.indexOf(keys[place] ?? '') < place
  for (const [place, text] of read.headings.entries())
    if (isSecond(place)) findings.push({ ...at, why: 'duplicate', detail: text })
  for (const other of new Set(headings.filter(isLabel).map((heading) => heading.language)))
    if (other !== language) findings.push({ ...at, why: 'language', detail: other || 'label' })
  const columns = headings.flatMap((heading, place) =>
    heading.name === '' || isSecond(place) ? [] : [{ ...heading, place }],
  )
  // A text that is missing in the chosen language is taken from another.
  const isLess = (heading: Heading) => isTranslated(heading) && heading.language !== language
  const inOrder = [...columns.filter(isLess).reverse(), ...columns.filter((one) => !isLess(one))]
  return read.rows.map(({ line, cells }) => ({
    line,
    cells: new Map(
      inOrder.flatMap((column): [string, string][] => {
        const text = cells[column.place] ?? ''
        const isLine = column.name !== ownColumns.details
        const cell = (isLine ? text.replace(/\s+/g, ' ') : text).trim()
        return cell === '' ? [] : [[keyOf(column), cell]]
      }),
    ),
  }))
}

const keyOf = (heading: Heading) =>
  isTranslated(heading) || heading.language === ''
    ? heading.name
    : `${heading.name}::${heading.language}`

/** Reports the cells of columns that are not known. */
export function reportRest(
  sheet: SheetName,
  { line, cells }: Row,
  known: ReadonlySet<string>,
  findings: Finding[],
): void {
  for (const [column, cell] of cells)
    if (!known.has(column))
      findings.push({ sheet, line, why: 'column', name: column, detail: cell })
}

export type List = ReadonlyMap<string, NewOption>

/** The options of each list, by their names. */
export function listsOf(rows: readonly Row[], findings: Finding[]): ReadonlyMap<string, List> {
  const known = new Set(['list_name', 'name', 'label', ...Object.values(ownColumns)])
  for (const row of rows) {
    const { line, cells } = row
    if (!cells.has('list_name')) {
      const at = { sheet: 'choices', line, name: cells.get('name') ?? '' }
      findings.push({ ...at, why: 'list', detail: cells.get('label') ?? '' })
    }
    // A column of filters or pictures has a cell in every row: it is reported once.
    reportRest('choices', row, known, findings)
    for (const column of row.cells.keys()) known.add(column)
  }
  const lists = groupBy(rows, ({ cells }) => cells.get('list_name') ?? '')
  return new Map([...lists].map(([list, of]) => [list, listOf(list, of, findings)]))
}

function listOf(list: string, rows: readonly Row[], findings: Finding[]): List {
  const options = new Map<string, NewOption>()
  for (const row of rows) {
    const name = row.cells.get('name') ?? ''
    const isTaken = options.has(name)
    const at = { sheet: 'choices', line: row.line, name: list }
    if (isTaken) findings.push({ ...at, why: 'duplicate', detail: name })
    options.set(isTaken ? `#${row.line}` : name, optionOf(row, name, findings))
  }
  return options
}

function optionOf({ line, cells }: Row, name: string, findings: Finding[]): NewOption {
  const at = { sheet: 'choices', line, name }
  const label = cells.get('label')
  if (label === undefined) findings.push({ ...at, why: 'label', detail: name })
  return {
    text: cut(label ?? name, most.text, at, findings),
    hint: cut(cells.get(ownColumns.hint) ?? '', most.text, at, findings) || null,
    isFreeText: isSaid(cells.get(ownColumns.freeText)),
    flagged: isSaid(cells.get(ownColumns.flagged)),
  }
}

const isSaid = (cell = '') => readFlag(cell) !== false

/** The condition of a section or question; empty: none. */
export const conditionOf = ({ line, cells }: Row, findings: Finding[]): string => {
  const at = { sheet: 'survey', line, name: cells.get('name') ?? '' }
  return cut(cells.get(ownColumns.shownIf) ?? '', most.condition, at, findings)
}

/** The longest texts that a form holds. */
export const most = {
  ...{ code: 50, text: 1000, section: 200, title: 500, details: 2000, unit: 50 },
  condition: mostSigns,
} as const

export function cut(
  text: string,
  longest: number,
  at: Pick<Finding, 'sheet' | 'line' | 'name'>,
  findings: Finding[],
): string {
  if (text.length <= longest) return text
  findings.push({ ...at, why: 'shortened', detail: text })
  return text.slice(0, longest)
}
