import { csvLine } from '#kit/contract/import/csv-line.ts'
import { saveFile } from '#kit/web/read/files.ts'
import type { Provenance } from './provenance.ts'

type Row = readonly (string | number)[]

/** Spreadsheet programs take a file for UTF-8 only when it begins with this mark. */
const mark = '\uFEFF'

/** Saves rows under their headings as a CSV file of the name; what they are of stands in columns behind them. */
export function saveCsv(
  headings: readonly string[],
  rows: readonly Row[],
  name: string,
  columns: Provenance['columns'],
): void {
  const titles = [...headings, ...columns.map(({ title }) => title)]
  const whole = rows.map((row) => [...row, ...columns.map(({ value }) => value)])
  const lines = [titles, ...whole].map((row) => csvLine(row, ','))
  saveFile(new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
