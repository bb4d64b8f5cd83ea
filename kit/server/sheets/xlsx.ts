import { posix } from 'node:path'
import { fault } from '#kit/contract/import/fault.ts'
import type { Row, Table } from '#kit/contract/import/rows.ts'
import type { CellKinds } from '#kit/contract/import/spoiled.ts'
import { Problem } from '#kit/contract/problem.ts'
import { tidied } from '#kit/contract/value/tidy.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Pause, UnreadableFile } from './csv.ts'
import { isOle, otherOldKindOf, otherPackedKindOf } from './file-kinds.ts'
import { most, type Reading, tooLarge, type Visitor, walk } from './workbook-xml.ts'
import { type CellContext, cellText, formatOf, kindOf, plainText } from './xlsx-cells.ts'

/**
 * Reads a sheet of an Excel workbook: the wanted one, otherwise the first with text that is not hidden. Rows are numbered
 * as a spreadsheet shows them. A large one does not block others.
 * @param pause is called after every piece; reading ends with what it throws
 * @throws UnreadableFile where it is no readable workbook, or too large; Problem `request.invalid` without that sheet.
 */
export async function readXlsx(
  file: string,
  bytes: Buffer,
  pause: Pause,
  wanted?: string,
): Promise<Table> {
  const left = { bytes: most.bytes, characters: most.characters }
  const reading = { file, archive: archiveOf(file, bytes), pause, left }
  const book = await readBook(reading)
  const filledOf = async (isHidden: boolean) => {
    const filled: Sheet[] = []
    for (const sheet of book.sheets)
      if (sheet.isHidden === isHidden && (await readRows(reading, sheet, book, 1)).length > 0)
        filled.push(sheet)
    return filled
  }
  const filled = await filledOf(false)
  if (filled.length === 0 && (await filledOf(true)).length > 0)
    throw new UnreadableFile(file, fault('file.hidden'))
  const sheets = filled.map(({ name }) => name)
  const sheet = filled.find(({ name }) => wanted === undefined || name === wanted)
  if (wanted !== undefined && !sheet)
    throw new Problem('request.invalid', { errors: { sheet: [`There is no sheet ${wanted}`] } })
  const [header, ...rows] = sheet ? await readRows(reading, sheet, book) : []
  return {
    ...{ file, sheets, rows },
    ...(sheet && { sheet: sheet.name }),
    headings: header?.cells ?? [],
    headingsLine: header?.line ?? 1,
  }
}

/** The kinds of workbooks that are recognised, and not read. */
const otherKinds: readonly [path: RegExp, kind: string][] = [
  [/^mimetype$/, 'OpenDocument (.ods)'],
  [/^Index(\/|\.zip$)/, 'Apple Numbers'],
  [/^xl\/workbook\.bin$/, 'Excel (.xlsb)'],
]

function archiveOf(file: string, bytes: Buffer): Archive {
  if (isOle(bytes)) throw new UnreadableFile(file, oldKind(bytes))
  let archive: Archive
  try {
    archive = openArchive(bytes)
  } catch {
    throw new UnreadableFile(file, fault('file.damaged'))
  }
  const other = otherPackedKindOf(archive)
  if (other) throw new UnreadableFile(file, fault('file.other', { kind: other }))
  const paths = [...archive.keys()]
  const kind = otherKinds.find(([path]) => paths.some((one) => path.test(one)))?.[1]
  if (kind) throw new UnreadableFile(file, fault('file.workbook', { kind }))
  return archive
}

function oldKind(bytes: Buffer) {
  if (bytes.includes('EncryptedPackage', 0, 'utf16le')) return fault('file.locked')
  const other = otherOldKindOf(bytes)
  return other
    ? fault('file.other', { kind: other })
    : fault('file.workbook', { kind: 'Excel 97–2003 (.xls)' })
}

type Sheet = { readonly name: string; readonly path: string }

type Book = CellContext & {
  readonly sheets: readonly (Sheet & { readonly isHidden: boolean })[]
  /** How numbers are displayed, by the cells' style. */
  readonly formats: readonly string[]
}

async function readBook(reading: Reading): Promise<Book> {
  const [main] = (await relationsOf(reading, '')).filter(({ kind }) => kind === 'officeDocument')
  if (!main) throw new UnreadableFile(reading.file, fault('file.damaged'))
  const parts = await relationsOf(reading, main.path)
  const pathOf = (wanted: string) => parts.find(({ kind }) => kind === wanted)?.path
  const sheets: Book['sheets'][number][] = []
  let is1904 = false
  await walk(reading, main.path, {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const part = parts.find(({ id, kind }) => kind === 'worksheet' && id === attribute('id'))
      const isHidden = /hidden/i.test(attribute('state') ?? '')
      if (part) sheets.push({ name: attribute('name') ?? '', path: part.path, isHidden })
    },
  })
  const texts = await readTexts(reading, pathOf('sharedStrings'))
  return { sheets, is1904, texts, formats: await readFormats(reading, pathOf('styles')) }
}

