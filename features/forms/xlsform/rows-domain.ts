import type { CellKinds } from '#kit/contract/import/spoiled.ts'
import type { Finding } from '../exchange-contract.ts'
import { mostSigns } from '../logic-contract.ts'
import type { Languages } from './language-domain.ts'
import { expectAtMost } from './limits-domain.ts'
import { type Heading, headingOf, ownColumns, type SheetName } from './xlsform-domain.ts'

/** A sheet of a workbook. */
export type ReadSheet = {
  readonly headings: readonly string[]
  readonly headingsLine: number
  readonly rows: readonly {
    readonly line: number
    readonly cells: readonly string[]
    readonly kinds?: CellKinds | undefined
  }[]
}

type Cells = ReadonlyMap<string, string>

/** A row by the names of its columns: texts in the form's own language, and in others by their tags. */
export type Row = {
  readonly line: number
  readonly cells: Cells
  readonly others: ReadonlyMap<string, Cells>
}

export const isLabel = ({ name }: Heading): boolean => name === 'label'
const isText = ({ name }: Heading) => name === 'label' || name === 'hint'
export const isTranslated = (heading: Heading): boolean =>
  isText(heading) || translatedColumns.includes(heading.name)
const translatedColumns: readonly string[] = [
  ...[ownColumns.hint, ownColumns.title, ownColumns.field],
  ...[ownColumns.outdated, ownColumns.outdatedField],
]

/** The headings of a sheet. Texts without a language are in the file's own, where it names one. */
export const headingsOf = (read: ReadSheet | undefined, preset: string): Heading[] =>
  (read?.headings ?? []).map((text) => {
    const heading = headingOf(text)
    return isTranslated(heading) && heading.language === ''
      ? { ...heading, language: preset }
      : heading
  })

/** The rows of a sheet; reports columns that come twice, and texts in languages that are not known. */
export function rowsOf(
  sheet: SheetName,
  read: ReadSheet | undefined,
  languages: Languages,
  findings: Finding[],
): Row[] {
  if (!read) return []
  expectAtMost('rows', read.rows.length)
  expectAtMost('cells', read.rows.length * read.headings.length)
  const report = (why: 'duplicate' | 'language', detail: string) =>
    findings.push({ sheet, line: read.headingsLine, name: '', why, detail })
  const headings = headingsOf(read, languages.preset)
  const keys = headings.map((heading) => JSON.stringify(heading))
  const columns = headings.flatMap((heading, place) => {
    const isSecond = keys.indexOf(keys[place] ?? '') < place
    if (heading.name !== '' && isSecond) report('duplicate', read.headings[place] ?? '')
    return heading.name === '' || isSecond ? [] : [{ ...heading, place }]
  })
  for (const language of unknownIn(headings, languages)) report('language', language || 'label')
  const { own, instead } = ownOf(columns, languages)
  const others = languages.others.map((tag): [string, Column[]] => [
    tag,
    columns.filter((one) => isTranslated(one) && one.language === tag),
  ])
  const cellsIn = (row: readonly string[], of: readonly Column[]): Cells =>
    new Map(of.flatMap((column) => cellAt(column, row)))
  return read.rows.map(({ line, cells: row, kinds }) => {
    const [cells, borrowed] = [cellsIn(row, own), cellsIn(row, instead)]
    const name = cells.get('name') ?? ''
    for (const { name, place } of spoiledIn(columns, kinds))
      findings.push({ sheet, line, why: 'spoiled', name, detail: row[place] ?? '' })
    if (languages.tag)
      for (const detail of missingIn(cells, borrowed))
        findings.push({ sheet, line, why: 'missing', name, detail })
    return {
      line,
      cells: new Map([...borrowed, ...cells]),
      others: new Map(others.map(([tag, of]) => [tag, cellsIn(row, of)])),
    }
  })
}

/** The columns in which a row has an error, or a date; a version may be one. */
const spoiledIn = (columns: readonly Column[], kinds: CellKinds | undefined) =>
  kinds ? columns.filter(({ name, place }) => kinds.has(place) && name !== 'version') : []

const missingIn = (cells: Cells, borrowed: Cells) =>
  [...borrowed].flatMap(([column, text]) => (cells.has(column) ? [] : [text]))

/** The languages of texts that are left out. Labels without a language are needed where the form's own has none. */
function unknownIn(headings: readonly Heading[], { own, others }: Languages): Set<string> {
  const texts = headings.filter(isTranslated)
  const hasOwn = texts.some((one) => isLabel(one) && one.language === own)
  const left = texts.filter(
    (one) => !others.includes(one.language) && (one.language || (hasOwn && isLabel(one))),
  )
  return new Set(left.map(({ language }) => language).filter((language) => language !== own))
}

/** The columns of the form's own texts, and those of others that are taken where one is missing, the first of them last. */
function ownOf(columns: readonly Column[], { own }: Languages) {
  const isOwn = (one: Heading) => !isTranslated(one) || one.language === own || one.language === ''
  const isLess = (one: Heading) => one.language === '' && isText(one) && own !== ''
  return {
    own: [...columns.filter(isLess), ...columns.filter((one) => isOwn(one) && !isLess(one))],
    instead: columns.filter((one) => isText(one) && !isOwn(one)).reverse(),
  }
}

type Column = Heading & { readonly place: number }

/** A filled cell, by its column. */
function cellAt(column: Column, cells: readonly string[]): [string, string][] {
  const text = cells[column.place] ?? ''
  const isLine = column.name !== ownColumns.details
  const cell = (isLine ? text.replace(/\s+/g, ' ') : text).trim()
  return cell === '' ? [] : [[keyOf(column), cell]]
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
