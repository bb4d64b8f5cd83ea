import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readExcel, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Rows, writeWorkbook } from './spreadsheet.ts'

async function* oneByOne(rows: Rows) {
  for (const row of rows) yield [row]
}
const sheet = (name: string, ...rows: Rows) => ({
  name,
  headings: ['Heading'],
  batches: () => oneByOne(rows),
})

/** A part of a written workbook, found by the directory at the end of the archive. */
function partOf(file: Buffer, name: string): string {
  const begin = file.lastIndexOf(name) - 46
  const [size, at] = [file.readUInt32LE(begin + 20), file.readUInt32LE(begin + 42)]
  const content = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  return inflateRawSync(file.subarray(content, content + size)).toString()
}

test('another program reads the types that were written', async () => {
  const at = new Date('2023-10-15T18:00:00Z')

  const file = await buffer(writeWorkbook([sheet('Answers', ['text', 12.5, true, at])]))

  expect(await readSheet(file)).toEqual([
    ['Heading', null, null, null],
    ['text', 12.5, true, at],
  ])
})

test('keeps a formula, markup or escape sequence as plain text', async () => {
  const texts = ['=1+1', '+40', '@SUM(A1)', '<b>&"</b>', 'ș ț 🗳', '_x000D_', ' spaces ']

  const file = await buffer(writeWorkbook([sheet('Texts', ...texts.map((text) => [text]))]))

  const [, ...rows] = await readSheet(file, { trim: false })
  expect(rows.map(([cell]) => cell)).toEqual(
    texts.map((text) => (text === '_x000D_' ? expect.stringMatching(/_x000D_/) : text)),
  )
})

test('keeps long texts, and more distinct texts than memory holds, whole', {
  tags: 'slow',
}, async () => {
  const rows = Array.from({ length: 50_010 }, (_, place) => [`text ${place}`, 'said & said again'])
  const long = ['ș'.repeat(300), 'said & said again']

  const file = await buffer(writeWorkbook([sheet('Texts', ...rows, long, long)]))

  const [, ...read] = await readSheet(file)
  expect(read).toEqual([...rows, long, long])
})

test('drops control characters and lone surrogates', async () => {
  const file = await buffer(writeWorkbook([sheet('Texts', ['a\u0000b\u0007c\ud800d'])]))

  expect(await readSheet(file)).toContainEqual(['abcd'])
})

test('gives sheets valid and distinct names', async () => {
  const names = ['A/B: [1]?', 'a b   1', 'x'.repeat(40), 'x'.repeat(40)]

  const file = await buffer(writeWorkbook(names.map((name) => sheet(name, ['x']))))

  const sheets = await readExcel(file)
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'A B   1',
    'a b   1 2',
    'x'.repeat(31),
    `${'x'.repeat(29)} 2`,
  ])
})

test('rows are read only as fast as the file is taken', async () => {
  let read = 0
  async function* endless() {
    for (;;) yield [[`row ${++read}`, 'x'.repeat(1000)]]
  }

  const file = writeWorkbook([{ name: 'Endless', headings: [], batches: endless }])
  await new Promise((resolve) => file.once('readable', resolve))

  expect(read).toBeLessThan(20_000)
  file.destroy()
})

test('fails the file when reading fails', async () => {
  async function* broken(): AsyncGenerator<Rows> {
    yield [['one']]
    throw new Error('The database went away')
  }

  const file = writeWorkbook([{ name: 'Broken', headings: ['Heading'], batches: broken }])

  await expect(buffer(file)).rejects.toThrow('The database went away')
})

test('continues a sheet beyond Excel’s limit in another, without losing rows', {
  tags: 'slow',
}, async () => {
  const batch = 4096
  const all = 1_048_575 + 2
  async function* many() {
    for (let from = 0; from < all; from += batch)
      yield Array.from({ length: Math.min(batch, all - from) }, (_, place) => [from + place])
  }

  const file = await buffer(writeWorkbook([{ name: 'Long', headings: ['N'], batches: many }]))

  expect(await readSheet(file, 2)).toEqual([['N'], [1_048_575], [1_048_576]])
})

test('freezes the headings, fits column widths to their content, and adds filters', async () => {
  const at = new Date('2023-10-15T18:00:00Z')
  const rows = [
    [1, at, 'a text of some length, or two\nlines', 'x'.repeat(500)],
    [2, null, null, null],
  ]

  const headings = ['Number', 'Moment', 'Text', 'Long']
  const batches = async function* () {
    yield rows
  }
  const file = await buffer(writeWorkbook([{ name: 'Widths', headings, batches }]))

  const xml = partOf(file, 'xl/worksheets/sheet1.xml')
  expect(xml).toContain('ySplit="1"')
  expect([...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
    9, 21, 31, 60,
  ])
  expect(xml).toContain('<autoFilter ref="A1:D3"/></worksheet>')
  expect(await readSheet(file)).toHaveLength(3)
})
