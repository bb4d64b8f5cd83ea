import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { Cell } from '#kit/contract/column.ts'
import { cellXml, escapeXml, type Texts, textXml } from './spreadsheet-cells.ts'

/** Some rows of a sheet. */
export type Rows = readonly (readonly Cell[])[]

/**
 * The definition of a sheet. Its rows come some at a time, as they are read: nothing holds them all, and
 * nothing waits for each.
 */
export type Sheet = {
  readonly name: string
  readonly headings: readonly string[]
  readonly batches: () => AsyncIterable<Rows>
}

/** Excel's limits: rows of a sheet, characters of a sheet's name. */
const mostRows = 1_048_576
const longestName = 31

/** How much text is buffered before it is compressed and others get a turn. */
const chunkCharacters = 65_536

/** A workbook is so repetitive that more than this costs time and saves little. */
const compressionLevel = 1

/**
 * Writes a workbook (xlsx) while its rows are read. A sheet with more rows than Excel allows continues on
 * another. When reading a sheet fails, the stream fails: a truncated workbook never looks complete.
 */
export function writeWorkbook(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const names: string[] = []
  const texts: Texts = new Map()

  const finish = () => {
    for (const [path, text] of partsOf(names, texts)) zip.addBuffer(Buffer.from(text), path)
    zip.end()
  }
  /** Each part is added when the one before has ended: only then is it known which comes next. */
  const writePart = (index: number, begun: Rest | undefined) => {
    const sheet = sheets[index]
    if (!sheet) return finish()
    const rest = begun ?? { batches: sheet.batches()[Symbol.asyncIterator](), batch: [], next: 0 }
    names.push(uniqueName(sheet.name, names))
    const source = Readable.from(
      sheetXml(sheet.headings, rest, texts, (isDone) => {
        writePart(isDone ? index + 1 : index, isDone ? undefined : rest)
      }),
    )
    source.once('error', (error) => output.destroy(error))
    zip.addReadStream(source, `xl/worksheets/sheet${names.length}.xml`, { compressionLevel })
  }
  writePart(0, undefined)
  return output
}

/** The part of a sheet still to be written. */
type Rest = { readonly batches: AsyncIterator<Rows>; batch: Rows; next: number }

/** The next row, undefined after the last. */
async function nextRow(rest: Rest): Promise<readonly Cell[] | undefined> {
  while (rest.next === rest.batch.length) {
    const read = await rest.batches.next()
    if (read.done === true) return undefined
    rest.batch = read.value
    rest.next = 0
  }
  return rest.batch[rest.next++]
}

/** One part's XML; `ended` is called with whether all rows were written before the part was full. */
async function* sheetXml(
  headings: readonly string[],
  rest: Rest,
  texts: Texts,
  ended: (isDone: boolean) => void,
): AsyncGenerator<string> {
  if (rest.next === rest.batch.length && (await nextRow(rest))) rest.next -= 1
  let text = `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${colsXml(headings, rest.batch)}<sheetData>`
  text += rowXml(1, headings, (heading, place) => cellXml(heading, `${place} s="2"`, texts))
  let isDone = false
  let number = 2
  for (; number <= mostRows; number++) {
    // Awaiting a row that is there already would cost more than writing it.
    const row = rest.batch[rest.next] ? rest.batch[rest.next++] : await nextRow(rest)
    if (!row) {
      isDone = true
      break
    }
    text += rowXml(number, row, (cell, place) => cellXml(cell, place, texts))
    if (text.length > chunkCharacters) {
      yield text
      text = ''
      await nextTurn()
    }
  }
  yield `${text}</sheetData>${filterXml(headings.length, number - 1)}</worksheet>`
  ended(isDone)
}

/** Column widths, in characters: computed from the first rows. */
const widths = { least: 9, most: 60, beside: 2 } as const

function colsXml(headings: readonly string[], sample: Rows): string {
  const wanted = headings.map((heading, index) => {
    const longest = Math.max(
      Math.min(heading.length, widths.most / 2),
      ...sample.map((row) => widthOf(row[index] ?? null)),
    )
    return Math.min(widths.most, Math.max(widths.least, longest + widths.beside))
  })
  const cols = wanted.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''
}

/** A date is shown longer than its value; a text's longest line counts. */
function widthOf(cell: Cell): number {
  if (cell instanceof Date) return 19
  if (typeof cell === 'object' && cell) return ('text' in cell ? cell.text : cell.linksTo).length
  return Math.max(
    ...String(cell ?? '')
      .split('\n')
      .map(({ length }) => length),
  )
}

/** Every column gets a filter. */
const filterXml = (columns: number, lastRow: number) =>
  columns > 0 ? `<autoFilter ref="A1:${columnName(columns - 1)}${lastRow}"/>` : ''

/** Cells name their position: the format makes it optional, and some readers need it. */
function rowXml(
  number: number,
  cells: readonly Cell[],
  write: (cell: Cell, place: string) => string,
): string {
  let xml = `<row r="${number}">`
  for (const [index, cell] of cells.entries())
    xml += write(cell, ` r="${columnName(index)}${number}"`)
  return `${xml}</row>`
}

const columnNames: string[] = []

/** A, B, … Z, AA, AB, … */
function columnName(index: number): string {
  const known = columnNames[index]
  if (known !== undefined) return known
  const last = String.fromCharCode(65 + (index % 26))
  const name = index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
  columnNames[index] = name
  return name
}

function uniqueName(wanted: string, taken: readonly string[]): string {
  const plain = wanted.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Sheet'
  for (let count = 1; ; count++) {
    const tail = count === 1 ? '' : ` ${count}`
    const name = plain.slice(0, longestName - tail.length) + tail
    if (!taken.some((other) => other.toLowerCase() === name.toLowerCase())) return name
  }
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'
const main = `${office}/spreadsheetml/2006/main`
const relation = `${office}/officeDocument/2006/relationships`
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that list the other parts, and the shared strings. */
function partsOf(names: readonly string[], texts: Texts): [path: string, text: string][] {
  const numbered = names.map((name, index) => ({ name: escapeXml(name), number: index + 1 }))
  const each = (write: (sheet: { name: string; number: number }) => string) =>
    numbered.map(write).join('')
  return [
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>${each(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlHead}<Relationships xmlns="${office}/package/2006/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${relation}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="rId${names.length + 2}" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="hh:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="2" applyFont="1"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/sharedStrings.xml',
      `${xmlHead}<sst xmlns="${main}">${[...texts.keys()].map((text) => `<si>${textXml(text)}</si>`).join('')}</sst>`,
    ],
    [
      '_rels/.rels',
      `${xmlHead}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kind}.sharedStrings+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kind}.worksheet+xml"/>`)}</Types>`,
    ],
  ]
}
