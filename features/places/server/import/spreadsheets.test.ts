import { expect, test } from 'vitest'
import { make, prepare } from '#features/elections/server/testing.ts'
import { type Person, stage } from '#testing/stage.ts'
import { places } from '../../contract.ts'

const set = stage()

const fileOf = (lines: readonly string[], encoding: BufferEncoding = 'utf8') => [
  { name: 'sectii.csv', bytes: Buffer.from(`${lines.join('\r\n')}\r\n`, encoding) },
]

/** An election without places of its own, with these counties. */
async function withCounties(lines: readonly string[]) {
  const cast = await set()
  await make(cast, await prepare(cast))
  await cast.ana.call(places.importCounties, { body: {} }, fileOf(lines))
  return cast
}

const counties = async (person: Person) =>
  (await person.call(places.counties)).map(({ code, name, diaspora }) => ({ code, name, diaspora }))

const check = (person: Person, lines: readonly string[]) =>
  person.call(places.importStations, { body: { dryRun: true } }, fileOf(lines))

test('removes invisible characters and spaces from codes, and replaces similar letters of other scripts', async () => {
  const { ana } = await withCounties([
    '\uFEFFCod;Denumire;Diaspora',
    '\u0421\u0408;Cluj;FALS',
    'A\u00a0B\u200b;Alba;nein',
    'ＧＲ;Ελλάδα;ADEVĂRAT',
    'MD;Молдова;✓',
    'КИ;Київ;ЛОЖЬ',
  ])

  expect(await counties(ana)).toEqual([
    { code: 'CJ', name: 'Cluj', diaspora: false },
    { code: 'AB', name: 'Alba', diaspora: false },
    { code: 'GR', name: 'Ελλάδα', diaspora: true },
    { code: 'MD', name: 'Молдова', diaspora: true },
    { code: 'КИ', name: 'Київ', diaspora: false },
  ])
})

test('reads county codes and numbers in any spreadsheet notation', async () => {
  const { ana } = await withCounties(['Code,Name', 'CJ,Cluj', 'КИ,Київ'])

  const report = await check(ana, [
    'Județ;Secția;Sediu;Latitudine;Longitudine;Alegători',
    'C J;1\u202f001;"Școala ""Avram Iancu""\n(sala 2)";46,77;23,6;1\u00a0250',
    '\u0421J;١٢;Liceu;\u221246,77;\u200e23,6;９８７',
    '="CJ";\u200b7\ufeff;Școala;;;',
    'KИ;=\u00a0;Школа;;;',
    'KИ;8;Школа;;;',
  ])

  expect(report).toMatchObject({ added: 4, wrong: [{ line: 5, faults: [{ field: 'number' }] }] })
})

test('ignores rows of zeros, unticked boxes and errors below the list', async () => {
  const { ana } = await withCounties(['Code,Name', 'CJ,Cluj'])

  const report = await check(ana, [
    'Nr. crt.;Județ;Secția;Sediu;Latitudine;Longitudine;Accesibil',
    '1;CJ;1;Școala;;;WAHR',
    '2;0;;0;0,00;0,00;FALSCH',
    '3;#N/A;;#N/A;0;0;HAMIS',
    '4;;;;;;FAUX',
    '5;CJ;;;;;FAUX',
  ])

  expect(report).toMatchObject({ added: 1, wrong: [{ line: 6, faults: [{ field: 'number' }] }] })
})

test('refuses only stations with a stray quotation mark, by the spreadsheet’s row number', async () => {
  const { ana } = await withCounties(['Code,Name', 'CJ,Cluj'])

  const report = await check(ana, [
    'sep=;',
    'Județ;Secția;Sediu;Adresa',
    'CJ;1;"Școala\nnr. 1";Str. Lungă 1',
    'CJ;2;"Liceul Unirea;Str. Scurtă 2',
    '',
    'CJ;3;Casa de cultură";Str. 3',
    'CJ;4;"Primăria";"Str. 4, 5"',
    'CJ;x;Primăria;',
  ])

  expect(report).toMatchObject({
    added: 2,
    wrong: [
      { line: 3, faults: [{ code: 'cell.quotes', field: 'name' }] },
      { line: 5, faults: [{ code: 'cell.quotes', field: 'name' }] },
      { line: 7, faults: [{ code: 'cell.refused', field: 'number' }] },
    ],
  })
})

test('finds codes stored with spaces or similar letters of other scripts', async () => {
  const { ana, database } = await withCounties(['Code,Name', 'X1,Cluj', 'X2,Alba'])
  for (const [from, to] of [
    ['X1', 'CJ 1'],
    ['X2', '\u0410\u0412'],
  ] as const)
    await database.write((tx) =>
      tx.updateTable('areas').set({ code: to }).where('code', '=', from).execute(),
    )
  const stored = await counties(ana)

  const again = ['Code,Name', ...stored.map(({ code, name }) => `${code},${name}`)]
  expect(
    await ana.call(places.importCounties, { body: { dryRun: true } }, fileOf(again)),
  ).toMatchObject({ unchanged: 2, added: 0, wrong: [] })
  expect(await check(ana, ['County,Number', 'CJ 1,1', '\u0410\u0412,1'])).toMatchObject({
    added: 2,
  })
})
