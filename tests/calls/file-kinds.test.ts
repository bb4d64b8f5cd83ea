import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { formOf, phones, type Stage, stage, type TestFile } from '#testing/stage.ts'
import { archiveOf, type MadeSheet, workbookOf } from '#testing/workbook.ts'

const set = stage()

type Check = (cast: Stage, files: TestFile[], sheet?: string) => Promise<ImportReport>

const dry = (sheet: string | undefined) => ({ dryRun: true, ...(sheet && { sheet }) })
const moment = (serial: number) => ({ xml: `<c s="1"><v>${serial}</v></c>` })
const yes = { xml: '<c t="b"><v>1</v></c>' }

/** Each kind of list, with one new row as Excel stores it. */
const lists: readonly { name: string; rows: MadeSheet['rows']; check: Check }[] = [
  {
    name: 'counties',
    rows: [
      ['Cod', 'Denumire', 'Diaspora'],
      ['SB', 'Sibiu', yes],
    ],
    check: ({ ana }, files, sheet) => ana.call(places.importCounties, { body: dry(sheet) }, files),
  },
  {
    name: 'areas',
    rows: [
      ['Cod', 'Nume', 'Cod superior'],
      ['AB7', 'Blaj', 'AB'],
    ],
    check: ({ ana }, files, sheet) => ana.call(places.importAreas, { body: dry(sheet) }, files),
  },
  {
    name: 'stations',
    rows: [
      ['UAT', 'Nr. secție', 'Sediu', 'Lat', 'Lon'],
      ['AB1', 71, 'Liceu', 46.1, 23.57],
    ],
    check: ({ ana }, files, sheet) => ana.call(places.importStations, { body: dry(sheet) }, files),
  },
  {
    name: 'observers',
    rows: [
      ['Nume', 'Telefon', 'PIN', 'Test'],
      ['Ioana Radu', 722000111, { xml: '<c s="2"><v>42</v></c>' }, yes],
    ],
    check: ({ ana }, files, sheet) =>
      ana.call(observers.checkImport, { body: sheet ? { sheet } : {} }, files),
  },
  {
    name: 'the plan',
    rows: [
      ['Telefon', 'UAT', 'Secția', 'De la', 'Până la'],
      [phones.bogdan, 'AB1', 1, moment(46348.25), moment(46348.916666666664)],
    ],
    check: ({ ana }, files, sheet) => ana.call(assignments.import, { body: dry(sheet) }, files),
  },
]

const formats = ['dd.mm.yyyy hh:mm', '0000']

test.each(lists)(
  'imports an Excel workbook of $name from the chosen sheet',
  async ({ rows, check }) => {
    const cast = await set()
    const bytes = await workbookOf(
      [
        { name: 'Instrucțiuni', rows: [['Completați foaia a doua']] },
        { name: 'Ascunsă', rows, state: 'hidden' },
        { name: 'Lista', rows: [['Lista'], ...rows] },
      ],
      formats,
    )
    const files = [{ name: 'lista.xlsx', bytes }]

    expect(await check(cast, files)).toMatchObject({
      sheets: ['Instrucțiuni', 'Lista'],
      sheet: 'Instrucțiuni',
      added: 0,
    })
    expect(await check(cast, files, 'Lista')).toMatchObject({
      ...{ sheet: 'Lista', headerLine: 2, separator: null },
      ...{ added: 1, wrong: [], rows: [{ line: 3 }] },
    })
    await expect(check(cast, files, 'Ascunsă')).rejects.toMatchObject({
      code: 'request.invalid',
      details: { errors: { sheet: ['There is no sheet Ascunsă'] } },
    })
  },
)

test('faults name rows as Excel shows them, after empty rows and a title', async () => {
  const cast = await set()
  const bytes = await workbookOf([
    {
      name: 'Plan',
      rows: [['Secții 2026'], ['UAT', 'Secția'], ['AB1', 'unu'], [null], ['AB1', 2.5], ['XX', 1]],
      numbers: [2, 5, 7, 9, 12, 40],
    },
  ])

  const report = await cast.ana.call(places.importStations, { body: { dryRun: true } }, [
    { name: 'a.xlsx', bytes },
  ])

  expect(report.wrong.map(({ line }) => line)).toEqual([7, 12, 40])
})

