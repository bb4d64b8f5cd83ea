import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { csvLines, fileSeparators, type Separator } from '#kit/contract/import/csv-line.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { explainPlain } from '#kit/contract/import/reason.ts'
import type { Row, Table, TextEncoding } from '#kit/contract/import/rows.ts'
import { withCommas } from '#kit/contract/value/text.ts'
import { csvRows } from './csv-rows.ts'
import { isWorkbook, otherKindOf } from './file-kinds.ts'
import type { Sheet } from './spreadsheet.ts'

/**
 * The text of a file: UTF-8 or UTF-16, with or without a byte order mark, otherwise what Excel saves in
 * Central or Western Europe.
 * @throws UnreadableFile for what is none of these, and for a workbook, a web page or a file of another kind.
 */
export function decode(file: string, bytes: Uint8Array): { text: string; letters: TextEncoding } {
  if (isWorkbook(bytes)) throw new UnreadableFile(file, fault('file.workbook', { kind: 'Excel' }))
  const kind = otherKindOf(bytes)
  if (kind !== undefined) throw new UnreadableFile(file, fault('file.other', { kind }))
  const decoded = decodeText(file, bytes)
  if (beginsMarkup.test(decoded.text)) throw new UnreadableFile(file, fault('file.markup'))
  return decoded
}

function decodeText(file: string, bytes: Uint8Array): { text: string; letters: TextEncoding } {
  const wide = wideOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), letters: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), letters: 'UTF-8' }
  } catch {
    const text = new TextDecoder('windows-1250').decode(bytes)
    if (!isOfCentralEurope(text)) throw new UnreadableFile(file, fault('file.letters'))
    return isOfWesternEurope(text)
      ? { text: decodeWestern(bytes), letters: 'Windows-1252' }
      : { text: withCommas(text), letters: 'Windows-1250' }
  }
}

/** What other programs offer as an Excel file, and a page that was saved in place of a file. */
const beginsMarkup =
  /^\s*(?:<(?:!|\?xml|[a-z]+:|(?:html|head|title|meta|style|script|body|table|tr|div|center|font)\b)|MIME-Version:)/i

/** Symbols where other code pages have letters, and hardly ever beside one. */
const signs = '¤¦±¶¸×÷'
const notOfAscii = new RegExp(`\\p{L}*(?:[^\\p{ASCII}\\P{L}]|[${signs}])[\\p{L}${signs}]*`, 'gu')
/**
 * A symbol before a letter; or a capital in the middle of a word, as where upper and lower case are swapped.
 */
const odd = new RegExp(`[${signs}]\\p{L}|\\p{Ll}[^\\p{ASCII}\\P{Lu}]`, 'u')

/**
 * Whether text decoded as Windows-1250 is plausible. Other code pages have letters at the five positions that
 * it leaves empty; where a whole alphabet is above ASCII, as Cyrillic and Greek, there are words without any
 * ASCII letter, which the languages of Central Europe hardly have; and where letters are at other positions,
 * words look odd. Only where most do: a typo in one row is no other code page.
 */
function isOfCentralEurope(text: string): boolean {
  if (/[\u0080-\u009f]/.test(text)) return false
  const words = text.match(notOfAscii) ?? []
  const isForeign = (word: string) => odd.test(word) || (word.length > 2 && !/[a-z]/i.test(word))
  const foreign = words.filter(isForeign).length
  return foreign === 0 || 2 * foreign < words.length
}

/** è, à, ê, ù and ï as Windows-1250 shows them; and what only the languages of Central Europe have there. */
const western = /[čŕęůď]/gi
const central = /[ăşţőłąśćźżřšžđťľ]/i
/** œ, which precedes other letters than ś does; and û. */
const [ligature, longU] = [/ś(?=[ui])/gi, /ű/gi]

/** Whether text decoded as Windows-1250 is French, saved as Windows-1252; German is the same in both. */
function isOfWesternEurope(text: string): boolean {
  const [all = 0, accents = 0] = [western, longU].map((letter) => text.match(letter)?.length ?? 0)
  return all > 0 && all >= accents && !central.test(text.replace(ligature, ''))
}

