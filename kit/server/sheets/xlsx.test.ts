import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { archiveOf, type MadeCell, type MadeSheet, partsOf, workbookOf } from '#testing/workbook.ts'
import { readXlsx } from './xlsx.ts'

const read = (bytes: Buffer, sheet?: string) => readXlsx('list.xlsx', bytes, nextTurn, sheet)

/** The texts of one cell each, below a heading. */
async function textsOf(cells: readonly MadeCell[], formats?: readonly string[], properties = '') {
  const rows = [['Heading', 'End'], ...cells.map((cell) => [cell, '|'])]
  const table = await read(await workbookOf([{ name: 'List', rows }], formats, properties))
  return table.rows.map(({ cells }) => cells[0])
}

const number = (value: string, style = 0) => ({ xml: `<c s="${style}"><v>${value}</v></c>` })

test('reads numbers without noise and without an exponent', async () => {
  const values = [
    '0.30000000000000004',
    '4.0722000001E10',
    '46.770439999999999',
    '1E-7',
    '-3',
    '12.0',
  ]

  expect(await textsOf(values.map((value) => number(value)))).toEqual([
    '0.3',
    '40722000001',
    '46.77044',
    '0.0000001',
    '-3',
    '12',
  ])
})

test.each([
  ['0000', '42', '0042'],
  ['0000\\ 000\\ 000', '722000001', '0722000001'],
  ['"0"#########', '722000001', '0722000001'],
  ['"+40"#', '722000001', '+40722000001'],
  ['0###', '42', '0042'],
  ['0#########', '722000001', '0722000001'],
  ['?0000', '42', '0042'],
  ['##0', '42', '42'],
  ['00', '123', '123'],
  ['0.00', '12', '12'],
  ['#,##0', '1250', '1250'],
  ['General', '7', '7'],
  ['0%', '1', '1'],
])('keeps the zeros that the format %s adds to %s', async (format, value, shown) => {
  expect(await textsOf([number(value, 1)], [format])).toEqual([shown])
})

test.each([
  ['dd.mm.yyyy\\ hh:mm', '46351.291666666664', '2026-11-25 07:00'],
  ['yyyy\\-mm\\-dd\\ hh:mm:ss', '46351.291678240741', '2026-11-25 07:00:01'],
  ['dd.mm.yyyy', '46351', '2026-11-25'],
  ['dd.mm.yyyy', '46351.5', '2026-11-25 12:00'],
  ['[$-418]d\\ mmmm\\ yyyy', '46351', '2026-11-25'],
  ['dd/mm/yyyy\\ hh:mm', '46351', '2026-11-25 00:00'],
  ['hh:mm', '0.291666666666667', '07:00'],
  ['#,##0.00\\ [$lei-418]', '46351', '46351'],
  ['0.00"days"', '46351', '46351'],
  ['[Red]0', '46351', '46351'],
])('reads the format %s of %s as a moment if it shows one', async (format, value, shown) => {
  expect(await textsOf([number(value, 1)], [format])).toEqual([shown])
})

test('counts days from 1904 where the workbook does', async () => {
  const texts = await textsOf(
    [number('44889.25', 1)],
    ['d/m/yy h:mm'],
    '<workbookPr date1904="1"/>',
  )

  expect(texts).toEqual(['2026-11-25 06:00'])
})

test('reads yes and no, errors, rich texts, formulas and ISO dates', async () => {
  const cells = [
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="e"><v>#REF!</v></c>',
    '<c t="inlineStr"><is><r><t>Ioana </t></r><r><t>Pop</t></r><rPh><t>sound</t></rPh></is></c>',
    '<c t="str"><f>A1&amp;B1</f><v>Ana &amp; Ion_x000D_</v></c>',
    '<c t="str"><f>IF(1,"")</f><v></v></c>',
    '<c><f>A1</f><v>7</v></c>',
    '<c><f>A1</f></c>',
    '<c t="d"><v>2026-11-25T07:00:00</v></c>',
  ].map((xml) => ({ xml }))

  expect(await textsOf(cells)).toEqual([
    ...['TRUE', 'FALSE', '#REF!', 'Ioana Pop', 'Ana & Ion\n', ''],
    ...['7', '#CALC!', '2026-11-25 07:00:00'],
  ])
})

test('tells errors and dates from texts that look like them', async () => {
  const rows = [
    ['#N/A', { xml: '<c t="e"><v>#N/A</v></c>' }, { xml: '<c><f>A1</f></c>' }],
    [
      '2026-05-01',
      number('46143', 1),
      number('0.25', 2),
      { xml: '<c t="d"><v>2026-05-01</v></c>' },
    ],
    ['12:30', -5, 1250, { xml: '<c t="str"><f>A1</f><v>#REF!</v></c>' }],
  ]
  const formats = ['d\\ mmm', 'hh:mm']
  const table = await read(await workbookOf([{ name: 'List', rows: [['A'], ...rows] }], formats))

  expect(table.rows.map(({ kinds }) => [...(kinds ?? [])])).toEqual([
    [
      [1, 'error'],
      [2, 'error'],
    ],
    [
      [1, 'date'],
      [2, 'date'],
      [3, 'date'],
    ],
    [],
  ])
})