type Relation = { readonly id: string; readonly kind: string; readonly path: string }

/** What a part refers to; the empty path is the archive itself. */
async function relationsOf(reading: Reading, path: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(path)
  const found: Relation[] = []
  await walk(reading, posix.join(dir, '_rels', `${base}.rels`), {
    open: (name, attribute) => {
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map(attribute)
      if (name !== 'Relationship') return
      const whole = target.startsWith('/') ? target.slice(1) : posix.join(dir, target)
      found.push({ id, kind: posix.basename(type), path: whole })
    },
  })
  return found
}

/** The texts that cells share: of each the pieces, without how it is pronounced. */
async function readTexts(reading: Reading, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined) return texts
  const within = textWithin()
  await walk(reading, path, {
    ...within,
    close: (name) => {
      within.close(name)
      if (name === 'si') texts.push(plainText(within.take()))
    },
  })
  return texts
}

/** Collects the texts within `t` and `v`, but not those that say how a name is pronounced. */
function textWithin() {
  let [text, isText, isSound] = ['', false, false]
  return {
    open: (name: string) => {
      if (name === 't' || name === 'v') isText = true
      if (name === 'rPh') isSound = true
    },
    text: (piece: string) => {
      if (isText && !isSound) text += piece
    },
    close: (name: string) => {
      if (name === 't' || name === 'v') isText = false
      if (name === 'rPh') isSound = false
    },
    take: () => {
      const taken = text
      text = ''
      return taken
    },
  }
}

async function readFormats(reading: Reading, path: string | undefined): Promise<string[]> {
  const own = new Map<number, string>()
  const formats: string[] = []
  let isOfCells = false
  if (path === undefined) return formats
  await walk(reading, path, {
    open: (name, attribute) => {
      const id = Number(attribute('numFmtId'))
      if (name === 'cellXfs') isOfCells = true
      if (name === 'numFmt') own.set(id, attribute('formatCode') ?? '')
      if (name === 'xf' && isOfCells) formats.push(formatOf(id, own))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** The memory of a cell in addition to its text, in characters; empty cells before others count too. */
const cellWeight = 10

/** Nearly all rows have none of them. */
const none: CellKinds = new Map()

/** The rows of a sheet that have text; with `enough`, it may be the first of them only. */
async function readRows(
  reading: Reading,
  { path }: Sheet,
  { formats, ...context }: Book,
  enough = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  const within = textWithin()
  let [line, place, kind, style, isFormula] = [0, 0, 'n', 0, false]
  let cells: string[] = []
  let kinds = new Map<number, 'error' | 'date'>()
  const open: Visitor['open'] = (name, attribute) => {
    within.open(name)
    if (name === 'f') isFormula = true
    if (name === 'row') {
      line = rowOf(attribute('r')) ?? line + 1
      cells = []
      kinds = new Map()
      place = 0
    }
    if (name !== 'c') return
    place = placeOf(attribute('r')) ?? place
    kind = attribute('t') ?? 'n'
    style = Number(attribute('s') ?? 0)
    isFormula = false
    within.take()
  }
  const put = (text: string) => {
    reading.left.characters -= text.length + cellWeight * Math.max(1, place + 1 - cells.length)
    if (place >= most.columns || reading.left.characters < 0) throw tooLarge(reading)
    while (cells.length < place) cells.push('')
    cells[place] = text
  }
  const endCell = () => {
    const value = within.take()
    const cell = { kind, value, isFormula, format: formats[style] ?? '' }
    const text = cellText(cell, context)
    const special = kindOf(cell, text)
    if (special) kinds.set(place, special)
    if (text !== '') put(text)
    place += 1
  }
  const close = (name: string) => {
    within.close(name)
    if (name === 'c') endCell()
    if (name === 'row' && cells.some((cell) => tidied(cell).trim() !== ''))
      rows.push({ line, cells, kinds: kinds.size > 0 ? kinds : none })
  }
  await walk(reading, path, { ...within, open, close }, () => rows.length >= enough)
  return rows
}

const rowOf = (number: string | undefined) =>
  number && /^[1-9]\d{0,6}$/.test(number) ? Number(number) : undefined

/** The place of a cell in its row: `AB12` is 27. */
function placeOf(name: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(name ?? '') ?? []
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