test('refuses a name, a PIN or a code that the spreadsheet turned into a date', async () => {
  const { ana } = await set()
  const fileOf = async (rows: MadeSheet['rows']) => [
    { name: 'a.xlsx', bytes: await workbookOf([{ name: 'Lista', rows }], ['d. mmm', '0000']) },
  ]
  const first = moment(46143)

  const people = await ana.call(
    observers.checkImport,
    { body: {} },
    await fileOf([
      ['Nume', 'Telefon', 'PIN'],
      ['Ioana Radu', '0722000111', first],
      ['Ana Radu', '0722000112', '0105'],
      [first, '0722000113', '0106'],
    ]),
  )
  const stations = await ana.call(
    places.importStations,
    { body: { dryRun: true } },
    await fileOf([
      ['UAT', 'Nr. secție', 'Sediu', 'Adresa'],
      ['AB1', 71, '1 Mai', 'Str. 1'],
      ['AB1', 72, first, 'Str. 1'],
      ['AB1', 73, 'Școala', first],
      [first, 74, 'Școala', 'Str. 1'],
      ['AB1', first, 'Școala', 'Str. 1'],
    ]),
  )

  const faultsOf = (report: ImportReport) => report.wrong.map(({ line, faults }) => [line, faults])
  const date = (field: string) => [{ code: 'cell.date', field }]
  expect(faultsOf(people)).toEqual([
    [2, date('pin')],
    [4, date('name')],
  ])
  expect(faultsOf(stations)).toEqual([
    [3, date('name')],
    [4, date('address')],
    [5, date('area')],
    [6, date('number')],
  ])
})

test('imports a text that looks like an error of the spreadsheet, also after an export', async () => {
  const { ana } = await set()
  const names = ['#N/A', 'TRUE', '#REF!', 'Err:502', 'ADEVĂRAT']
  const rows = names.map((name, nth) => ['AB1', 71 + nth, name])
  const bytes = await workbookOf([{ name: 'Lista', rows: [['UAT', 'Secția', 'Sediu'], ...rows] }])
  const body = { skipInvalid: false }
  const report = await ana.call(places.importStations, { body }, [{ name: 'a.xlsx', bytes }])
  expect(report).toMatchObject({ added: 5, wrong: [] })

  const { rawPayload } = await ana.send({
    url: addressOf(places.exportStations, { query: { format: 'xlsx', language: 'ro' } }),
  })
  const again = await ana.call(places.importStations, { body }, [
    { name: 'b.xlsx', bytes: rawPayload },
  ])

  expect(again).toMatchObject({ added: 0, changed: 0, wrong: [] })
})

