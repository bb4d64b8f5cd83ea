import type { Cell, DayOrTime, FileLink } from '#kit/contract/column.ts'

/** Excel's limit. */
const mostCharacters = 32_767

/**
 * How many shared strings a workbook has, and how long they may be: what repeats is short. With them the 5
 * million answers of a large evening are a third of the XML.
 */
const mostShared = 50_000
const longestShared = 250

/** Shared strings that cells refer to by index: most repeat, and are written once. */
export type Texts = Map<string, number>

/** The index of a shared string; undefined for a text that is not shared. */
function placeAmong(texts: Texts, text: string): number | undefined {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size === mostShared || text.length > longestShared) return undefined
  texts.set(text, texts.size)
  return texts.size - 1
}

/** A cell as XML; a text that may repeat becomes a shared string. */
export function cellXml(cell: Cell, place: string, texts: Texts): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(cell, place, placeAmong(texts, cell))
  if (typeof cell === 'number') return `<c${place}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${place} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return `<c${place} s="1"><v>${serialOf(cell)}</v></c>`
  if ('linksTo' in cell) return linkXml(cell, place)
  const [style, serial] = serialOfPart(cell)
  return `<c${place} s="${style}"><v>${serial}</v></c>`
}

/** A spreadsheet looks for the file beside the workbook. */
function linkXml({ linksTo }: FileLink, place: string): string {
  const path = escapeXml(linksTo)
  return `<c${place} s="5" t="str"><f>HYPERLINK("${path.replaceAll('&quot;', '&quot;&quot;')}")</f><v>${path}</v></c>`
}

/** A time of day is a fraction of a day. */
const serialOfPart = ({ shows, text }: DayOrTime) =>
  shows === 'day' ? [3, serialOf(new Date(text))] : [4, Date.parse(`1970-01-01T${text}Z`) / dayMs]

const dayMs = 86_400_000

const textCell = (text: string, place: string, shared: number | undefined) =>
  shared === undefined
    ? `<c${place} t="inlineStr"><is>${textXml(text)}</is></c>`
    : `<c${place} t="s"><v>${shared}</v></c>`

/** A text as XML, wherever it is. */
export const textXml = (text: string) => `<t xml:space="preserve">${escapeXml(cut(text))}</t>`

const cut = (text: string) =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text

/** Days since the end of 1899, as spreadsheets count them. */
const serialOf = (at: Date) => at.getTime() / dayMs + 25_569

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// What XML cannot contain: control characters except tab and line ends, and unpaired surrogates.
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

/** Nearly every text: nothing in it has to be escaped or left out. */
const harmless = /^[\x20!#-%'-;=?-^`-~\u00a0-\ud7ff\ue000-\ufffd]*$/

/** Text escaped for XML. */
export function escapeXml(text: string): string {
  if (harmless.test(text)) return text
  return (
    text
      .replace(unwritable, '')
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
      // Excel reads _x000D_ as an escaped character; an escaped underscore keeps the text as it was written.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  )
}
