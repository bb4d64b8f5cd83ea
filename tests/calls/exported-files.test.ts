import fc from 'fast-check'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { planFile } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { phones, type Stage, stage, type TestFile } from '#testing/stage.ts'
import { type MadeCell, workbookOf } from '#testing/workbook.ts'

const set = stage()

/** A list that is exported and imported again. */
type Exported = {
  readonly name: string
  readonly address: string
  /** Its sheet in the language of the file. */
  readonly sheet: Readonly<Record<'ro' | 'en', string>>
  readonly rows: number
  readonly check: (cast: Stage, files: TestFile[], sheet?: string) => Promise<ImportReport>
  readonly run: (cast: Stage, files: TestFile[]) => Promise<unknown>
}

const exported: readonly Exported[] = [
  {
    name: 'observers',
    address: '/api/v1/observer/export',
    sheet: { ro: 'Observatori', en: 'Observers' },
    rows: 5,
    check: ({ ana }, files, sheet) =>
      ana.call(observers.checkImport, { body: sheet ? { sheet } : {} }, files),
    run: ({ ana }, files) => ana.call(observers.import, { body: { skipInvalid: true } }, files),
  },
  {
    name: 'counties',
    address: '/api/v1/county/export',
    sheet: { ro: 'Județe', en: 'Counties' },
    rows: 2,
    check: ({ ana }, files, sheet) =>
      ana.call(places.importCounties, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
    run: ({ ana }, files) =>
      ana.call(places.importCounties, { body: { skipInvalid: true } }, files),
  },
  {
    name: 'stations',
    address: '/api/v1/polling-station/export',
    sheet: { ro: 'Secții de votare', en: 'Polling stations' },
    rows: 7,
    check: ({ ana }, files, sheet) =>
      ana.call(places.importStations, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
    run: ({ ana }, files) =>
      ana.call(places.importStations, { body: { skipInvalid: true } }, files),
  },
  {
    name: 'the plan',
    address: '/api/v1/assignment/export',
    sheet: { ro: 'Plan', en: 'Plan' },
    rows: 3,
    check: ({ ana }, files, sheet) =>
      ana.call(assignments.import, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
    run: ({ ana }, files) => ana.call(assignments.import, { body: { skipInvalid: true } }, files),
  },
]

/** Observers of one organisation, stations with awkward names and a plan with a mobile team. */
async function furnished(): Promise<Stage> {
  const cast = await set()
  const { ana } = cast
  await ana.call(observers.add, {
    body: { name: '=Ioana \'Nelu\' "Pop"; șef', phone: '+373 69 123 456', pin: '0042' },
  })
  await ana.call(observers.add, {
    body: { name: 'Ștefan Țuțea', phone: '0722000111', pin: '0042' },
  })
  const station = 'Area code,Number,Name,Address,Lat,Lon,Voters'
  const bytes = Buffer.from(
    [station, 'AB1,1,"=1+1, șc. ""A""",Str. 1,46.770439,-23.1,1250', "AB1,2,'-x,-,0.5,1,0"].join(
      '\n',
    ),
  )
  await ana.call(places.importStations, { body: {} }, [{ name: 'a.csv', bytes }])
  await ana.call(
    assignments.import,
    { body: {} },
    planFile(
      `${phones.bogdan},AB1,1,22.11.2026 6:00,22.11.2026 14:30`,
      `${phones.bogdan},AB1,2,22.11.2026 15:00,22.11.2026 24:00`,
      `0722000111,AB1,1,2026-11-22 06:00,2026-11-22 23:59`,
    ),
  )
  await cast.figures()
  return cast
}

async function download(cast: Stage, address: string, query: string): Promise<Buffer> {
  const reply = await cast.ana.send({ url: `${address}?${query}` })
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

const changesNothing = (rows: number) => ({
  added: 0,
  changed: 0,
  unchanged: rows,
  wrong: [],
  changes: [],
})

for (const { name, address, sheet, rows, check } of exported)
  for (const language of ['ro', 'en'] as const) {
    test(`importing an exported workbook of ${name} changes nothing, in ${language}`, async () => {
      const cast = await furnished()
      const bytes = await download(cast, address, `format=xlsx&language=${language}`)

      const report = await check(cast, [{ name: 'a.xlsx', bytes }], sheet[language])

      expect(report).toMatchObject({ ...changesNothing(rows), sheet: sheet[language] })
    })

    test(`importing an exported CSV file of ${name} changes nothing, in ${language}`, async () => {
      const cast = await furnished()
      const bytes = await download(cast, address, `format=csv&language=${language}`)

      expect(await check(cast, [{ name: 'a.csv', bytes }])).toMatchObject(changesNothing(rows))
    })
  }

/** Any name that fits on a line, also one that looks like a formula, a number or a moment. */
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    '-5',
    "'0042",
    '0042',
    '1E5',
    '22.11.2026',
    'TRUE',
    '_x0041_',
    '" ; ,',
    '#REF!x',
  ),
)
const empty = { nil: '' }
const minute = fc.integer({ min: 0, max: 1439 }).map((minutes) => 46_348 + minutes / 1440)

/** By list, the headings of a file, and any row of it; `place` makes it differ from the others. */
const anyLists: Readonly<
  Record<string, { headings: string[]; row: fc.Arbitrary<(place: number) => MadeCell[]> }>
> = {
  observers: {
    headings: ['Phone', 'Pin', 'Name', 'Test'],
    row: fc
      .tuple(anyName, fc.constantFrom('TRUE', 'FALSE', ''))
      .map((cells) => (place) => [`07220001${place + 10}`, '0042', ...cells]),
  },
  counties: {
    headings: ['Code', 'Name', 'Order', 'Diaspora'],
    row: fc
      .tuple(anyName, fc.option(fc.nat(1000), empty), fc.constantFrom('TRUE', 'FALSE', ''))
      .map((cells) => (place) => [`${place}E5`, ...cells]),
  },
  stations: {
    headings: ['Area code', 'Number', 'Name', 'Address', 'Lat', 'Lon', 'Voters'],
    row: fc
      .tuple(
        anyName,
        fc.option(anyName, empty),
        fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees.toFixed(9)),
        fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => degrees.toFixed(9)),
        fc.option(fc.nat(2_147_483_647), empty),
      )
      .map((cells) => (place) => ['AB1', place + 1, ...cells]),
  },
  'the plan': {
    headings: ['Phone', 'Municipality code', 'Station number', 'From', 'Until', 'Mobile team'],
    row: fc
      .tuple(minute, minute, fc.constantFrom('TRUE', 'FALSE'))
      .map(([one, other, mobile]) => (place) => [
        ...[phones.bogdan, 'AB1', 1],
        ...[Math.min(one, other) + place, Math.max(one, other) + place + 1 / 1440].map(String),
        mobile,
      ]),
  },
}