test('imports the chosen sheet of a large workbook as a task', async () => {
  const cast = await set()
  await cast.startJobs()
  const bytes = await workbookOf([
    {
      name: 'Altele',
      rows: [
        ['Cod', 'Denumire'],
        ['XX', 'Greșit'],
      ],
    },
    {
      name: 'Județe',
      rows: [
        ['Cod', 'Denumire'],
        ['SB', 'Sibiu'],
        ['CJ', null],
      ],
    },
  ])

  const started = await cast.ana.call(
    places.startCountyImport,
    { body: { sheet: 'Județe', skipInvalid: true } },
    [{ name: 'judete.xlsx', bytes }],
  )
  const { id } = await taskThat(cast.ana, started, {
    ...{ state: 'done', refused: 1 },
    counts: { added: 1, changed: 0, unchanged: 0 },
  })

  const url = addressOf(tasks.errors, { params: { id }, query: { language: 'ro' } })
  const { rawPayload } = await cast.ana.send({ url })
  expect(String(rawPayload)).toMatch(/^\uFEFFDe ce a fost refuzat;Cod;Denumire\r\n.*;CJ\r\n$/)
})

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Files of other programs, with the message for each in both languages. */
const refused: readonly (readonly [
  name: string,
  make: () => Promise<Buffer>,
  code: string,
  en: RegExp,
  ro: RegExp,
])[] = [
  [
    'Excel 97–2003 (.xls)',
    async () => Buffer.concat([ole, Buffer.alloc(600), Buffer.from('Workbook', 'utf16le')]),
    'file.workbook',
    /Excel 97–2003 \(\.xls\).*Save or export it as \.xlsx or CSV/,
    /Excel 97–2003 \(\.xls\).*Salvează-l sau exportă-l ca \.xlsx sau CSV/,
  ],
  [
    'Excel with a password',
    async () => Buffer.concat([ole, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    'file.locked',
    /has a password. Save it without one/,
    /are o parolă. Salvează-l fără parolă/,
  ],
  [
    'Excel (.xlsb)',
    () => archiveOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }),
    'file.workbook',
    /Excel \(\.xlsb\)/,
    /Excel \(\.xlsb\)/,
  ],
  [
    'OpenDocument (.ods)',
    () =>
      archiveOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': '<office:document-content/>',
      }),
    'file.workbook',
    /OpenDocument \(\.ods\)/,
    /OpenDocument \(\.ods\)/,
  ],
  [
    'Apple Numbers',
    () => archiveOf({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }),
    'file.workbook',
    /Apple Numbers.*export it/,
    /Apple Numbers.*exportă-l/,
  ],
  [
    'a web page called .xls',
    async () => Buffer.from('<html><table><tr><td>Cod</td></tr></table></html>'),
    'file.markup',
    /web page or an XML file/,
    /pagină web sau un fișier XML/,
  ],
  [
    'a part of a web page called .xls',
    async () => Buffer.from('\n<body><table><tr><td>Cod</td></tr></table>'),
    'file.markup',
    /web page or an XML file/,
    /pagină web sau un fișier XML/,
  ],
  [
    'a web archive, as Excel saves one',
    async () => Buffer.from('MIME-Version: 1.0\nX-Document-Type: Workbook\n\n--x\n<html>'),
    'file.markup',
    /web page or an XML file/,
    /pagină web sau un fișier XML/,
  ],
  [
    'an XML spreadsheet of 2003',
    async () => Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:x"/>'),
    'file.markup',
    /save it as \.xlsx or CSV/,
    /salvează-l ca \.xlsx sau CSV/,
  ],
  [
    'a text document (.docx)',
    () => archiveOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }),
    'file.other',
    /another kind \(Word \(\.docx\)\)/,
    /de alt fel \(Word \(\.docx\)\)/,
  ],
  [
    'a presentation (.pptx)',
    () => archiveOf({ '[Content_Types].xml': '<Types/>', 'ppt/presentation.xml': '<x/>' }),
    'file.other',
    /PowerPoint \(\.pptx\)/,
    /PowerPoint \(\.pptx\)/,
  ],
  [
    'an archive (.zip)',
    () => archiveOf({ 'lista.csv': 'Cod,Denumire' }),
    'file.other',
    /\(ZIP\).*unpack an archive first/,
    /\(ZIP\).*se despachetează mai întâi/,
  ],
  [
    'Word 97–2003 (.doc)',
    async () => Buffer.concat([ole, Buffer.alloc(600), Buffer.from('WordDocument', 'utf16le')]),
    'file.other',
    /Word 97–2003/,
    /Word 97–2003/,
  ],
  ...(
    [
      ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
      ['PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
      ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
      ['gzip', gzipSync('Cod,Denumire\n')],
      ['7-Zip', Buffer.from('377abcaf271c0004', 'hex')],
      ['RAR', Buffer.from('526172211a070100', 'hex')],
      ['RTF', Buffer.from('{\\rtf1\\ansi Cod;Denumire}')],
    ] as const
  ).map(
    ([kind, bytes]) =>
      [
        `another file (${kind})`,
        async () => bytes,
        'file.other',
        new RegExp(`another kind \\(${kind}\\)`),
        new RegExp(`de alt fel \\(${kind}\\)`),
      ] as const,
  ),
  [
    'a workbook whose sheets are hidden',
    () =>
      workbookOf([
        { name: 'List', rows: [['Cod', 'Denumire']], state: 'hidden' },
        { name: 'Old', rows: [['Cod', 'Denumire']], state: 'veryHidden' },
        { name: 'Empty', rows: [] },
      ]),
    'file.hidden',
    /sheets .* are hidden. Unhide/,
    /sunt ascunse. Afișează foaia/,
  ],
  [
    'a workbook cut off on its way',
    async () => (await workbookOf([{ name: 'List', rows: [['Cod']] }])).subarray(0, 900),
    'file.damaged',
    /no readable workbook/,
    /nu este un registru de calcul care se poate citi/,
  ],
  [
    'a workbook with a cell in its last column',
    () => workbookOf([{ name: 'List', rows: [[{ xml: '<c r="XFD1"><v>1</v></c>' }]] }]),
    'file.too-large',
    /too large/,
    /prea mare/,
  ],
]

test.each(refused)(
  'recognises %s by its content and says what to do',
  async (_name, make, code, en, ro) => {
    const cast = await set()
    const bytes = await make()

    for (const { check } of lists)
      await expect(check(cast, [{ name: 'lista.xlsx', bytes }])).rejects.toMatchObject({
        code: 'import.refused',
        details: { rows: [{ line: 0, faults: [{ code }], reason: expect.stringMatching(en) }] },
      })
    const form = await formOf({}, [{ name: 'lista.xlsx', bytes }])
    const romanian = await cast.ana.send({
      method: 'POST',
      url: places.importCounties.path,
      payload: form.bytes,
      headers: { 'content-type': form.type, 'accept-language': 'ro' },
    })
    expect(romanian.json()).toMatchObject({ rows: [{ reason: expect.stringMatching(ro) }] })
  },
)

test('each row of docs/files.md names a test that exists', () => {
  const named = [
    ...readFileSync('docs/files.md', 'utf8').matchAll(/`([^`|]+\.test\.ts)`: ([^|]+?) *\|/g),
  ]

  expect(named.length).toBeGreaterThan(20)
  for (const [, path = '', title = ''] of named) expect(readFileSync(path, 'utf8')).toContain(title)
})
