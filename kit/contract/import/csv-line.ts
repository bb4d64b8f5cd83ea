import type { Cell } from '../column.ts'
import type { Language } from '../copy.ts'

/** What may separate a file's cells. */
export const fileSeparators = [',', ';', '\t', '|'] as const
export type Separator = (typeof fileSeparators)[number]

/**
 * Spreadsheet programs start a formula with these characters (OWASP, CSV injection; the wide ones in East Asian
 * settings), also after spaces that they trim, so an apostrophe is put before them. A text that has an apostrophe already
 * gets another one, so that removing it restores the text.
 */
const beginsFormula = /^'*\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

/** A cell's text without the apostrophe that `csvLine` added. */
export const asItWas = (cell: string): string =>
  cell.startsWith("'") && beginsFormula.test(cell) ? cell.slice(1) : cell

/** Excel expects the country's list separator: Romania's comma is in its numbers. */
export const separators = { ro: ';', en: ',' } as const satisfies Record<Language, Separator>

/** A row of a CSV file with its line end; a text that looks like a formula stays a text. */
export const csvLine = (cells: readonly Cell[], separator: Separator): string =>
  csvLines(separator)(cells)

/** Writes row after row: most cells repeat the cell above them. */
export function csvLines(separator: Separator): (cells: readonly Cell[]) => string {
  let above: readonly Cell[] = []
  let texts: readonly string[] = []
  return (cells) => {
    texts = cells.map((cell, place) => {
      const known = cell === above[place] ? texts[place] : undefined
      return known ?? quoted(written(cell, separator), separator)
    })
    above = cells
    return `${texts.join(separator)}\r\n`
  }
}

/** A number's decimals, however small it is: imports do not read exponents. */
export const decimals = (number: number): string =>
  Math.abs(number) < 1e-6 ? number.toFixed(15).replace(/\.?0+$/, '') : String(number)

/** With a semicolon as separator numbers have a decimal comma: Excel would read 10.7 as the tenth of July. */
const decimalComma = (number: number, separator: Separator) =>
  separator === ';' ? decimals(number).replace('.', ',') : decimals(number)

function written(cell: Cell, separator: Separator): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return beginsFormula.test(cell) ? `'${cell}` : cell
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell === 'object') return 'text' in cell ? cell.text : cell.linksTo
  return typeof cell === 'number' ? decimalComma(cell, separator) : String(cell)
}

const quoted = (text: string, separator: Separator) =>
  text.includes(separator) || /["\r\n]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text
