import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A cell: a text, a number, or its XML. */
export type MadeCell = string | number | null | { readonly xml: string }

/** A sheet of a test workbook, row by row; a row may give its number. */
export type MadeSheet = {
  readonly name: string
  readonly rows: readonly (readonly MadeCell[])[]
  readonly state?: 'hidden' | 'veryHidden'
  /** The number of each row, if they are not consecutive. */
  readonly numbers?: readonly number[]
}

type Parts = Readonly<Record<string, string>>

/** An archive with these files. */
export async function archiveOf(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

/**
 * An Excel workbook as other programs write one.
 * @param formats the number formats that cells refer to as styles 1, 2 and so on
 */
export const workbookOf = (
  sheets: readonly MadeSheet[],
  formats: readonly string[] = [],
  properties = '',
): Promise<Buffer> => archiveOf(partsOf(sheets, formats, properties))

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

/** The files of a workbook by their path. */
export function partsOf(
  sheets: readonly MadeSheet[],
  formats: readonly string[] = [],
  properties = '',
): Parts {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  const numbered = sheets.map((sheet, place) => ({ ...sheet, id: `rId${place + 1}`, place }))
  return {
    '_rels/.rels': `<Relationships ${packaged}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}">${properties}<sheets>${numbered
      .map(
        ({ name, state = 'visible', id, place }) =>
          `<sheet name="${escaped(name)}" sheetId="${place + 1}" state="${state}" r:id="${id}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${packaged}>${numbered
      .map(({ id, place }) => relation(id, 'worksheet', `worksheets/sheet${place + 1}.xml`))
      .join('')}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${formats
      .map((code, place) => `<numFmt numFmtId="${200 + place}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, place) => `<xf numFmtId="${200 + place}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      numbered.map((sheet) => [`xl/worksheets/sheet${sheet.place + 1}.xml`, sheetXml(sheet)]),
    ),
  }
}

const sheetXml = ({ rows, numbers }: MadeSheet) =>
  `<worksheet ${main}><sheetData>${rows
    .map((cells, place) => {
      const number = numbers?.[place] ?? place + 1
      return `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${letters[at]}${number}`)).join('')}</row>`
    })
    .join('')}</sheetData></worksheet>`

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function cellXml(cell: MadeCell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  return cell.xml.includes(' r=') ? cell.xml : cell.xml.replace('<c', `<c r="${at}"`)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
