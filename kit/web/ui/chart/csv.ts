import { csvLine, separators } from '#kit/contract/import/csv-line.ts'
import { language } from '#kit/web/language.ts'
import { saveFile } from '#kit/web/read/files.ts'
import type { Provenance } from './provenance.ts'

type Row = readonly (string | number)[]

/** Spreadsheet programs assume UTF-8 only with this byte order mark. */
const mark = '\uFEFF'

/** Saves rows with their headings as a CSV file; their provenance is in further columns. */
export function saveCsv(
  headings: readonly string[],
  rows: readonly Row[],
  name: string,
  columns: Provenance['columns'],
): void {
  const titles = [...headings, ...columns.map(({ title }) => title)]
  const whole = rows.map((row) => [...row, ...columns.map(({ value }) => value)])
  const lines = [titles, ...whole].map((row) => csvLine(row, separators[language]))
  saveFile(new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
