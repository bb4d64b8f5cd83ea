import { expect, test } from 'vitest'
import { session } from '#features/session/contract.ts'
import { type Person, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const fileOf = (lines: readonly string[], encoding: BufferEncoding = 'utf8', mark = '\uFEFF') => [
  { name: 'observatori.csv', bytes: Buffer.from(`${mark}${lines.join('\r\n')}\r\n`, encoding) },
]
const importing = (person: Person, lines: readonly string[], body: object = {}) =>
  person.call(observers.import, { body }, fileOf(lines))
const checking = (person: Person, lines: readonly string[]) =>
  person.call(observers.checkImport, { body: {} }, fileOf(lines))
const found = async (person: Person, number: string) =>
  (await person.call(observers.list, { query: { number } })).data

test('removes hidden characters from cells, and keeps the script of names', async () => {
  const { ana, stranger } = await set()

  await importing(ana, [
    'Nume;Telefon;PIN',
    '\u200bIoana\u00a0Ra\u00addu\u200e;\u202a0722\u00a0203\u2011101\u202c;\u206601\u00a023\u2069',
    'Иван Петров;٠٧٢٢ ٢٠٣ ١٠٢;٠١٢٣',
    'Νίκος Παππάς;０７２２２０３１０３;０１２３',
    'S\u0326tefan;\u2060+40\u2007722\u2009203\u200a104\ufeff;="0123"',
    'भावना\u200d;0722203105;०१२३',
  ])

  expect((await found(ana, '0722')).map(({ name }) => name).toSorted()).toEqual(
    ['Ioana Radu', 'Иван Петров', 'Νίκος Παππάς', 'Ștefan', 'भावना'].toSorted(),
  )
  for (const user of ['0722203101', '0722203102', '0722203103', '0722203104', '0722203105'])
    await expect(
      stranger.call(session.authorize, { body: { user, password: '0123', uniqueId: user } }),
    ).resolves.toMatchObject({ access_token: expect.any(String) })
})

test('reads booleans in the language of the spreadsheet', async () => {
  const { ana } = await set()
  const yes = ['ADEVĂRAT', 'wahr', 'Vrai', 'IGAZ', 'PRAWDA', 'ИСТИНА', 'VERO', '✓', 'х', 'tak']
  const no = ['FALS', 'Falsch', 'FAUX', 'HAMIS', 'FALSZ', 'ложь', 'FALSO', '☐', 'ne', '0,0']
  const rows = [...yes, ...no].map((cell, place) => `Ana;0722 203 ${100 + place};1234;${cell}`)

  await importing(ana, ['Nume;Telefon;PIN;Test', ...rows])

  const tests = (await found(ana, '0722203')).filter(({ isTest }) => isTest)
  expect(tests.map(({ phone }) => phone).toSorted()).toEqual(
    yes.map((_, place) => `0722 203 ${100 + place}`),
  )
})

test('ignores rows of unticked boxes, zeros and formulas below the list', async () => {
  const { ana } = await set()
  const rows = [
    'FALS',
    'FAŁSZ',
    'HAMIS',
    'ЛОЖЬ',
    '☐',
    '0',
    '"=IF(A9="""";"""";1)"',
    '#N/A',
    '0,00 lei',
  ]

  const report = await checking(ana, [
    'Nr. crt.;Nume;Telefon;PIN;Test',
    '1;Ana;0722 203 101;1234;FALS',
    ...rows.map((cell, place) => `${place + 2};;;;${cell}`),
    ';0;0;0;0',
    '13;Ema;0722 203 102;1234;FALS',
    ';;;;\u200b',
  ])

  expect(report).toMatchObject({ added: 2, wrong: [] })
  expect(report.rows.map(({ line }) => line)).toEqual([2, 13])
})

test.each([
  ['a ticked box', ';;;ADEVĂRAT'],
  ['a PIN', ';;1234;FALS'],
  ['a broken formula for its phone', ';#REF!;;FALS'],
])('reports a row with %s alone instead of skipping it', async (_what, row) => {
  const { ana } = await set()

  expect(await checking(ana, ['Nume;Telefon;PIN;Test', row])).toMatchObject({
    wrong: [{ line: 2 }],
  })
})

test.each([
  '"Ion;0722 203 102;1234;nu',
  'Ion Popa";0722 203 102;1234;nu',
  'Ion;0722 203 102;"1234;nu',
  '"Ion" zis Nelu;0722 203 102;1234;nu',
  'Ion;0722 203 102;1234;"nu',
])('refuses only the row with a stray quotation mark: %s', async (row) => {
  const { ana } = await set()
  const file = [
    'Nume;Telefon;PIN;Test',
    '"Ana\nMaria";0722 203 101;1234;nu',
    '',
    row,
    '"Ema";"0722 203 103";"1234";"nu"',
  ]

  await expect(importing(ana, file)).rejects.toMatchObject({
    details: { rows: [{ line: 4, faults: [{ code: 'cell.quotes' }] }] },
  })
  expect(await importing(ana, file, { skipInvalid: true })).toBe(2)
})

test('reports a fault by the row number of the spreadsheet', async () => {
  const { ana } = await set()

  const { wrong } = await checking(ana, [
    '"Observatori\n2026"',
    '',
    '"Nume\nși prenume";Telefon;PIN',
    '"Ana\n\nPop";0722 203 101;1234',
    '',
    ';;',
    'Ion;0722 203 102;1',
    '"Ema\nLuca";0722 203 101;1234',
  ])

  expect(wrong).toMatchObject([
    { line: 7, faults: [{ field: 'pin' }] },
    { line: 8, faults: [{ code: 'row.twice', details: { line: '4' } }] },
  ])
})

test('reads a Windows-1250 file with multi-line cells completely', async () => {
  const { ana } = await set()
  const lines = ['Nume;Telefon;PIN;Test', '"\xaatefan\n\xdeu\xfeea";0722 203 101;0123;ADEV\xc3RAT']

  await ana.call(observers.import, { body: {} }, fileOf(lines, 'latin1', ''))

  expect(await found(ana, '0722203101')).toMatchObject([{ name: 'Ștefan Țuțea', isTest: true }])
})