for (const { name, address, sheet, run, check } of exported)
  test(`importing any exported rows of ${name} changes nothing, as a workbook and as CSV`, {
    tags: 'slow',
  }, async () => {
    const cast = await furnished()
    const { headings = [], row = fc.constant(() => []) } = anyLists[name] ?? {}
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const list = { name: 'List', rows: [headings, ...rows.map((one, place) => one(place))] }
        await run(cast, [{ name: 'a.xlsx', bytes: await workbookOf([list]) }])
        await cast.figures()

        const workbook = await download(cast, address, 'format=xlsx&language=en')
        const csv = await download(cast, address, 'format=csv&language=ro')

        const unchanged = { added: 0, changed: 0, wrong: [], changes: [] }
        expect(await check(cast, [{ name: 'a.xlsx', bytes: workbook }], sheet.en)).toMatchObject(
          unchanged,
        )
        expect(await check(cast, [{ name: 'a.csv', bytes: csv }])).toMatchObject(unchanged)
      }),
      { numRuns: 8 },
    )
  })

/** A spreadsheet's changes to a list that it opens and saves as CSV in its country. */
type Locale = {
  readonly flags: readonly [yes: string, no: string]
  /** A day and a time in its short form. */
  readonly moment: (day: string, month: string, year: string, time: string) => string
  readonly encode: (text: string) => Buffer
}

/** In a Windows code page that has the letters of the list. */
const inCodePage =
  (name: string) =>
  (text: string): Buffer => {
    const signs = new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, code) => code))
    return Buffer.from([...text].map((sign) => Math.max(0, signs.indexOf(sign))))
  }

const locales: Readonly<Record<string, Locale>> = {
  Romanian: {
    flags: ['ADEVĂRAT', 'FALS'],
    moment: (day, month, year, time) => `${day}.${month}.${year} ${time}`,
    encode: (text) =>
      inCodePage('windows-1250')(
        text.replace(/[șțȘȚ]/g, (sign) => ({ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' })[sign] ?? sign),
      ),
  },
  German: {
    flags: ['WAHR', 'FALSCH'],
    moment: (day, month, year, time) => `${day}.${month}.${year} ${time}`,
    encode: (text) => Buffer.from(`\uFEFF${text}`),
  },
  French: {
    flags: ['VRAI', 'FAUX'],
    moment: (day, month, year, time) => `${day}/${month}/${year} ${time}`,
    encode: (text) => Buffer.from(`\uFEFF${text}`),
  },
}

type SheetCell = string | number | boolean | Date | null

/** A cell saved by such a spreadsheet; texts of digits become numbers. */
function savedCell(cell: SheetCell, { flags, moment }: Locale): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return flags[cell ? 0 : 1]
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (cell instanceof Date) {
    // To the second, as spreadsheets round.
    const iso = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
    const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
    return moment(day, month, year, iso.slice(11, 16))
  }
  const digits = cell.replaceAll(' ', '')
  return `"${(/^\d+$/.test(digits) ? String(Number(digits)) : cell).replaceAll('"', '""')}"`
}

for (const [program, locale] of Object.entries(locales))
  for (const { name, address, sheet, rows, check } of exported)
    test(`importing ${name} after a ${program} spreadsheet saved it as CSV changes nothing`, async () => {
      const cast = await furnished()
      const bytes = await download(cast, address, 'format=xlsx&language=ro')
      const sheets = await readExcel(bytes)
      const cells = sheets.find((one) => one.sheet === sheet.ro)?.data ?? []
      const lines = cells.map((row) =>
        row.map((cell) => savedCell(cell as SheetCell, locale)).join(';'),
      )

      const saved = locale.encode(lines.join('\r\n'))

      expect(await check(cast, [{ name: 'a.csv', bytes: saved }])).toMatchObject(
        changesNothing(rows),
      )
    })
