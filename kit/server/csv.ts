import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { asItWas, csvLines } from '#kit/contract/csv-line.ts'
import type { Row, Table } from '#kit/contract/rows.ts'
import type { Sheet } from './spreadsheet.ts'

/** The cedilla letters that windows-1250 has, and the comma letters that Romanian writes. */
const comma: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/**
 * Text of a file: UTF-8 or UTF-16, with or without a mark, else what Excel saves in Central Europe.
 * @throws UnreadableCsv for what is none of these.
 */
function decode(file: string, bytes: Uint8Array): string {
  const wide = wideOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1250').decode(bytes)
    // The five places that Windows-1250 leaves empty: other code pages have letters there.
    if (/[\u0080-\u009f]/.test(text))
      throw new UnreadableCsv(file, 'its letters are neither UTF-8, UTF-16 nor Windows-1250')
    return text.replace(/[\u015f\u0163\u015e\u0162]/g, (letter) => comma[letter] ?? letter)
  }
}

/** Which UTF-16 it is: by its mark, or else by the side on which its separators and digits are empty. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const begins = bytes.subarray(0, 1000)
  const [even, odd] = [0, 1].map(
    (side) => begins.filter((byte, place) => byte === 0 && place % 2 === side).length,
  ) as [number, number]
  if (even === odd) return undefined
  return even > odd ? 'utf-16be' : 'utf-16le'
}

/** Excel's own first line, which says what separates cells. */
const saysSeparator = /^\uFEFF?sep=([,;\t])\n/i

/** The separator is what the file says, or else whichever the header has most of. */
function separatorOf(text: string): string {
  const said = saysSeparator.exec(text)?.[1]
  if (said !== undefined) return said
  const [header = ''] = text.split('\n', 1)
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** How much is parsed before others get their turn, in bytes: a few milliseconds' work. */
const pieceBytes = 65_536

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield bytes.subarray(from, from + pieceBytes)
    await nextTurn()
  }
}

/**
 * A file whose letters are of no kind we know, or whose quotes do not close or stand where they may
 * not; and the line where that was seen.
 */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv'
  readonly line: number

  constructor(file: string, why: CsvError | string) {
    const error = typeof why === 'string' ? undefined : why
    // It quotes the cell, which in a file that is no CSV at all may be most of it.
    super(`${file}: ${(error?.message ?? String(why)).slice(0, 200)}`, { cause: error })
    this.line = typeof error?.['lines'] === 'number' ? error['lines'] : 0
  }
}

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/**
 * Reads a CSV file with a header: comma, semicolon or tab; any line ends. Rows without any text are
 * left out. A large file does not keep others waiting.
 * @throws UnreadableCsv where its quotes do not close, or its letters cannot be read.
 */
export async function readCsv(file: string, bytes: Uint8Array): Promise<Table> {
  const text = decode(file, bytes).replace(/\r\n?/g, '\n')
  const isSaid = saysSeparator.test(text)
  const records: AsyncIterable<Parsed> = Readable.from(piecesOf(text), { objectMode: false }).pipe(
    parse({
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    }),
  )
  const rows: Row[] = []
  try {
    for await (const { record, info } of records)
      rows.push({
        // The parser counts to the line a record ends on.
        line: info.lines - record.join('').split('\n').length + 1,
        cells: record.map(asItWas),
      })
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsv(file, error) : error
  }
  if (isSaid) rows.shift()
  const [header, ...rest] = rows
  return { file, headings: header?.cells ?? [], rows: rest }
}

/**
 * Writes a sheet as CSV while its rows are read: marked as UTF-8, without which Excel would take
 * it for the machine's own letters; a text that looks like a formula stays a text.
 */
export const writeCsv = (sheet: Sheet, separator: ',' | ';'): Readable =>
  Readable.from(lines(sheet, separator), { objectMode: false })

async function* lines({ headings, batches }: Sheet, separator: ',' | ';'): AsyncGenerator<string> {
  const line = csvLines(separator)
  let text = `\uFEFF${line(headings)}`
  for await (const rows of batches())
    for (const row of rows) {
      text += line(row)
      if (text.length < pieceBytes) continue
      yield text
      text = ''
      await nextTurn()
    }
  yield text
}
