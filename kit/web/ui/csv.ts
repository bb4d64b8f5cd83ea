import { csvLine } from '#kit/contract/csv-line.ts'
import { saveFile } from '../files.ts'

type Row = readonly (string | number)[]

/** Spreadsheet programs take a file for UTF-8 only when it begins with this mark. */
const mark = '\uFEFF'

/** Saves rows under their headings as a CSV file of the name. */
export function saveCsv(headings: readonly string[], rows: readonly Row[], name: string): void {
  const lines = [headings, ...rows].map((row) => csvLine(row, ','))
  saveFile(new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