/** What Windows-1252 has from 0x80 on; Node 20 decodes these as controls. */
const above = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWestern = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => above[sign.charCodeAt(0) - 0x80] ?? sign)

/** Which UTF-16 it is: by its byte order mark, otherwise by which byte of its separators and digits is zero. */
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

/** Excel's own first line, which names the separator. */
const saysSeparator = /^\uFEFF?sep=([,;\t|])\n/i

/**
 * The separator named by the file, otherwise whichever the header has most of: the first line that shares it
 * with the line below. In a title above the header there may be a comma.
 */
function separatorOf(text: string): Separator {
  const separator = fileSeparators.find((sign) => sign === saysSeparator.exec(text)?.[1])
  if (separator) return separator
  const lines = firstLines(text)
  const mostOf = (line: string) => {
    const count = (sign: Separator) => line.split(sign).length
    return fileSeparators.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  }
  const isParted = (line: string) => line.includes(mostOf(line))
  const isLikeTheNext = (line: string, place: number) =>
    isParted(line) && lines[place + 1]?.includes(mostOf(line))
  return mostOf(lines.find(isLikeTheNext) ?? lines.find(isParted) ?? '')
}

/** How many lines are looked at for the separator. */
const mostLines = 20

/**
 * The first lines with content, each to its end: a cell may be quoted, and contain any characters and several
 * lines. Quoted text separates no cells, and is left out.
 */
function firstLines(text: string): string[] {
  const lines: string[] = []
  for (const line of unquotedLines(text)) {
    if (/\S/.test(line)) lines.push(line)
    if (lines.length === mostLines) break
  }
  return lines
}

function* unquotedLines(text: string): Generator<string> {
  const [quote, end] = ['"', '\n']
  let [line, isQuoted] = ['', false]
  for (const sign of text) {
    if (sign === quote) isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign !== end) line += sign
    else {
      yield line
      line = ''
    }
  }
  yield line
}

/** Yields to other work. */
export type Pause = () => Promise<unknown>

/** How much is parsed before yielding, in characters: a few milliseconds' work. */
const parsedLength = 16_384

/** A file in an unknown encoding, or in none of the formats that are read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly fault: Fault

  constructor(file: string, why: Fault) {
    super(`${file}: ${explainPlain([why], undefined)}`)
    this.fault = why
  }
}

/**
 * Parses a CSV file with a header: comma, semicolon, tab or bar; any line ends. Rows without any text are left
 * out. Rows are numbered as a spreadsheet shows them. A large file does not block others.
 * @param pause is called after every piece; parsing ends with what it throws
 * @throws UnreadableFile where its encoding is unknown.
 */
export async function readCsv(
  file: string,
  bytes: Uint8Array,
  pause: Pause = nextTurn,
): Promise<Table> {
  const { text: decoded, letters } = decode(file, bytes)
  const text = decoded.replace(/\r\n?/g, '\n')
  const separator = separatorOf(text)
  // No spreadsheet shows the line that names the separator.
  const body = text.replace(saysSeparator, '')
  const rows: Row[] = []
  let paused = 0
  for (const { row, next } of csvRows(body, separator)) {
    if (row) rows.push(row)
    if (next - paused < parsedLength) continue
    paused = next
    await pause()
  }
  const [header, ...rest] = rows
  return {
    file,
    separator,
    letters,
    headings: header?.cells ?? [],
    headingsLine: header?.line ?? 1,
    ...(header?.stray !== undefined && { headingsStray: header.stray }),
    rows: rest,
  }
}

/**
 * Writes a sheet as CSV while its rows are read: marked as UTF-8, or Excel would assume the machine's own
 * code page; a text that looks like a formula stays a text.
 */
export const writeCsv = (sheet: Sheet, separator: ',' | ';'): Readable =>
  Readable.from(lines(sheet, separator), { objectMode: false })

/** How much is written before yielding, in characters. */
const writtenLength = 65_536

async function* lines({ headings, batches }: Sheet, separator: ',' | ';'): AsyncGenerator<string> {
  const line = csvLines(separator)
  let text = `\uFEFF${line(headings)}`
  for await (const rows of batches())
    for (const row of rows) {
      text += line(row)
      if (text.length < writtenLength) continue
      yield text
      text = ''
      await nextTurn()
    }
  yield text
}
