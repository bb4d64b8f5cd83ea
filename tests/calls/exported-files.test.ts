import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { planFile } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { phones, type Stage, stage, type TestFile } from '#testing/stage.ts'

const set = stage()

/** A list that is exported and imported again. */
type Exported = {
  readonly name: string
  readonly address: string
  /** Its sheet in the language of the file. */
  readonly sheet: Readonly<Record<'ro' | 'en', string>>
  readonly rows: number
  readonly check: (cast: Stage, files: TestFile[], sheet?: string) => Promise<ImportReport>
}

const exported: readonly Exported[] = [
  {
    name: 'observers',
    address: '/api/v1/observer/export',
    sheet: { ro: 'Observatori', en: 'Observers' },
    rows: 5,
    check: ({ ana }, files, sheet) =>
      ana.call(observers.checkImport, { body: sheet ? { sheet } : {} }, files),
  },
  {
    name: 'counties',
    address: '/api/v1/county/export',
    sheet: { ro: 'Județe', en: 'Counties' },
    rows: 2,
    check: ({ ana }, files, sheet) =>
      ana.call(places.importCounties, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
  },
  {
    name: 'stations',
    address: '/api/v1/polling-station/export',
    sheet: { ro: 'Secții de votare', en: 'Polling stations' },
    rows: 7,
    check: ({ ana }, files, sheet) =>
      ana.call(places.importStations, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
  },
  {
    name: 'the plan',
    address: '/api/v1/assignment/export',
    sheet: { ro: 'Plan', en: 'Plan' },
    rows: 3,
    check: ({ ana }, files, sheet) =>
      ana.call(assignments.import, { body: { dryRun: true, ...(sheet && { sheet }) } }, files),
  },
]

/** Observers of one organisation, stations with awkward names and a plan with a mobile team. */
async function furnished(): Promise<Stage> {
  const cast = await set()
  const { ana } = cast
  await ana.call(observers.add, {
    body: { name: '=Ioana \'Nelu\' "Pop"; șef', phone: '+373 69 123 456', pin: '0042' },
  })
  await ana.call(observers.add, { body: { name: '0123', phone: '0722000111', pin: '0042' } })
  const station = 'Area code,Number,Name,Address,Lat,Lon,Voters'
  const bytes = Buffer.from(
    [station, 'AB1,1,"=1+1, șc. ""A""",Str. 1,46.770439,-23.1,1250', "AB1,2,'0123,-,0.5,1e0,0"]
      .join('\n')
      .replace('1e0', '1'),
  )
  await ana.call(places.importStations, { body: {} }, [{ name: 'a.csv', bytes }])
  await ana.call(
    assignments.import,
    { body: {} },
    planFile(
      `${phones.bogdan},AB1,1,22.11.2026 6:00,22.11.2026 14:30`,
      `${phones.bogdan},AB1,2,22.11.2026 15:00,22.11.2026 24:00`,
      `0722000111,AB1,1,2026-11-22 06:00:30,2026-11-22 23:59`,
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
