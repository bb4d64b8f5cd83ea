import type { Row, Table } from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import { withCommasIfRomanian, writesRomanian } from '#kit/contract/value/text.ts'
import type { Upload } from '../files/files.ts'
import { type Pause, readCsv, UnreadableFile } from './csv.ts'
import { isWorkbook } from './file-kinds.ts'
import { asFound, type ImportSettings, refusal } from './import.ts'
import { readXlsx } from './xlsx.ts'

/** A file to import. */
export type UploadedFile = Pick<Upload, 'fileName' | 'bytes'>

/**
 * The one uploaded file.
 * @throws Problem `request.invalid` without one.
 */
export function fileIn([upload]: readonly UploadedFile[]): UploadedFile {
  if (!upload) throw new Problem('request.invalid', { errors: { file: ['Must be sent'] } })
  return upload
}

/** Where and how an uploaded file is read. */
export type ReadingSettings = Pick<ImportSettings, 'explain'> & {
  /** The election's home country. */
  readonly country: string
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined
  readonly pause: Pause
}

/**
 * The rows of an uploaded CSV file or workbook: where Romanian is written, letters that an older file writes with a
 * cedilla get their comma.
 * @throws Problem `import.refused` when it can not be read; `request.invalid` without that sheet.
 */
export async function readUploaded(
  { fileName, bytes }: UploadedFile,
  { country, sheet, pause, explain = asFound }: ReadingSettings,
): Promise<Table> {
  try {
    const content = await bytes()
    const table = isWorkbook(content)
      ? await readXlsx(fileName, content, pause, sheet)
      : await readCsv(fileName, content, pause)
    if (!writesRomanian(country)) return table
    return { ...table, rows: await withCommasEach(table.rows, pause) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw refusal([{ file: fileName, line: 0, faults: [error.fault] }], explain)
  }
}

/** How many rows are changed before others get a turn. */
const pauseEvery = 500

async function withCommasEach(rows: readonly Row[], pause: Pause): Promise<Row[]> {
  const done: Row[] = []
  for (const row of rows) {
    done.push({ ...row, cells: row.cells.map(withCommasIfRomanian) })
    if (done.length % pauseEvery === 0) await pause()
  }
  return done
}