test('numbers rows as the spreadsheet does and keeps merged cells empty', async () => {
  const table = await read(
    await workbookOf([
      {
        name: 'List',
        rows: [
          ['Code', 'Name'],
          ['CJ', 'Dej'],
          [null, 'Gherla'],
          [null, ' \u00a0'],
          ['AB', 'Aiud'],
        ],
        numbers: [3, 4, 5, 6, 20],
      },
    ]),
  )

  expect(table).toMatchObject({ headings: ['Code', 'Name'], headingsLine: 3 })
  expect(table.rows).toMatchObject([
    { line: 4, cells: ['CJ', 'Dej'] },
    { line: 5, cells: ['', 'Gherla'] },
    { line: 20, cells: ['AB', 'Aiud'] },
  ])
})

test('reads cells in any order, and rows with numbers that are none', async () => {
  const parts = partsOf([{ name: 'List', rows: [] }])
  const cell = (at: string, value: number) => `<c r="${at}"><v>${value}</v></c>`
  const xml = `<worksheet><sheetData><row r="x">${cell('C1', 3)}${cell('A1', 1)}</row><row r="1.5">${cell('B2', 2)}</row></sheetData></worksheet>`
  const table = await read(await archiveOf({ ...parts, 'xl/worksheets/sheet1.xml': xml }))

  expect(table).toMatchObject({ headings: ['1', '', '3'], headingsLine: 1 })
  expect(table.rows).toMatchObject([{ line: 2, cells: ['', '2'] }])
})

const sheets: readonly MadeSheet[] = [
  { name: 'Empty', rows: [[null, ' ']] },
  { name: 'Lists', rows: [['hidden']], state: 'veryHidden' },
  { name: 'Old', rows: [['hidden']], state: 'hidden' },
  { name: 'Secții & UAT', rows: [['first']] },
  { name: 'Notes', rows: [['second']] },
]

test('reads the first sheet with text that is not hidden, or the wanted one', async () => {
  const bytes = await workbookOf(sheets)

  const offered = ['Secții & UAT', 'Notes']
  expect(await read(bytes)).toMatchObject({
    sheets: offered,
    sheet: offered[0],
    headings: ['first'],
  })
  expect(await read(bytes, 'Notes')).toMatchObject({ sheet: 'Notes', headings: ['second'] })
})

test('refuses a sheet that is hidden or does not exist', async () => {
  const bytes = await workbookOf(sheets)

  for (const name of ['Old', 'Empty', 'Nowhere'])
    await expect(read(bytes, name)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { errors: { sheet: [`There is no sheet ${name}`] } },
    })
})

test('reads no rows from a workbook without text', async () => {
  expect(await read(await workbookOf(sheets.slice(0, 1)))).toMatchObject({
    sheets: [],
    headings: [],
  })
})

test('names a workbook whose sheets with text are hidden', async () => {
  await expect(read(await workbookOf(sheets.slice(0, 3)))).rejects.toMatchObject({
    fault: { code: 'file.hidden' },
  })
})

test('reads shared texts, prefixes, CDATA and absolute paths', async () => {
  const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const bytes = await archiveOf({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="/xl/book.xml"/></Relationships>`,
    'xl/book.xml':
      '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="One" rel:id="s"/></x:sheets></x:workbook>',
    'xl/_rels/book.xml.rels': `<Relationships><Relationship Id="s" Type="${office}/worksheet" Target="/xl/one.xml"/><Relationship Id="t" Type="${office}/sharedStrings" Target="texts.xml"/></Relationships>`,
    'xl/texts.xml':
      '<x:sst xmlns:x="m"><x:si><x:t>Ș &#537;</x:t></x:si><x:si><x:t><![CDATA[<b>]]></x:t></x:si></x:sst>',
    'xl/one.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })

  expect(await read(bytes)).toMatchObject({ headings: ['Ș ș', '<b>'], headingsLine: 1 })
})

test.each([
  [
    'a workbook cut in half',
    async () => {
      const whole = await workbookOf([{ name: 'List', rows: [['Heading']] }])
      return whole.subarray(0, whole.length / 2)
    },
  ],
  ['an archive of unknown parts', () => archiveOf({ 'xl/list.csv': 'Code,Name' })],
  [
    'a sheet whose XML is cut off',
    () =>
      archiveOf({
        ...partsOf([{ name: 'List', rows: [] }]),
        'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1">',
      }),
  ],
])('names %s as damaged', async (_, make) => {
  await expect(read(await make())).rejects.toMatchObject({ fault: { code: 'file.damaged' } })
})

const oneRow = (xml: string) =>
  `<worksheet><sheetData><row r="1">${xml}</row></sheetData></worksheet>`

test.each([
  ['a text of many megabytes', oneRow(`<c t="str"><v>${'a'.repeat(40_000_000)}</v></c>`)],
  ['a cell in a far column', oneRow('<c r="XFD1"><v>1</v></c>')],
  [
    'very many cells',
    `<worksheet><sheetData>${`<row><c r="AKK1"><v>1</v></c></row>`.repeat(6000)}</sheetData></worksheet>`,
  ],
  [
    'wide rows whose cells go back',
    `<worksheet><sheetData>${`<row><c r="ALL1"><v>1</v></c>${'<c r="A1"><v>1</v></c>'.repeat(3)}</row>`.repeat(7000)}</sheetData></worksheet>`,
  ],
  [
    'very much markup',
    `<worksheet><sheetData>${`<row x="${'a'.repeat(500_000)}"></row>`.repeat(210)}</sheetData></worksheet>`,
  ],
])('names a workbook with %s as too large', { tags: 'slow', timeout: 60_000 }, async (_, xml) => {
  const parts = partsOf([{ name: 'List', rows: [] }])
  const bytes = await archiveOf({ ...parts, 'xl/worksheets/sheet1.xml': xml })

  await expect(read(bytes)).rejects.toMatchObject({ fault: { code: 'file.too-large' } })
})
